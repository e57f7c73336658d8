import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Recovery after a worker was lost during a pause.
@Suite struct RecoveryInPauseTests {
    /// The number of seconds from the start of the pause to the end of the last frame of an incomplete file.
    @Test(arguments: [0.02, 0.033])
    func aLastFrameMayReachIntoThePause(_ overlap: Double) throws {
        let session = try SessionOnDisk()
        let pause = Line.entry(.paused, at: 12 - overlap, Line.fields(("at", Line.time(12 - overlap))))
        session.crash([Line.started(), Line.recording(11, [("back", "b_000.mov")]), pause], files: ["b_000.mov"])
        let report = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        let half = try #require(report.settled.first?.file.summary)
        #expect(half.length == .seconds(1))
    }

    /// The file's second of pictures was recorded before and after pauses.
    @Test(arguments: [([(11.2, 15.0)], 15.8), ([(11.2, 15), (15.3, 20)], 20.5)])
    func aPauseIsNoPartOfWhatIsFound(pauses: [(Double, Double)], end: Double) throws {
        let session = try SessionOnDisk()
        let ledger = [Line.started(), Line.recording(11, [("back", "b_000.mov")])]
        session.crash(ledger + pauses.flatMap { Line.pause(from: $0.0, to: $0.1) }, files: ["b_000.mov"])
        let report = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        let half = try #require(report.settled.first?.file.summary)
        #expect(half.length == .seconds(1))
        #expect(abs(Double(half.end.nanoseconds) / 1e9 - end) < 1e-6)
    }
}
