import DualCamConfig

/// The plan with its outputs' writers hung on once, as people want to see it.
struct WholeGraph {
    var elements: [ElementPlan]
    var links: [LinkPlan]

    init(_ plan: GraphPlan) {
        elements = plan.elements
        links = plan.links
        for output in plan.outputs {
            elements += output.elements.map { element in
                guard element.name == output.sink else { return element }
                var sink = element
                sink.properties.insert(
                    Property("location", .string("\(output.name).\(output.container.rawValue)")), at: 0)
                return sink
            }
            links.append(LinkPlan(output.video, PadReference(output.videoInput)))
            if let sound = output.audio, let input = output.audioInput {
                links.append(LinkPlan(sound, PadReference(input)))
            }
            links += output.links
        }
    }
}
