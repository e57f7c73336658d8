internal import DualCamPlan
internal import GStreamer

/// The rehearsal of a slate, which draws the slate's text once in a hidden pipeline. A process that draws text for the
/// first time searches the machine's fonts, which would delay the slate of a lost camera.
struct SlateRehearsal: Sendable {
    let slate: SlatePlan

    /// Draws the slate once. Blocks. If an error is thrown, the only consequence is that the first real slate appears
    /// later.
    func perform() throws {
        let pipeline = try MediaPipeline(name: "slate-rehearsal")
        defer { pipeline.stop() }
        try build(in: pipeline)
        try pipeline.setState(.paused)
        _ = try pipeline.waitForState(nanoseconds: 5_000_000_000)
    }

    /// Builds the slate's elements with a non-live source, because such a source delivers its first picture in the
    /// PAUSED state.
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

    /// Returns a copy of the slate's element with a small picture size. The text uses the same fonts but is drawn
    /// quickly.
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
