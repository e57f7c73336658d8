import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

extension SessionRecoveryTests {
    /// A file without frames is only removed if it is known that it had just begun. Here its part is unknown, or the
    /// time of its last write is invalid.
    @Test(arguments: [
        ([Line.started(), Line.segment(1, at: 11, [("back", "b_000.mov")])], 1_763_733_900),
        ([Line.started(), Line.recording(1, [("back", "b_000.mov")])], -1_000_000_000),
    ])
    func `an unreadable file of unknown age stays`(ledger: [LedgerEntry], written: Int) throws {
        let session = try SessionOnDisk()
        session.crash(ledger, files: ["b_000.mov"])
        let time = timespec(tv_sec: written, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, session.path + "/b_000.mov", [time, time], 0) == 0)
        let tools = SessionOnDisk.tools(["b_000.mov": FileContent(frames: 0, problem: "no header")])
        #expect(try SessionRecovery(tools).recover(session.path).settled.map(\.lost) == [nil])
        #expect(session.contents == ["b_000.mov", "session.json"])
    }
}
