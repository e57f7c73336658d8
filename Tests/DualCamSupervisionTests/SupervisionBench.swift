import Testing

@testable import DualCamSupervision

/// A supervisor and everything it does, in words.
struct SupervisionBench {
    /// When it begins, in nanoseconds of Unix time.
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
