internal import DualCamPlan
internal import GStreamer

/// The rehearsal of a slate, which draws the slate's text once in a hidden pipeline. The first time that a process
/// draws text, it searches the machine's fonts. Without a rehearsal, this would delay the first slate of a lost camera.
struct SlateRehearsal: Sendable {
    let slate: SlatePlan

    /// Draws the slate once. Blocks. An error has no other consequence than a delay of the first real slate.
    func perform() throws {
        let pipeline = try MediaPipeline(name: "slate-rehearsal")
        defer { pipeline.stop() }
        try build(in: pipeline)
        try pipeline.setState(.paused)
        _ = try pipeline.waitForState(nanoseconds: 5_000_000_000)
    }

    /// Builds the slate's elements with a non-live source, because only such a source outputs its first picture in the
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

    /// Returns a copy of one of the slate's elements with a smaller picture, which is drawn faster with the same fonts.
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
