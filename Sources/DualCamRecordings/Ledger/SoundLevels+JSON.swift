import DualCamPlan

extension SoundLevels {
    /// The sound levels as the JSON members `peak` and `rms`, in dBFS, with one number for each channel.
    package var figures: [JSONValue.Member] {
        [
            .init("peak", .array(peak.map { .ratio($0) })), .init("rms", .array(rms.map { .ratio($0) })),
        ]
    }
}

extension InputName {
    /// The JSON member `microphone` with this microphone's name, as a list of one member; empty if the microphone has
    /// no name.
    package var member: [JSONValue.Member] {
        guard self != .microphone, let microphoneName else { return [] }
        return [.init("microphone", .string(microphoneName))]
    }
}
