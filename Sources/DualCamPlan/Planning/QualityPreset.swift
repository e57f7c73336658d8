import DualCamConfig

extension Pipeline {
    /// Returns true when an output is its camera's own stream.
    func passesThrough(_ output: OutputName) -> Bool { encoders.settings(for: output).use == "passthrough" }
}

extension EncoderSettings {
    /// Returns the preset that the file asks of an implementation, by its own word, by `speed` or by `quality`; `nil`: it leaves the
    /// choice open.
    func presetWord(of implementation: EncoderImplementation) -> String? {
        if let preset {
            guard let writer = writer(of: preset, otherThan: implementation) else { return preset }
            return writer.speed(of: preset).flatMap(implementation.preset)
        }
        if let quality, let word = QualityPreset.of(quality).presets[implementation.word] { return word }
        return speed.flatMap(implementation.preset)
    }

    /// Returns the implementation whose word a preset was where it was written, if `use` names another one since: that of the `use`
    /// beside it, else the first that knows the word.
    func writer(of preset: String, otherThan implementation: EncoderImplementation) -> EncoderImplementation? {
        guard let presetUse else { return nil }
        let knowing = EncoderCatalog.implementations.filter { $0.presets.contains(preset) }
        let writer =
            knowing.first { [$0.word, $0.codec.rawValue].contains(presetUse) } ?? knowing.first { !$0.isHardware }
        // The same word means the same, but a number does not.
        let isShared = implementation.presets.contains(preset) && !preset.allSatisfy(\.isNumber)
        return isShared || writer?.word == implementation.word ? nil : writer
    }
}

extension EncoderDecision {
    /// Says what became of a preset that was written for another encoder; `nil`: it is taken as it is.
    func translation(_ settings: EncoderSettings) -> String? {
        guard let implementation, let preset = settings.preset,
            let writer = settings.writer(of: preset, otherThan: implementation)
        else { return nil }
        let taken = [writer.speed(of: preset).map { "as speed \($0.rawValue)" }, job.preset.map { "preset \($0)" }]
        let words = implementation.hasSpeeds ? taken.compactMap(\.self).joined(separator: ", ") : "at its only speed"
        return "preset \(preset) is a word of \(writer.word); \(word) is used, \(words)."
    }

    /// Says that a speed changes nothing; `nil`: it does.
    func speedNote(_ settings: EncoderSettings) -> String? {
        guard let speed = settings.speed, let implementation, !implementation.hasSpeeds else { return nil }
        return "\(word) has one speed only; speed \(speed.rawValue) changes nothing."
    }
}

/// The values that a preset of quality gives to keys that are not set.
struct QualityPreset: Sendable, Equatable {
    /// The first of these that is at hand and fits the container.
    var codecs: [VideoCodec]
    /// A word for speed by implementation word; others are chosen by what the machine bears.
    var presets: [String: String] = [:]
    /// Times the standard bitrate of the codec.
    var bitrateFactor: Double = 1
    /// H.264 or H.265 profile; `nil`: the encoder's choice.
    var profile: [VideoCodec: String] = [:]

    static func of(_ quality: Quality) -> QualityPreset {
        switch quality {
        case .highEfficiency: QualityPreset(codecs: [.h265, .av1, .vp9, .h264], bitrateFactor: 0.9)
        case .balanced: QualityPreset(codecs: [.h264, .h265, .vp9, .av1])
        case .maximum: QualityPreset(codecs: [.h264, .h265, .vp9, .av1], bitrateFactor: 3)
        case .social: QualityPreset(codecs: [.h264], profile: [.h264: "high"])
        case .mostCompatible:
            QualityPreset(codecs: [.h264], bitrateFactor: 1.25, profile: [.h264: "constrained-baseline"])
        case .professional: QualityPreset(codecs: [.prores], presets: ["prores-ks": "hq"])
        }
    }
}
