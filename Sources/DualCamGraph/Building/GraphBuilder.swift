internal import DualCamPlan
internal import GStreamer

/// Makes a plan's elements, each in the bin of its branch, and links them, one by one, in the plan's order.
struct GraphBuilder {
    let pipeline: MediaPipeline
    private(set) var elements: [String: Element] = [:]
    /// Gives the bins their numbers; `nil`: everything lies in the pipeline itself.
    private let branches: BranchTable?
    /// Ends the bins' names, where several of one branch are in the pipeline at once.
    private let suffix: String
    private var bins: [BranchID: Bin] = [:]

    init(pipeline: MediaPipeline, branches: BranchTable? = nil, suffix: String = "") {
        (self.pipeline, self.branches, self.suffix) = (pipeline, branches, suffix)
    }

    func element(_ name: String) throws(GraphFailure) -> Element {
        guard let element = elements[name] else {
            throw GraphFailure(.fault, message: "the plan links \(name), which it does not make")
        }
        return element
    }

    /// Takes an element out of its bin, or of the pipeline, and forgets it.
    mutating func remove(_ name: String) {
        guard let element = elements.removeValue(forKey: name) else { return }
        (element.parent ?? pipeline).remove(element)
    }

    /// Takes those bins out of the pipeline that hold nothing any more, for whoever brings them down.
    mutating func removeEmptyBins() -> [Bin] {
        let empty = bins.filter(\.value.isEmpty)
        for (branch, bin) in empty {
            pipeline.remove(bin)
            bins[branch] = nil
        }
        return Array(empty.values)
    }

    /// The bin of a branch; `nil` where there is none.
    func bin(_ branch: BranchID) -> Bin? { bins[branch] }

    private mutating func bin(for branch: BranchID) throws(GraphError) -> Bin {
        guard let branches else { return pipeline }
        if let bin = bins[branch] { return bin }
        let bin = try Bin.make(branch.rawValue + suffix, number: branches.number(of: branch))
        try pipeline.add(bin)
        bins[branch] = bin
        return bin
    }

    mutating func make(_ plan: ElementPlan) throws(GraphFailure) {
        try translating(in: plan.branch) {
            let properties = plan.properties.map(Setting.Field.init)
            let element = try Element.make(plan.factory, name: plan.name, properties: properties)
            try bin(for: plan.branch).add(element)
            elements[plan.name] = element
        }
    }

    /// Makes elements and links each of them to the next one.
    mutating func makeChain(_ elements: [ElementPlan]) throws(GraphFailure) {
        for element in elements { try make(element) }
        for (from, to) in zip(elements, elements.dropFirst()) {
            try link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
    }

    /// Links now, or when the demuxer's pad appears; `appeared` is told that pad first.
    mutating func link(_ plan: LinkPlan, appeared: @escaping @Sendable (Pad) -> Void = { _ in }) throws(GraphFailure) {
        let (from, to) = (try element(plan.from.element), try element(plan.to.element))
        try translating {
            let sink = try sinkPad(of: to, plan.to.pad)
            for property in plan.sinkPadProperties { try sink.set(property.name, Setting(property.value)) }
            if plan.whenPadAppears {
                linkLater(from, template: plan.from.pad, to: sink, appeared: appeared)
            } else {
                let source = try sourcePad(of: from, plan.from.pad)
                if plan.offset != 0 { source.setOffset(plan.offset) }
                try source.link(to: sink)
            }
        }
    }

    /// Links the first pad that fits the template when it appears. One that cannot be linked is an error of the element it is on,
    /// posted on the bus.
    private func linkLater(
        _ from: Element, template: String?, to sink: Pad, appeared: @escaping @Sendable (Pad) -> Void
    ) {
        let prefix = template.map { String($0.prefix { $0 != "%" }) } ?? ""
        from.onPadAdded { pad in
            guard pad.name.hasPrefix(prefix), !sink.isLinked else { return }
            appeared(pad)
            do throws(GraphError) { try pad.link(to: sink) } catch {
                pad.element?.postPadError(GraphFailure(error, branch: nil).message)
            }
        }
    }

    private func sinkPad(of element: Element, _ name: String?) throws(GraphError) -> Pad {
        guard let name else { return try element.pad("sink") }
        return try name.contains("%") ? element.requestPad(name) : element.pad(name)
    }

    private func sourcePad(of element: Element, _ name: String?) throws(GraphError) -> Pad {
        guard let name else {
            if let source = element.existingPad("src") { return source }
            return try element.requestPad("src_%u")
        }
        return try name.contains("%") ? element.requestPad(name) : element.pad(name)
    }
}
