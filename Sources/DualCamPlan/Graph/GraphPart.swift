/// Some branches of a plan with everything that belongs to them, so that they can be taken out of the running graph and
/// made anew while the rest runs on.
public struct GraphPart: Sendable, Equatable {
    public var elements: [ElementPlan]
    /// Among the part's own elements.
    public var links: [LinkPlan]
    /// From the rest of the graph into the part.
    public var inbound: [LinkPlan]
    /// From the part into the rest of the graph.
    public var outbound: [LinkPlan]
    public var branches: [BranchPlan]
    public var gates: [GatePlan]
    public var loops: [LoopPlan]
    public var counters: [FrameCounterPlan]
    /// Outputs whose picture is encoded here.
    public var outputs: [OutputPlan]
    /// Inputs whose frames pass here.
    public var inputs: [InputPlan]

    /// The whole of a plan as one part, without a border.
    public init(whole plan: GraphPlan) {
        (elements, links, inbound, outbound) = (plan.elements, plan.links, [], [])
        (branches, gates, loops, counters) = (plan.branches, plan.gates, plan.loops, plan.counters)
        (outputs, inputs) = (plan.outputs, plan.inputs)
    }

    init(_ plan: GraphPlan, _ isOwn: (ElementPlan) -> Bool) {
        elements = plan.elements.filter(isOwn)
        let names = Set(elements.map(\.name))
        let own = { (pad: PadReference) in names.contains(pad.element) }
        links = plan.links.filter { own($0.from) && own($0.to) }
        inbound = plan.links.filter { !own($0.from) && own($0.to) }
        outbound = plan.links.filter { own($0.from) && !own($0.to) }
        let known = Set(elements.map(\.branch))
        branches = plan.branches.filter { own($0.input) && known.contains($0.name) }
        gates = plan.gates.filter { own($0.pad) }
        loops = plan.loops.filter { names.contains($0.demuxer) }
        counters = plan.counters.filter { names.contains($0.element) }
        outputs = plan.outputs.filter { own($0.video) }
        inputs = plan.inputs.filter { own($0.pad) }
    }
}

extension GraphPlan {
    /// What belongs to `branches`; nothing of a branch that the plan has not.
    public func part(of branches: [BranchName]) -> GraphPart {
        GraphPart(self) { branches.contains($0.branch) }
    }

    /// What a gate's stream passes behind the gate, up to the files: an encoder, mostly.
    public func part(behind gate: GatePlan) -> GraphPart {
        var names: Set<String> = []
        var ends = [gate.pad.element]
        while let end = ends.popLast() {
            for link in links where link.from.element == end && names.insert(link.to.element).inserted {
                ends.append(link.to.element)
            }
        }
        return GraphPart(self) { names.contains($0.name) && $0.branch == gate.branch }
    }

    public func input(_ name: InputName) -> InputPlan? { inputs.first { $0.name == name } }

    /// Takes an input's branches as they are in `other`, a plan of the same recording with the input's device as it is now;
    /// everything else stays.
    public mutating func adopt(_ input: InputPlan, from other: GraphPlan) {
        // What fed the combined picture in its place was of the plan only while the input was absent.
        let slate = inputs.first { $0.name == input.name }?.slate
        let old = Set(
            elements.filter { input.branches.contains($0.branch) }.map(\.name) + (slate?.elements.map(\.name) ?? []))
        let new = other.part(of: input.branches)
        let touches = { (link: LinkPlan) in old.contains(link.from.element) || old.contains(link.to.element) }
        let place = elements.firstIndex { old.contains($0.name) } ?? elements.endIndex
        elements.removeAll { old.contains($0.name) }
        elements.insert(contentsOf: new.elements, at: min(place, elements.endIndex))
        links = links.filter { !touches($0) } + new.links + new.inbound + new.outbound
        branches = branches.filter { !input.branches.contains($0.name) } + new.branches
        gates = gates.filter { !old.contains($0.pad.element) } + new.gates
        loops = loops.filter { !old.contains($0.demuxer) } + new.loops
        counters = counters.filter { !old.contains($0.element) } + new.counters
        for output in new.outputs { outputs = outputs.map { $0.name == output.name ? output : $0 } }
        inputs = inputs.map { $0.name == input.name ? input : $0 }
    }
}
