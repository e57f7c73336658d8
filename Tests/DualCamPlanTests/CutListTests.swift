import DualCamPlan
import Testing

/// A list of two pauses, 10...14 and 20...23, and one that begins at 30; times in nanoseconds.
@Suite struct CutListTests {
    private static var list: CutList {
        var list = CutList()
        for (from, to) in [(10, 14), (20, 23)] as [(Int64, Int64)] {
            list.begin(at: RunningTime(nanoseconds: from))
            list.end(at: RunningTime(nanoseconds: to))
        }
        list.begin(at: RunningTime(nanoseconds: 30))
        return list
    }

    @Test(
        arguments: [
            (9, 9, false), (10, 10, true), (13, 10, true), (14, 10, false), (19, 15, false), (20, 16, true),
            (23, 16, false), (29, 22, false), (30, 23, true), (99, 23, true),
        ] as [(Int64, Int64, Bool)])
    func recordedTimeStandsStillInAPause(running: Int64, recorded: Int64, isCut: Bool) {
        #expect(Self.list.recorded(RunningTime(nanoseconds: running)).nanoseconds == recorded)
        #expect(Self.list.isCut(RunningTime(nanoseconds: running)) == isCut)
    }

    @Test(
        arguments: [(9, 9, 9), (10, 10, 14), (11, 15, 15), (16, 20, 23), (17, 24, 24), (23, 30, 30), (40, 30, 30)]
            as [(Int64, Int64, Int64)])
    func aRecordedTimeAtAPauseHasTwoSides(recorded: Int64, before: Int64, behind: Int64) {
        #expect(Self.list.running(RunningTime(nanoseconds: recorded), .before).nanoseconds == before)
        #expect(Self.list.running(RunningTime(nanoseconds: recorded), .behind).nanoseconds == behind)
    }

    /// A pause is cut completely if the last frame before it extends into it and the first frame after it is as late.
    @Test(
        arguments: [(0, 9, 0, 0), (0, 12, 0, 2), (12, 16, 0, 2), (12, 16, 3, 4), (9, 15, 3, 4), (0, 40, 0, 17)]
            as [(Int64, Int64, Int64, Int64)])
    func whatIsCutOutBetweenTwoTimes(from: Int64, to: Int64, slack: Int64, length: Int64) {
        let found = Self.list.length(
            from: RunningTime(nanoseconds: from), to: RunningTime(nanoseconds: to), slack: slack)
        #expect(found == length)
    }

    @Test func aPauseInAPauseIsNone() {
        var list = Self.list
        list.begin(at: RunningTime(nanoseconds: 35))
        #expect(list == Self.list)
        list.end(at: RunningTime(nanoseconds: 25))
        #expect(list.cuts.last == .init(from: RunningTime(nanoseconds: 30), to: RunningTime(nanoseconds: 30)))
        #expect(!list.isOpen)
    }
}
