import DualCamConfig

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
