package import DualCamPlan

/// A standing graph without devices: a fake graph for each take.
package actor FakeStandbyPipeline: StandingGraph {
    /// The graphs of every lease, in order.
    package private(set) var graphs: [FakeGraph] = []
    package private(set) var isClosed = false
    private let scripts: [FakeGraph.Script]
    private let lost: [Set<InputName>]

    /// - Parameters:
    ///   - scripts: the scripts of the first takes; the last one for all others.
    ///   - lost: inputs that are out when a take gets the graph.
    package init(_ scripts: [FakeGraph.Script] = [], lost: [Set<InputName>] = []) {
        (self.scripts, self.lost) = (scripts, lost)
    }

    package func lease() -> GraphLease {
        let number = graphs.count
        let script = number < scripts.count ? scripts[number] : scripts.last ?? FakeGraph.Script()
        let graph = FakeGraph(script)
        graphs.append(graph)
        return GraphLease(graph: graph, lost: number < lost.count ? lost[number] : [])
    }

    package func close(within limit: Duration) { isClosed = true }
}
