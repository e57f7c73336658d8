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
            links += output.tracks.map { LinkPlan($0.encoded, PadReference($0.input)) }
            links += output.links
        }
        for sound in plan.sounds { shape(sound) }
    }

    /// Gain and wind filter, which the running program carries out by itself, as elements that do about the same.
    private mutating func shape(_ sound: SoundPlan) {
        let (branch, prefix) = (sound.branch, sound.prefix)
        var row: [ElementPlan] = []
        if sound.windFilter {
            let mode = Property("mode", .enumeration(type: nil, nick: "high-pass"))
            row.append(ElementPlan("audioconvert", name: "\(prefix).float", branch: branch))
            row.append(
                ElementPlan(
                    "audiocheblimit", name: "\(prefix).wind-filter", branch: branch,
                    [mode, Property("cutoff", .double(100))]))
        }
        if sound.gain.value != 0 {
            row.append(
                ElementPlan(
                    "volume", name: "\(prefix).gain", branch: branch,
                    [Property("volume", .double(SoundPlan.factor(sound.gain)))]))
        }
        if sound.windFilter { row.append(ElementPlan("audioconvert", name: "\(prefix).filtered", branch: branch)) }
        guard let last = row.last, let place = elements.firstIndex(where: { $0.name == sound.pad.element }) else {
            return
        }
        for index in links.indices where links[index].from.element == sound.pad.element {
            links[index].from.element = last.name
        }
        for (before, after) in zip([elements[place]] + row, row) {
            links.append(LinkPlan(PadReference(before.name), PadReference(after.name)))
        }
        elements.insert(contentsOf: row, at: place + 1)
    }
}
