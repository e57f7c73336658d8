import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: lines of a ledger that cannot be read")
struct SpoiltLedgerTests {
    private static let ledger = [
        Line.started(), Line.recording(1, [("back", "b_000.mov")]),
        Line.segment(1, at: 11, [("back", "b_001.mov")]), Line.finished("back", "b_000.mov", frames: 300, 1, 11),
        Line.digested("b_000.mov", size: 7, "known"),
    ]

    /// A damaged line in the middle of the ledger is still known after every recovery.
    @Test func `a line that cannot be read is not forgotten`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov"], tail: "spoilt \"line\n")
        _ = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        #expect(try SessionRecord.read(session.path).ledger.damaged == 1)
        let findings = try Audit.reading(session.path, tools: SessionOnDisk.tools()).findings
        let told = findings.filter { $0.text == "1 line of the ledger cannot be read, and what they told is not known" }
        #expect(told.map(\.severity) == [.note])
    }
}
