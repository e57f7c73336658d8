import Testing

@testable import DualCamGraph

@Suite("Graph: how far apart a camera's own key frames are")
struct KeyFrameMeterTests {
    /// Feeds key frames at the given distances in milliseconds. Returns each reported distance with the time from which
    /// it holds.
    private static func told(_ distances: [Int64]) -> [[Int64]] {
        var meter = KeyFrameMeter()
        var time: Int64 = 100
        var told: [[Int64]] = []
        for distance in [0] + distances {
            time += distance
            if let found = meter.see(at: time * 1_000_000) {
                told.append([found.length / 1_000_000, found.from / 1_000_000])
            }
        }
        return told
    }

    @Test(
        arguments: [
            ([2000, 2000, 2010, 1990], [[2000, 100]]),
            // One key frame was lost.
            ([2000, 4000, 2000], [[2000, 100]]),
            // The camera exposes longer in the dark.
            ([2000, 4000, 4000, 4000], [[2000, 100], [4000, 2100]]),
            // A second key frame follows soon after the first one, as with some cameras.
            ([33, 2000, 2000], [[33, 100], [2000, 133]]),
            // An additional key frame because the picture changes.
            ([2000, 700, 1300, 2000, 2000], [[2000, 100]]),
            ([2000] + [Int64](repeating: 1000, count: 8), [[2000, 100], [1000, 2100]]),
            ([], []),
        ] as [([Int64], [[Int64]])])
    func distances(_ distances: [Int64], _ expected: [[Int64]]) {
        #expect(Self.told(distances) == expected)
    }
}
