import DualCamConfig

extension Pipeline {
    /// Returns true if an output records its camera's own stream without re-encoding.
    func passesThrough(_ output: OutputName) -> Bool { encoders.settings(for: output).use == "passthrough" }
}

extension EncoderSettings {
    /// Returns the encoder preset of an implementation that follows from the file's `preset`, `speed` or `quality`;
    /// `nil` if none of them decides.
    func presetWord(of implementation: EncoderImplementation) -> String? {
        if let preset {
            guard let writer = writer(of: preset, otherThan: implementation) else { return preset }
            return writer.speed(of: preset).flatMap(implementation.preset)
        }
        if let quality, let word = QualityPreset.of(quality).presets[implementation.word] { return word }
        return speed.flatMap(implementation.preset)
    }

    /// Returns the encoder implementation for which a preset was written, if `use` names another implementation now.
    /// The implementation of the `use` beside the preset comes first, then the first one that knows the preset.
    func writer(of preset: String, otherThan implementation: EncoderImplementation) -> EncoderImplementation? {
        guard let presetUse else { return nil }
        let knowing = EncoderCatalog.implementations.filter { $0.presets.contains(preset) }
        let writer =
            knowing.first { [$0.word, $0.codec.rawValue].contains(presetUse) } ?? knowing.first { !$0.isHardware }
        // The same word means the same in both encoders, but a number does not.
        let isShared = implementation.presets.contains(preset) && !preset.allSatisfy(\.isNumber)
        return isShared || writer?.word == implementation.word ? nil : writer
    }
}

extension EncoderDecision {
    /// Returns a note about a preset that was written for another encoder and is therefore replaced; `nil` if the
    /// preset is used unchanged.
    func translation(_ settings: EncoderSettings) -> String? {
        guard let implementation, let preset = settings.preset,
            let writer = settings.writer(of: preset, otherThan: implementation)
        else { return nil }
        let taken = [writer.speed(of: preset).map { "as speed \($0.rawValue)" }, job.preset.map { "preset \($0)" }]
        let words = implementation.hasSpeeds ? taken.compactMap(\.self).joined(separator: ", ") : "at its only speed"
        return "preset \(preset) is a word of \(writer.word); \(word) is used, \(words)."
    }

    /// Returns a note if the setting `speed` has no effect on the encoder; `nil` if it has an effect.
    func speedNote(_ settings: EncoderSettings) -> String? {
        guard let speed = settings.speed, let implementation, !implementation.hasSpeeds else { return nil }
        return "\(word) has one speed only; speed \(speed.rawValue) changes nothing."
    }
}

/// The values that a setting of `quality` supplies for encoder keys that are not set.
struct QualityPreset: Sendable, Equatable {
    /// The codecs for this quality in order of preference; the first one that is installed and fits the container is
    /// used.
    var codecs: [VideoCodec]
    /// The encoder presets of the quality, by the implementation's name in the pipeline file. For other implementations
    /// the machine's speed decides.
    var presets: [String: String] = [:]
    /// The factor by which the codec's standard bitrate is multiplied.
    var bitrateFactor: Double = 1
    /// The profile for H.264 or H.265; for a missing codec, the encoder chooses.
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
