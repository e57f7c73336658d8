package import DualCamConfig

/// What is done to the tracks of recorded sound where they become one.
package struct SoundTreatment: Sendable, Equatable {
    /// `nil`: all noise stays.
    package var noiseReduction: NoiseReduction?
    /// The amplitude of a track by its number, 1 as it was recorded, 0 to leave it out; of others it is 1.
    package var volumes: [Int: Double] = [:]

    package init() {}

    func volume(of track: Int) -> Double { volumes[track] ?? 1 }

    /// What takes the noise out of the mix. It works on 16 bits, and makes running times of the times of its buffers, so that it has to
    /// stand where the two are the same: behind the mixer.
    var elements: [ElementPlan] {
        guard let noiseReduction else { return [] }
        let narrow = AudioCodec.pcm.caps("S16LE", rate: ExportSamples.rate, channels: ExportSamples.channels)
        return [
            ElementPlan("audioconvert", name: "export.noise-convert", branch: .files(.combined)),
            .caps("export.noise-form", .files(.combined), narrow),
            ElementPlan(
                "webrtcdsp", name: "export.noise", branch: .files(.combined),
                [
                    Property("echo-cancel", .bool(false)), Property("gain-control", .bool(false)),
                    Property("limiter", .bool(false)), Property("high-pass-filter", .bool(false)),
                    Property("noise-suppression", .bool(true)),
                    Property(
                        "noise-suppression-level",
                        .enumeration(type: "GstWebrtcNoiseSuppressionLevel", nick: noiseReduction.rawValue)),
                ]),
            ElementPlan("audioconvert", name: "export.noise-restore", branch: .files(.combined)),
            .caps("export.noise-free", .files(.combined), ExportSamples.form),
        ]
    }

    /// The time by which that is late, in nanoseconds: 334 samples at 48 kHz, at each level.
    var delay: Int64 { noiseReduction == nil ? 0 : 6_958_333 }
}
