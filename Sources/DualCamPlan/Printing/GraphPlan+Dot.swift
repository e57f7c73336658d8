import DualCamConfig

extension GraphPlan {
    /// The graph as text in Graphviz's DOT language, grouped by branch.
    package var dot: String {
        let graph = whole
        var lines = [
            "digraph recording {", "  rankdir=TB;", "  node [shape=box, fontname=\"sans-serif\", fontsize=10];",
        ]
        for (branch, elements) in graph.elements.grouped(by: \.branch) {
            lines.append("  subgraph \"cluster_\(branch.dotText)\" {")
            lines.append("    label=\"\(branch.dotText)\";")
            lines += elements.map { "    \($0.dotText);" }
            lines.append("  }")
        }
        lines += graph.links.map(\.dotText)
        return lines.joined(separator: "\n") + "\n}\n"
    }
}

extension BranchID {
    fileprivate var dotText: String { rawValue.escaping(["\"", "\\"]) }
}

extension ElementPlan {
    /// The element as a node in the DOT language, with its factory, name and properties.
    fileprivate var dotText: String {
        let lines = [factory, name] + properties.flatMap(\.dotLines)
        return "\"\(name.escaping(["\"", "\\"]))\" [label=\""
            + lines.map { $0.escaping(["\"", "\\"]) }.joined(separator: "\\n")
            + "\"]"
    }
}

extension Property {
    /// The lines that describe the property in the Graphviz drawing. Caps have one line for each field, because a
    /// single line would be too wide for a page.
    fileprivate var dotLines: [String] {
        guard case .caps(let caps) = value else { return ["\(name)=\(value.text)"] }
        return ["\(name)=\(caps.name)"] + caps.fields.map { "  \($0.name)=\($0.value.text)" }
    }
}

extension LinkPlan {
    fileprivate var dotText: String {
        let (from, to) = (from.element.escaping(["\"", "\\"]), to.element.escaping(["\"", "\\"]))
        return "  \"\(from)\" -> \"\(to)\"" + (whenPadAppears ? " [style=dashed];" : ";")
    }
}

extension GraphPlan {
    /// A copy of the plan, for printing, that includes one set of file-writing elements for each output.
    var whole: GraphPlan {
        var whole = self
        for output in outputs {
            whole.elements += output.elements.map { element in
                guard element.name == output.sink else { return element }
                var sink = element
                sink.properties.insert(
                    Property("location", .string("\(output.name).\(output.container.rawValue)")), at: 0)
                return sink
            }
            whole.links.append(LinkPlan(output.video, PadReference(output.videoInput)))
            whole.links += output.tracks.map { LinkPlan($0.encoded, PadReference($0.input)) } + output.links
        }
        for sound in sounds { whole.shape(sound) }
        return whole
    }

    /// Adds elements to the printed plan that stand for the gain and the wind filter. The program itself applies both
    /// without elements; the added ones have a similar effect.
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
