/// A graph whose devices stay open while several takes are recorded one after the other.
package protocol StandingGraph: Sendable {
    /// Returns the graph for the next take. At this point, nothing is recorded, no throttle is set, and all counters
    /// are 0. Waits until the previous take has released the graph.
    func lease() async -> GraphLease

    /// Closes the devices of the graph. After `limit`, throws `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// The permission for one take to use the standing graph.
package struct GraphLease: Sendable {
    /// The graph with which the take is recorded. Its function `close` releases the graph but leaves the devices open.
    package var graph: any RecordingGraph
    /// The inputs that were lost before the take started and have not returned.
    package var lost: Set<InputName>

    package init(graph: any RecordingGraph, lost: Set<InputName> = []) { (self.graph, self.lost) = (graph, lost) }
}
