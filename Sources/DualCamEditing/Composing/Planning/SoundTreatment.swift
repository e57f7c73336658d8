import DualCamConfig
import DualCamPlan

/// The processing of recorded audio tracks when they are mixed into one track.
struct SoundTreatment: Sendable, Equatable {
    /// The noise reduction of the mixed track; `nil` for none.
    var noiseReduction: NoiseReduction?
    /// The volume factor of each audio track, by the track's number: 1 for the recorded volume, 0 to omit the track. A
    /// track without an entry has the factor 1.
    var volumes: [Int: Double] = [:]

    init() {}

    func volume(of track: Int) -> Double { volumes[track] ?? 1 }

    /// The elements that remove noise from the mixed sound. They must come after the mixer. The filter uses 16-bit
    /// samples and treats buffer time stamps as running times, which is correct only after the mixer.
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

    /// The delay of the noise reduction in nanoseconds, 334 samples at 48 kHz for every strength; 0 without noise
    /// reduction.
    var delay: Int64 { noiseReduction == nil ? 0 : 6_958_333 }
}
