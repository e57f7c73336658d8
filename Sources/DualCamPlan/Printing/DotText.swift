import DualCamConfig

extension GraphPlan {
    /// The graph for Graphviz, branch by branch.
    package var dot: String {
        let graph = WholeGraph(self)
        var lines = [
            "digraph recording {", "  rankdir=TB;", "  node [shape=box, fontname=\"sans-serif\", fontsize=10];",
        ]
        var branches: [BranchID] = []
        for element in graph.elements where !branches.contains(element.branch) { branches.append(element.branch) }
        for branch in branches {
            lines.append("  subgraph \"cluster_\(branch.dotText)\" {")
            lines.append("    label=\"\(branch.dotText)\";")
            lines += graph.elements.filter { $0.branch == branch }.map { "    \($0.dotText);" }
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
    /// A node with the element's factory, name and properties.
    fileprivate var dotText: String {
        let lines = [factory, name] + properties.flatMap(\.dotLines)
        return "\"\(name.escaping(["\"", "\\"]))\" [label=\""
            + lines.map { $0.escaping(["\"", "\\"]) }.joined(separator: "\\n")
            + "\"]"
    }
}

extension Property {
    /// A line for the property, and for caps one more for each of their fields: side by side they would make the drawing wider
    /// than a page.
    fileprivate var dotLines: [String] {
        guard case .caps(let caps) = value else { return ["\(name)=\(value.text)"] }
        return ["\(name)=\(caps.mediaType)"] + caps.fields.map { "  \($0.name)=\($0.value.text)" }
    }
}

extension LinkPlan {
    fileprivate var dotText: String {
        let (from, to) = (from.element.escaping(["\"", "\\"]), to.element.escaping(["\"", "\\"]))
        return "  \"\(from)\" -> \"\(to)\"" + (whenPadAppears ? " [style=dashed];" : ";")
    }
}
