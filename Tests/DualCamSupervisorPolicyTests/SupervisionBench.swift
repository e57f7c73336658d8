import Testing

@testable import DualCamSupervisorPolicy

/// A supervisor's state, and all its actions as text.
struct SupervisionBench {
    /// The wall-clock time at which the bench begins, in Unix nanoseconds.
    static let wall: Int64 = 1_795_269_903_250_000_000

    var state = SupervisionState(hang: .seconds(5), memoryLimit: 1000)
    let words: (SupervisionAction) -> String
    var now = Duration.zero
    var deeds: [String] = []

    mutating func take(_ inputs: SupervisionInput...) {
        for input in inputs {
            let wall = Self.wall + now.components.seconds * 1_000_000_000
            deeds += state.observe(input, at: now, wall: wall).map(words)
        }
    }

    mutating func expect(_ expected: String..., location: SourceLocation = #_sourceLocation) {
        #expect(deeds == expected, sourceLocation: location)
        deeds = []
    }
}
