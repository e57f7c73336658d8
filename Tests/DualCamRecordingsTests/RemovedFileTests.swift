import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

/// Files that a recovery removes because the crash came before their first frame.
@Suite("Session: files that a recovery removes")
struct RemovedFileTests {
    /// The file was opened 0.5 s before the last write, so frames may have been lost.
    @Test func `an audit says that the recovery removed it`() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b_000.mov"), ("front", "f_000.mov")])], files: [])
        session.write("", to: "b_000.mov")
        let crash = SampleRecording.wallStart + 1_500_000_000
        let time = timespec(tv_sec: Int(crash / 1_000_000_000), tv_nsec: Int(crash % 1_000_000_000))
        try #require(utimensat(AT_FDCWD, session.path + "/b_000.mov", [time, time], 0) == 0)
        let report = try SessionRecovery(SessionOnDisk.tools([:])).recover(session.path)
        #expect(report.settled.map(\.isForestalled) == [true, false])
        #expect(report.settled.first?.lost ?? 0 > 0)
        let record = try SessionRecord.read(session.path)
        #expect(record.history.files.map(\.recovery) == [.removed, .unplayable])
        let removal = try #require(record.ledger.entries.first { $0["code"]?.text == "removed" })
        #expect(removal["file"]?.text == "b_000.mov")
        let findings = Audit(record, evidence: [:], foreign: []).findings.filter { $0.subject.hasSuffix(".mov") }
        #expect(
            findings.map { "\($0.subject) \($0.text)" } == [
                "b_000.mov had not begun when a crash came: the recovery removed it, as it held nothing",
                "f_000.mov is not there: it was deleted, or never made",
            ])
    }
}
