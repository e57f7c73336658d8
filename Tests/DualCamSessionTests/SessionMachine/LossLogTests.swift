import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: losses")
struct LossLogTests {
    private static var history: SessionHistory {
        var history = SessionHistory()
        history.losses.dropped = [.init(branch: BranchID(ledger: "a"), output: back, count: 2)]
        return history
    }

    @Test func `losses add up by branch, in the order of the first`() {
        var log = LossLog(after: Self.history)
        #expect(
            log.drop(BranchID(ledger: "b"), back, 3, at: .seconds(4)).words == [
                #"record dropped at 4.0 {"branch":"b","output":"back","count":3}"#, "emit dropped at 4.0",
            ])
        _ = log.drop(BranchID(ledger: "a"), back, 5, at: .seconds(5))
        _ = log.drop(BranchID(ledger: "c"), nil, 1, at: .seconds(5))
        #expect(log.dropped.map { "\($0.branch.rawValue) \($0.count)" } == ["a 7", "b 3", "c 1"])
        #expect(log.count(of: back) == 10 && log.count(of: front) == 0)
    }

    @Test func `sound that is lost has a length, and is warned of once for each microphone`() {
        var log = LossLog()
        let (room, desk) = (BranchID.audioEncoder(nil), BranchID.audioInput(InputName(microphone: "desk")))
        let first = log.drop(room, nil, 3, lasting: .milliseconds(20), at: .seconds(4)).words
        #expect(first[0] == #"record dropped at 4.0 {"branch":"audio.encoder","output":null,"count":3,"length":0.06}"#)
        #expect(first.count == 3 && first[2].contains("microphone"), "\(first)")
        #expect(log.drop(room, nil, 2, lasting: .milliseconds(20), at: .seconds(5)).count == 2)
        #expect(log.drop(desk, nil, 2, lasting: .milliseconds(20), at: .seconds(5)).count == 3)
        #expect(log.dropped.map(\.nanoseconds) == [100_000_000, 40_000_000])
    }

    /// The status has the sums. A new worker continues them, and a new take begins at 0.
    @Test func `damaged pictures add up by camera, and are warned of once`() {
        let camera = InputName("front")
        var history = SessionHistory()
        history.losses.damaged = [.init(input: camera, isKept: false, count: 4)]
        var log = LossLog(after: history)
        #expect(log.damage(camera, 3, isKept: false, at: .seconds(4)).count == 3)
        #expect(log.damage(camera, 1, isKept: false, at: .seconds(6)).count == 2)
        _ = log.damage(InputName("back"), 2, isKept: true, at: .seconds(6))
        #expect(log.damaged.map { "\($0.input) \($0.count) \($0.isKept)" } == ["front 8 false", "back 2 true"])
        log.restart()
        #expect(log.damaged.isEmpty)
    }

    @Test func `repeated pictures are those of the combined output, and no losses`() {
        var log = LossLog()
        #expect(
            log.repeat(BranchID(ledger: "combined.input.back"), 2, at: .seconds(4)).words == [
                #"record repeated at 4.0 {"branch":"combined.input.back","output":"combined","count":2}"#,
                "emit repeated at 4.0",
            ])
        #expect(log.repeated.map(\.count) == [2] && log.count(of: .combined) == 0)
    }

    @Test func `jumps of pictures are told to the ledger alone`() {
        let jump = PictureJump(
            at: .seconds(3), last: RunningTime(nanoseconds: 2_950_000_000),
            next: RunningTime(nanoseconds: 3_050_000_000))
        #expect(
            LossLog().jump(BranchID(ledger: "combined.input.back"), [jump], at: .seconds(3)).words == [
                #"record jumped at 3.0 {"branch":"combined.input.back","jumps":[[3.0,2.95,3.05]]}"#
            ])
    }

    @Test func `a clip is warned of once`() {
        var log = LossLog()
        #expect(log.lack(InputName("back"), 2, isDelay: false, at: .seconds(4)).count == 2)
        #expect(
            log.lack(InputName("back"), 3, isDelay: false, at: .seconds(5)).words == [
                #"record absent-from-clip at 5.0 {"input":"back","count":3}"#
            ])
        #expect(log.lack(InputName("front"), 1, isDelay: false, at: .seconds(5)).count == 2)
        #expect(
            log.lack(InputName("side"), 4, isDelay: true, at: .seconds(6)).words == [
                #"record absent-from-clip at 6.0 {"input":"side","count":4,"reason":"delay"}"#
            ])
    }

    @Test func `a take begins without losses`() {
        var log = LossLog(after: Self.history)
        log.restart()
        #expect(log.dropped.isEmpty)
    }
}
