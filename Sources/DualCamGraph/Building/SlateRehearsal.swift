internal import DualCamPlan
internal import GStreamer

/// Writes a slate once where nobody sees it: for the first text that a process writes, the machine's fonts are looked through,
/// which takes longer than a lost camera's slate may.
struct SlateRehearsal: Sendable {
    let slate: SlatePlan
    /// For all of it, in seconds.
    private static let limit = 10.0

    /// - Returns: what went wrong; nothing is lost by it but time when the slate is needed.
    func perform() -> String? {
        do {
            let pipeline = try MediaPipeline(name: "slate-rehearsal")
            defer { try? pipeline.setState(.null) }
            try build(in: pipeline)
            try pipeline.setState(.paused)
            let isDone = try pipeline.waitForState(nanoseconds: UInt64(Self.limit * 1e9))
            return isDone ? nil : "the slate of \(slate.camera) took more than \(Int(Self.limit)) s to write"
        } catch {
            return "the slate of \(slate.camera) cannot be written: \(GraphFailure(error, branch: nil).message)"
        }
    }

    /// A source that is not live delivers its one picture before anything plays.
    private func build(in pipeline: MediaPipeline) throws {
        guard let source = slate.elements.first, let last = slate.elements.last else { return }
        let end = ElementPlan("fakesink", name: "slate-rehearsal-end", branch: source.branch)
        var builder = GraphBuilder(pipeline: pipeline)
        for element in slate.elements + [end] { try builder.make(element) }
        for link in slate.links + [LinkPlan(PadReference(last.name), PadReference(end.name))] { try builder.link(link) }
        try builder.element(source.name).set("is-live", .bool(false))
        guard let writer = slate.writer else { return }
        try builder.element(writer).set("text", .string(slate.text(since: "01:23:45 67:89")))
    }
}
