extension GraphPlan {
    /// The graph as a `gst-launch-1.0` command for a shell, with one element per line. Each output is a single file in
    /// the current folder. The command cannot express a common start and end, repeated clips, frame numbers, or pad
    /// offsets.
    package var launchLine: String { LaunchLine(whole).text }
}

private struct LaunchLine {
    let graph: GraphPlan
    /// The name of each link's source pad; `nil` if gst-launch chooses the pad, as for the template `src_%u`.
    private var fromPads: [String?] = []
    /// The name of each link's sink pad, such as `sink_0` for the template `sink_%u`; `nil` if gst-launch chooses the
    /// pad.
    private var toPads: [String?] = []
    private var printed: Set<String> = []
    private var done: Set<Int> = []

    init(_ graph: GraphPlan) {
        self.graph = graph
        var counts: [PadReference: Int] = [:]
        for link in graph.links {
            fromPads.append(Self.number(link.from, &counts))
            toPads.append(Self.number(link.to, &counts))
        }
    }

    private static func number(_ pad: PadReference, _ counts: inout [PadReference: Int]) -> String? {
        guard let template = pad.pad else { return nil }
        guard template.hasSuffix("%u") else { return template }
        let index = counts[pad, default: 0]
        counts[pad] = index + 1
        return template == "src_%u" ? nil : template.dropLast(2) + "\(index)"
    }

    var text: String {
        var copy = self
        var lines = ["gst-launch-1.0 -e"]
        for element in graph.elements where !copy.printed.contains(element.name) { lines += copy.chain(from: element) }
        for index in graph.links.indices where !copy.done.contains(index) {
            lines.append("\(reference(index, source: true)) ! \(reference(index, source: false))")
        }
        return lines.joined(separator: " \\\n    ") + "\n"
    }

    /// Returns the lines for a row of elements. The row ends at its last element, at a branching point, or at a pad
    /// that must be given by name.
    private mutating func chain(from first: ElementPlan) -> [String] {
        var lines: [String] = []
        var prefix = ""
        if let index = graph.links.firstIndex(where: {
            $0.to == PadReference(first.name) && printed.contains($0.from.element)
        }) {
            prefix = "\(reference(index, source: true)) ! "
            done.insert(index)
        }
        var element = first
        while true {
            printed.insert(element.name)
            guard let (index, next) = follower(of: element) else {
                lines.append(prefix + text(of: element))
                return lines
            }
            lines.append(prefix + text(of: element) + " !")
            (prefix, element) = ("", next)
            done.insert(index)
        }
    }

    private func follower(of element: ElementPlan) -> (Int, ElementPlan)? {
        for (index, link) in graph.links.enumerated()
        where link.from == PadReference(element.name) && link.to.pad == nil {
            if !printed.contains(link.to.element),
                let next = graph.elements.first(where: { $0.name == link.to.element })
            {
                return (index, next)
            }
        }
        return nil
    }

    private func text(of element: ElementPlan) -> String {
        var words = [element.factory, "name=\(launchName(element.name))"]
        words += element.properties.map { "\($0.name)=\($0.value.text)".shellWord }
        for (index, link) in graph.links.enumerated() where link.to.element == element.name {
            guard let pad = toPads[index] else { continue }
            words += link.sinkPadProperties.map { "\(pad)::\($0.name)=\($0.value.text)".shellWord }
        }
        return words.joined(separator: " ")
    }

    private func reference(_ index: Int, source: Bool) -> String {
        let link = graph.links[index]
        let pad = (source ? fromPads : toPads)[index] ?? ""
        return "\(launchName(source ? link.from.element : link.to.element)).\(pad)"
    }

    /// Returns the name of an element for gst-launch. Dots are replaced, because gst-launch parses the text after a dot
    /// as a pad.
    private func launchName(_ name: String) -> String { name.split(separator: ".").joined(separator: "-").shellWord }
}
