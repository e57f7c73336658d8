import DualCamConfig
import DualCamPlan

/// The plan of a graph that reads the recorded sound as a single track, for an export. The graph either measures the
/// sound or writes it to a file without a picture.
struct SoundExportPlan: Sendable, Equatable {
    private(set) var elements: [ElementPlan]
    private(set) var links: [LinkPlan]
    /// The time of the first sample that the plan reads, in nanoseconds.
    let start: Int64
    /// The end of the last sample that the plan reads, in nanoseconds.
    let end: Int64

    /// Creates a plan that measures the sound and does not write a file.
    init(measuring sound: CompositionSources.Sound, from start: Int64, to end: Int64) {
        var graph = GraphPlan()
        let mixed = graph.addMix(of: sound, from: start)
        let sink = ElementPlan(
            "fakesink", name: CompositionPlan.sink, branch: .files(.combined), [Property("sync", .bool(false))])
        graph.chain([sink], after: mixed)
        (elements, links, self.start, self.end) = (graph.elements, graph.links, start, end)
    }

    /// Creates a plan that writes the sound of `sources` to a file. The sound must not be `nil`.
    ///
    /// - Throws: an issue for each element that is not installed.
    init(
        _ sources: CompositionSources, in container: ExportContainer, on machine: MachineFacts
    ) throws(PlanIssues) {
        var (graph, sources) = (GraphPlan(), sources)
        // The time stamps of an Ogg file must start at 0 (RFC 7845, 4.3).
        if container == .ogg { sources.lead = -sources.start }
        // Sound never has more packets per second than a picture with this rate has frames.
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
