/// A graph whose devices stay open while several takes are recorded one after the other.
package protocol StandingGraph: Sendable {
    /// Returns the graph for the next take, once the previous take has released it. The returned graph records nothing
    /// and has no throttle, and all its counters are 0.
    func lease() async -> GraphLease

    /// Closes the devices of the graph. Throws `GraphFailure.Code.timeout` if this takes longer than `limit`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// The exclusive right of one take to use the standing graph.
package struct GraphLease: Sendable {
    /// The graph that records the take. Calling its function `close` releases the graph but leaves the devices open.
    package var graph: any RecordingGraph
    /// The inputs that were lost before the take started and have not returned.
    package var lost: Set<InputName>

    package init(graph: any RecordingGraph, lost: Set<InputName> = []) { (self.graph, self.lost) = (graph, lost) }
}
