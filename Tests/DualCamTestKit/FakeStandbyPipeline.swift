package import DualCamPlan

/// A standby pipeline without devices, which hands out a new `FakeGraph` for each take.
package actor FakeStandbyPipeline: StandingGraph {
    /// The graphs that were handed out, in order.
    package private(set) var graphs: [FakeGraph] = []
    package private(set) var isClosed = false
    private let scripts: [FakeGraph.Script]
    private let lost: [Set<InputName>]

    /// Creates a standby pipeline that has handed out no graph yet.
    ///
    /// - Parameters:
    ///   - scripts: The scripts of the first takes' graphs; the last script is used for all further takes.
    ///   - lost: For each take, the inputs that are lost when the take gets its graph.
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
