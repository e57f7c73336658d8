package import DualCamConfig

extension Pipeline {
    /// Returns true if an output records its camera's stream without re-encoding.
    package func passesThrough(_ output: OutputName) -> Bool { encoders.settings(for: output).use == "passthrough" }
}

extension EncoderSettings {
    /// Returns the preset of an encoder as determined by the file's `preset`, `speed` or `quality`; `nil` if these
    /// settings do not determine one.
    func presetWord(of implementation: EncoderImplementation) -> String? {
        if let preset {
            guard let writer = writer(of: preset, otherThan: implementation) else { return preset }
            return writer.speed(of: preset).flatMap(implementation.preset)
        }
        if let quality, let word = QualityPreset.of(quality).presets[implementation.word] { return word }
        return speed.flatMap(implementation.preset)
    }

    /// Returns the encoder that a preset was written for, if `use` now names a different encoder. First tries the
    /// encoder that `use` named when the preset was written, then the first encoder that has such a preset.
    func writer(of preset: String, otherThan implementation: EncoderImplementation) -> EncoderImplementation? {
        guard let presetUse else { return nil }
        let knowing = EncoderCatalog.implementations.filter { $0.presets.contains(preset) }
        let writer =
            knowing.first { [$0.word, $0.codec.rawValue].contains(presetUse) } ?? knowing.first { !$0.isHardware }
        // A word for a preset means the same for both encoders, but a number does not.
        let isShared = implementation.presets.contains(preset) && !preset.allSatisfy(\.isNumber)
        return isShared || writer?.word == implementation.word ? nil : writer
    }
}

extension EncoderDecision {
    /// Returns a note about a preset that is replaced because it was written for a different encoder; `nil` if the
    /// preset is used as written.
    func translation(_ settings: EncoderSettings) -> String? {
        guard let implementation, let preset = settings.preset,
            let writer = settings.writer(of: preset, otherThan: implementation)
        else { return nil }
        let taken = [writer.speed(of: preset).map { "as speed \($0.rawValue)" }, job.preset.map { "preset \($0)" }]
        let words = implementation.hasSpeeds ? taken.compactMap(\.self).joined(separator: ", ") : "at its only speed"
        return "preset \(preset) is a word of \(writer.word); \(word) is used, \(words)."
    }

    /// Returns a note if the setting `speed` has no effect on the encoder; otherwise `nil`.
    func speedNote(_ settings: EncoderSettings) -> String? {
        guard let speed = settings.speed, let implementation, !implementation.hasSpeeds else { return nil }
        return "\(word) has one speed only; speed \(speed.rawValue) changes nothing."
    }
}

/// The values that the setting `quality` supplies for encoder keys that the file does not set.
struct QualityPreset: Sendable, Equatable {
    /// The codecs for this quality in the order of preference. The first codec that has an installed encoder and fits
    /// the container is used.
    var codecs: [VideoCodec]
    /// The encoder presets for this quality, by the encoder's name in the pipeline file. For encoders without an entry,
    /// the preset depends on the speed of the machine.
    var presets: [String: String] = [:]
    /// The factor that is applied to the codec's default bitrate (0.5 means half).
    var bitrateFactor: Double = 1
    /// The H.264 or H.265 profile for this quality, by codec. If a codec has no entry, its encoder chooses the profile.
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
