/// A set of branches of a plan, with their elements, links, valves and outputs. The live graph can remove these
/// branches and create them again while all other branches keep running.
package struct GraphPart: Sendable, Equatable {
    package var elements: [ElementPlan]
    /// The links between elements within the part.
    package var links: [LinkPlan]
    /// The links from other elements of the graph into the part.
    package var inbound: [LinkPlan]
    /// The links from the part to other elements of the graph.
    package var outbound: [LinkPlan]
    package var branches: [BranchPlan]
    package var valves: [ValvePlan]
    package var loops: [LoopPlan]
    package var counters: [FrameCounterPlan]
    /// The outputs whose encoders belong to this part.
    package var outputs: [OutputPlan]
    /// The inputs whose frames pass through this part.
    package var inputs: [InputPlan]

    /// Creates a part that contains the whole plan except the branches of missing devices.
    package init(whole plan: GraphPlan) {
        let absent = plan.inputs.filter(\.isAbsent).flatMap(\.branches)
        let own = plan.elements.filter { !absent.contains($0.branch) }
        let names = Set(own.map(\.name))
        elements = own
        links = plan.links.filter { names.contains($0.from.element) && names.contains($0.to.element) }
        (inbound, outbound) = ([], [])
        (branches, valves, loops, counters) = (plan.branches, plan.valves, plan.loops, plan.counters)
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
        valves = plan.valves.filter { own($0.pad) }
        loops = plan.loops.filter { names.contains($0.demuxer) }
        counters = plan.counters.filter { names.contains($0.element) }
        outputs = plan.outputs.filter { own($0.video) }
        inputs = plan.inputs.filter { own($0.pad) }
    }
}

extension GraphPlan {
    /// Returns the part of the graph that consists of `branches`. Branches that the plan does not contain are ignored.
    package func part(of branches: [BranchID]) -> GraphPart {
        GraphPart(self) { branches.contains($0.branch) }
    }

    /// Returns the elements that follow a valve within the valve's branch, usually an encoder, with their links.
    package func part(behind valve: ValvePlan) -> GraphPart {
        var names: Set<String> = []
        var ends = [valve.pad.element]
        while let end = ends.popLast() {
            for link in links where link.from.element == end && names.insert(link.to.element).inserted {
                ends.append(link.to.element)
            }
        }
        return GraphPart(self) { names.contains($0.name) && $0.branch == valve.branch }
    }

    package func input(_ name: InputName) -> InputPlan? { inputs.first { $0.name == name } }

    /// Replaces the branches of an input with those from `other`, a plan of the same recording for the input's current
    /// device. Everything else stays unchanged.
    package mutating func adopt(_ input: InputPlan, from other: GraphPlan) {
        // The slate of the input is part of this plan only while the input is absent.
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
        valves = valves.filter { !old.contains($0.pad.element) } + new.valves
        loops = loops.filter { !old.contains($0.demuxer) } + new.loops
        counters = counters.filter { !old.contains($0.element) } + new.counters
        for output in new.outputs { outputs = outputs.map { $0.name == output.name ? output : $0 } }
        inputs = inputs.map { before in
            guard before.name == input.name else { return before }
            var input = input
            input.delay = before.delay
            return input
        }
    }
}
