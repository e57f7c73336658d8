/// A graph whose devices stay open while one take after the other is recorded with it.
package protocol StandingGraph: Sendable {
    /// Returns the graph for the next take: nothing is recorded, no throttle is set, and its counters start at 0. Waits
    /// until the previous take has released it.
    func lease() async -> GraphLease

    /// Frees the devices. Gives up after `limit` with `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// The right of one take to use the graph.
package struct GraphLease: Sendable {
    /// The graph. Its `close` releases it and leaves the devices open.
    package var graph: any RecordingGraph
    /// The inputs that have been removed and have not returned.
    package var lost: Set<InputName>

    package init(graph: any RecordingGraph, lost: Set<InputName> = []) { (self.graph, self.lost) = (graph, lost) }
}
