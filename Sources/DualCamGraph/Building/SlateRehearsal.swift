internal import DualCamPlan
internal import GStreamer

/// Writes a slate once where nobody sees it: for the first text that a process writes, the machine's fonts are looked through,
/// which takes longer than a lost camera's slate may.
struct SlateRehearsal: Sendable {
    let slate: SlatePlan

    /// Blocks. What goes wrong costs nothing but time when the slate is needed.
    func perform() throws {
        let pipeline = try MediaPipeline(name: "slate-rehearsal")
        defer { pipeline.stop() }
        try build(in: pipeline)
        try pipeline.setState(.paused)
        _ = try pipeline.waitForState(nanoseconds: 5_000_000_000)
    }

    /// A source that is not live delivers its one picture before anything plays.
    private func build(in pipeline: MediaPipeline) throws {
        guard let source = slate.elements.first, let last = slate.elements.last else { return }
        let end = ElementPlan("fakesink", name: "slate-rehearsal-end", branch: source.branch)
        var builder = GraphBuilder(pipeline: pipeline)
        try builder.make(
            slate.elements.map(Self.small) + [end],
            slate.links + [LinkPlan(PadReference(last.name), PadReference(end.name))])
        try builder.element(source.name).set("is-live", .bool(false))
        guard let writer = slate.writer else { return }
        try builder.element(writer).set("text", .string(slate.text(since: "01:23:45 67:89")))
    }

    /// The fonts are the same in a small picture, which is drawn in no time.
    private static func small(_ element: ElementPlan) -> ElementPlan {
        let size = ["width": 320, "height": 180]
        var element = element
        for index in element.properties.indices {
            guard case .caps(var caps) = element.properties[index].value else { continue }
            for field in caps.fields.indices {
                if let length = size[caps.fields[field].name] { caps.fields[field].value = .int(Int64(length)) }
            }
            element.properties[index].value = .caps(caps)
        }
        return element
    }
}
