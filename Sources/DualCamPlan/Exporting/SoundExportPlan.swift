package import DualCamConfig

/// The graph that reads the recorded sound as one track: to measure it, or into a file without a picture.
package struct SoundExportPlan: Sendable, Equatable {
    package private(set) var elements: [ElementPlan]
    package private(set) var links: [LinkPlan]
    /// Times of the first sample, and behind the last one, in nanoseconds.
    package let start: Int64
    package let end: Int64

    /// What only measures, and keeps nothing.
    package init(measuring sound: CompositionSources.Sound, from start: Int64, to end: Int64) {
        var graph = GraphPlan()
        let mixed = graph.addMix(of: sound, from: start)
        let sink = ElementPlan(
            "fakesink", name: CompositionPlan.sink, branch: .files(.combined), [Property("sync", .bool(false))])
        graph.chain([sink], after: mixed)
        (elements, links, self.start, self.end) = (graph.elements, graph.links, start, end)
    }

    /// A file of `sources`, which have sound.
    ///
    /// - Throws: the elements that this machine lacks.
    package init(
        _ sources: CompositionSources, in container: ExportContainer, on machine: MachineFacts
    ) throws(PlanIssues) {
        var (graph, sources) = (GraphPlan(), sources)
        // What is in an Ogg file begins at 0 (RFC 7845, 4.3).
        if container == .ogg { sources.lead = -sources.start }
        // Packets of sound are not more often than frames of this rate.
        let index = sources.indexRoom(FrameRate(60))
        graph.elements.append(CompositionPlan.muxing(container, .files(.combined), index: index))
        if let sound = sources.sound { graph.addSound(sound, sources, titles: false) }
        graph.chain([CompositionPlan.writing(.files(.combined))], after: PadReference(CompositionPlan.muxer))
        (elements, links) = (graph.elements, graph.links)
        (start, end) = (sources.start, sources.end)
        let missing = Planner.missingElements(elements, machine)
        if !missing.isEmpty { throw PlanIssues(missing) }
    }
}
