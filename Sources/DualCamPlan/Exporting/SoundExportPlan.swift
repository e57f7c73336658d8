package import DualCamConfig

/// The graph that reads the recorded sound of an export as one track, either to measure it or to write a file without a
/// picture.
package struct SoundExportPlan: Sendable, Equatable {
    package private(set) var elements: [ElementPlan]
    package private(set) var links: [LinkPlan]
    /// `start`, `end`: the times of the first sample and of the last sample's end, in nanoseconds.
    package let start: Int64
    package let end: Int64

    /// Creates a plan that only measures the sound and writes no file.
    package init(measuring sound: CompositionSources.Sound, from start: Int64, to end: Int64) {
        var graph = GraphPlan()
        let mixed = graph.addMix(of: sound, from: start)
        let sink = ElementPlan(
            "fakesink", name: CompositionPlan.sink, branch: .files(.combined), [Property("sync", .bool(false))])
        graph.chain([sink], after: mixed)
        (elements, links, self.start, self.end) = (graph.elements, graph.links, start, end)
    }

    /// Creates a plan that writes the sound of `sources` to a file; they must have sound.
    ///
    /// - Throws: the elements that this machine lacks.
    package init(
        _ sources: CompositionSources, in container: ExportContainer, on machine: MachineFacts
    ) throws(PlanIssues) {
        var (graph, sources) = (GraphPlan(), sources)
        // An Ogg file begins at 0 (RFC 7845, 4.3).
        if container == .ogg { sources.lead = -sources.start }
        // Packets of sound are not more frequent than frames of this rate.
        let index = sources.indexRoom(FrameRate(60))
        graph.elements.append(.muxer(container, CompositionPlan.muxer, .files(.combined), index: index))
        if let sound = sources.sound { graph.addSound(sound, sources, titles: false) }
        graph.chain([CompositionPlan.writing(.files(.combined))], after: PadReference(CompositionPlan.muxer))
        (elements, links) = (graph.elements, graph.links)
        (start, end) = (sources.start, sources.end)
        let missing = Planner.missingElements(elements, machine)
        if !missing.isEmpty { throw PlanIssues(missing) }
    }
}

/// The processing of recorded audio tracks when they are mixed into one.
package struct SoundTreatment: Sendable, Equatable {
    /// The noise reduction of the mixed track; `nil` if noise is not reduced.
    package var noiseReduction: NoiseReduction?
    /// The volume factors of the audio tracks by their number: 1 as recorded, 0 to leave the track out. A missing entry
    /// means 1.
    package var volumes: [Int: Double] = [:]

    package init() {}

    func volume(of track: Int) -> Double { volumes[track] ?? 1 }

    /// The elements that remove noise from the mixed sound. The filter works on 16 bits and treats the time stamps of
    /// buffers as running times. The two are equal only behind the mixer, so the elements must be placed there.
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

    /// The delay of the noise reduction in nanoseconds: 334 samples at 48 kHz, at every level; 0 without noise
    /// reduction.
    var delay: Int64 { noiseReduction == nil ? 0 : 6_958_333 }
}
