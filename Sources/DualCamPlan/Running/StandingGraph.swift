/// A graph whose devices stay open while several takes are recorded with it, one after the other.
package protocol StandingGraph: Sendable {
    /// Returns the graph for the next take: nothing is recorded, no throttle is set, and the counters start at 0. Waits
    /// until the previous take has released the graph.
    func lease() async -> GraphLease

    /// Closes the graph's devices. Gives up after `limit` with `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// The permission of one take to use the standing graph.
package struct GraphLease: Sendable {
    /// The graph that the take records with. Its `close` releases the graph and leaves the devices open.
    package var graph: any RecordingGraph
    /// The inputs that were lost before the take and have not returned.
    package var lost: Set<InputName>

    package init(graph: any RecordingGraph, lost: Set<InputName> = []) { (self.graph, self.lost) = (graph, lost) }
}
