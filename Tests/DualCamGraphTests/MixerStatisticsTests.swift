import Testing

@testable import DualCamGraph

/// Times are milliseconds here; the account does not mind the unit.
@Suite struct MixerStatisticsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var camera: Int64
        var pictures: [Int64?]
        var stale: [Int]
    }

    /// Combined frames of 40 begin at 0, 40, 80 ...; `stale` lists those with a picture that is too old.
    @Test(
        arguments: [
            Row(testDescription: "every frame is new", camera: 40, pictures: [5, 45, 85, 125], stale: []),
            Row(
                testDescription: "two came late and were passed over", camera: 40, pictures: [5, 5, 5, 125],
                stale: [1, 2]),
            Row(
                testDescription: "one came late, all lag by one since", camera: 40, pictures: [5, 5, 45, 85], stale: [1]
            ),
            Row(
                testDescription: "all come later than the mixer waits", camera: 40,
                pictures: [nil, nil, nil, 5, 45, 85],
                stale: [3, 4, 5]),
            Row(
                testDescription: "half the rate, all come later than the mixer waits", camera: 80,
                pictures: [nil, nil, nil, 5, 5, 85, 85], stale: [3, 4, 5, 6]),
            Row(
                testDescription: "two came too late together", camera: 20, pictures: [20, 60, 60, 70, 180],
                stale: [2, 3]),
            Row(testDescription: "no picture yet", camera: 40, pictures: [nil, nil, 85, 85], stale: [3]),
            Row(
                testDescription: "half the rate, each is shown twice", camera: 80, pictures: [5, 5, 85, 85, 165],
                stale: []),
            Row(
                testDescription: "half the rate, one came late", camera: 80, pictures: [5, 5, 5, 85, 165], stale: [2]),
            Row(
                testDescription: "a camera of 15 in 25", camera: 67, pictures: [0, 67, 67, 133, 133, 200], stale: []),
            Row(
                testDescription: "twice the rate, every other one is passed over", camera: 20,
                pictures: [20, 60, 100, 140], stale: []),
            Row(
                testDescription: "twice the rate, yet nothing new", camera: 20, pictures: [20, 60, 60, 140], stale: [2]),
        ])
    func countsWhatIsOlderThanDue(row: Row) {
        var account = MixerStatistics(camera: row.camera, combined: 40)
        let stale = row.pictures.enumerated().filter { account.isStale($0.element, at: Int64($0.offset) * 40) }
        #expect(stale.map(\.offset) == row.stale)
    }
}
