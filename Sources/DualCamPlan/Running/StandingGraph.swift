/// A graph whose devices stay open while one take after the other is recorded with it.
package protocol StandingGraph: Sendable {
    /// The graph as the next take is to have it: nothing is recorded, nothing is held back, and its counts begin anew. Waits
    /// until the take before has given it back.
    func lease() async -> GraphLease

    /// Frees the devices. Gives up after `limit` with `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// One take's right to the graph.
package struct GraphLease: Sendable {
    /// Its `close` gives the graph back, and leaves the devices open.
    package var graph: any RecordingGraph
    /// Inputs that have been taken out and are not back.
    package var lost: Set<InputName>

    package init(graph: any RecordingGraph, lost: Set<InputName> = []) { (self.graph, self.lost) = (graph, lost) }
}
