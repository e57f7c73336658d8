extension GraphPlan {
    /// Adds elements to the graph and links them in a row. If `start` is not `nil`, that pad is linked to the first
    /// element.
    /// - Returns: the source pad of the last element; `start` if `row` is empty.
    @discardableResult
    package mutating func chain(_ row: [ElementPlan], after start: PadReference? = nil) -> PadReference {
        var last = start
        for element in row {
            elements.append(element)
            if let last { links.append(LinkPlan(last, PadReference(element.name))) }
            last = PadReference(element.name)
        }
        return last ?? PadReference("")
    }
}
