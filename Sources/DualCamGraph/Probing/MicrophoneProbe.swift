internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// Finds the microphone the pipeline file asks for.
enum MicrophoneProbe {
    /// Blocks while a sound server is asked. Throws `deviceMissing`, `elementMissing` or, for a clip, `deviceFormat`.
    static func facts(of microphone: Microphone, _ clips: inout ClipShelf) throws(GraphFailure) -> MicrophoneFacts {
        switch microphone.device {
        case .test: return .test
        case .file(let path):
            let clip = try clips.facts(of: path)
            guard clip.audio != nil else {
                throw GraphFailure(
                    .deviceFormat, message: "microphone: the clip \(path) has no sound",
                    advice: "Write 'microphone: none' to record none.")
            }
            return .clip(clip)
        case .pulse(let name): return try opened("pulsesrc", name)
        case .pipewire(let name): return try opened("pipewiresrc", name)
        case .alsa(let name): return try opened("alsasrc", name)
        case .auto: return try first(["pulsesrc", "pipewiresrc", "alsasrc"])
        }
    }

    private static func first(_ elements: [String]) throws(GraphFailure) -> MicrophoneFacts {
        for element in elements where opens(element, nil) { return .device(element: element, device: nil) }
        throw GraphFailure(
            .deviceMissing, message: "microphone: auto found no sound server and no sound card",
            advice: "Connect one, name it under 'microphone', or write 'microphone: none' to record without sound.")
    }

    private static func opened(_ element: String, _ device: String?) throws(GraphFailure) -> MicrophoneFacts {
        guard (try? Element.make(element)) != nil else {
            throw GraphFailure(
                .elementMissing, message: "microphone: the GStreamer element \(element) is not installed",
                advice: "Install its plugin package or choose another kind of microphone.")
        }
        guard opens(element, device) else {
            throw GraphFailure(
                .deviceMissing, message: "microphone: \(element) cannot open \(device ?? "the default device")",
                advice:
                    "See which there are with 'pactl list short sources' or 'arecord -L', or write 'microphone: none'.")
        }
        return .device(element: element, device: device)
    }

    /// Whether the source opens its server or card: it does so on its way to the ready state.
    private static func opens(_ factory: String, _ device: String?) -> Bool {
        guard let source = try? Element.make(factory) else { return false }
        let property = factory == "pipewiresrc" ? "target-object" : "device"
        if let device, (try? source.set(property, .string(device))) == nil { return false }
        defer { _ = try? source.setState(.null) }
        return (try? source.setState(.ready)) != nil
    }
}
