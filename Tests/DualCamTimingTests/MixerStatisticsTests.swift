import DualCamPlan
import Testing

@testable import DualCamTiming

/// The detection of repeated pictures. Times are in milliseconds here; the code works with any unit.
@Suite struct MixerStatisticsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var camera: Int64
        var pictures: [Int64?]
        var stale: [Int]
    }

    /// The combined frames of 40 begin at 0, 40, 80 ...; `stale` lists those with a picture that is too old.
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
        let stale = row.pictures.enumerated().filter { account.judge($0.element, at: Int64($0.offset) * 40) == .stale }
        #expect(stale.map(\.offset) == row.stale)
    }

    /// Frames from before a camera's rate was measured are judged by the measured rate later. Previously, half of a
    /// dark camera's frames counted as repeated.
    @Test(arguments: [(80, [2]), (40, [1, 2, 5])] as [(Int64, [Int])])
    func whatCameBeforeTheRateWasMeasuredIsJudgedByIt(measured: Int64, stale: [Int]) {
        var account = MixerStatistics(camera: 40, combined: 40, isMeasured: false)
        // The third frame's picture is too old at either rate.
        let pictures: [Int64] = [5, 5, 5, 85, 165, 165]
        let verdicts = pictures.enumerated().map { account.judge($0.element, at: Int64($0.offset) * 40) }
        #expect(!verdicts.contains(.stale))
        #expect(verdicts[1] == .doubtful(isStale: true) && verdicts[0] == .due)
        #expect(account.settle(camera: measured).map { $0.map { Int($0 / 40) }.sorted() } == stale)
        #expect(account.settle(camera: measured) == nil, "there is no doubt any more")
        #expect(account.judge(245, at: 240) == .due)
        #expect(account.judge(245, at: 280) == (measured == 40 ? .stale : .due))
    }

    @Test func aCameraThatIsNeverMeasuredIsTakenAtItsWord() {
        var account = MixerStatistics(camera: 40_000_000, combined: 40_000_000, isMeasured: false)
        _ = account.judge(5, at: 0)
        #expect(account.judge(5, at: 40_000_000) == .doubtful(isStale: true))
        #expect(account.giveUpMeasuring(at: 6_000_000_000) == nil)
        #expect(account.giveUpMeasuring(at: 6_040_000_001) == [40_000_000])
        #expect(account.judge(5, at: 80_000_000) == .stale)
    }
}

@Suite struct RepeatedPicturesTests {
    private static let (back, front) = (BranchID.mixerInput(InputName("back")), BranchID.mixerInput(InputName("front")))

    @Test func whatIsCertainCountsWhenItIsEncoded() {
        var pictures = RepeatedPictures()
        for time: Int64 in [40_000, 80_000] { pictures.append(Self.back, at: time, guess: nil) }
        #expect(pictures.encoded(at: 80_400).map(\.time) == [80_000], "the first was dropped on its way")
        #expect(pictures.encoded(at: 120_000).isEmpty)
    }

    /// Some of the doubtful frames have already been encoded when the camera's rate is known, others have not.
    @Test func whatWasInDoubtCountsWhenItIsSettled() {
        var pictures = RepeatedPictures()
        for time: Int64 in [40_000, 80_000, 120_000, 160_000] {
            pictures.append(Self.back, at: time, guess: true)
            pictures.append(Self.front, at: time, guess: time == 80_000)
        }
        #expect(pictures.encoded(at: 40_000).isEmpty && pictures.encoded(at: 80_000).isEmpty)
        #expect(pictures.settle(Self.back, [80_000, 160_000]) == [80_000])
        #expect(pictures.encoded(at: 120_000).isEmpty)
        #expect(pictures.encoded(at: 160_000).map(\.branch) == [Self.back])
        #expect(pictures.guess().map(\.time) == [80_000], "nothing was ever known of the other")
        #expect(pictures.guess().isEmpty)
    }
}
