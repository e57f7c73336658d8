import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Session: a take, its pauses and its marks")
struct TakeStateTests {
    private static func take() -> TakeState {
        var take = TakeState()
        take.begin(at: .seconds(1), "test")
        return take
    }

    @Test func `the self-timer tells every second that is left, once`() {
        var take = TakeState()
        take.awaitStart(.seconds(4), "test")
        #expect(take.countDown(.sample, at: .seconds(2)).words == ["emit countdown 3", "arm countdown 3.0"])
        #expect(take.countDown(.sample, at: .milliseconds(2500)).words == ["arm countdown 3.0"])
        #expect(take.countDown(.sample, at: .seconds(3)).words == ["emit countdown 2", "arm countdown 4.0"])
        #expect(take.countDown(.sample, at: .seconds(5)) == [])
        take.begin(at: .seconds(4), "test")
        #expect(take.countdown == nil && take.start == .seconds(4))
    }

    @Test func `a pause stops what would come, and is cut out`() throws {
        var take = Self.take()
        #expect(
            take.pause(at: .seconds(5), .sample).words == [
                "disarm segment", "disarm end", #"record paused at 5.0 {"at":5.0}"#, "emit paused at 5.0",
            ])
        #expect(take.isPaused)
        #expect(take.recorded(until: .seconds(9)) == .seconds(4))
        let resumed = take.resume(at: .seconds(8))
        let pause = try #require(resumed)
        #expect(pause.from == .seconds(5) && pause.length == .seconds(3))
        #expect(pause.effects.words == [#"record resumed at 8.0 {"at":8.0}"#, "emit resumed at 8.0"])
        #expect(!take.isPaused)
        #expect(take.recorded(until: .seconds(9)) == .seconds(5))
    }

    @Test func `nothing is recorded before the start and behind the end`() {
        #expect(TakeState().recorded(until: .seconds(9)) == .zero)
        var take = Self.take()
        #expect(take.recorded(until: nil) == .zero)
        _ = take.end.settle(.seconds(4), .sample)
        #expect(take.recorded(until: .seconds(9)) == .seconds(3))
    }

    @Test(arguments: [
        (3 as Int64, CutList(), 3 as Int64), (6, CutList([.init(from: .seconds(5), to: .seconds(8))]), 5),
        (6, CutList([.init(from: .seconds(5), to: nil)]), 5),
        (9, CutList([.init(from: .seconds(5), to: .seconds(8))]), 9),
    ])
    func `a moment in a pause is that of the pause`(second: Int64, pauses: CutList, expected: Int64) {
        var take = TakeState()
        for cut in pauses.cuts {
            _ = take.pause(at: cut.from, Timeline(wallStart: 0))
            if let end = cut.to { _ = take.resume(at: end) }
        }
        let mark = take.mark("goal", at: .seconds(second), part: 2)
        #expect(mark.time == .seconds(expected))
        #expect(take.marks == [.init(part: 2, at: .seconds(expected), text: "goal")])
        #expect(
            mark.effects.words == [
                #"record marked at \#(expected).0 {"at":\#(expected).0,"text":"goal"}"#, "emit marked at \(expected).0",
            ])
    }
}
