import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Files in a session's folder that no ledger entry lists, because the power failed or the process was killed before
/// the entry reached the disk.
@Suite("Session: files that the ledger does not list")
struct UnlistedFileTests {
    private static let started = Line.started(naming: [("back", "a_1_back.mov"), ("front", "a_1_front.mov")])

    @Test func `first files that no ledger entry lists belong to the session`() throws {
        let session = try SessionOnDisk()
        session.crash([Self.started], files: ["a_1_back.mov", "other.mov"])
        session.write("", to: "a_1_front.mov")
        let tools = SessionOnDisk.tools(["a_1_back.mov": FileContent(frames: 0, problem: "it has no index")])
        let report = try SessionRecovery(tools).recover(session.path)
        #expect(report.settled.map(\.file.output.rawValue) == ["back", "front"])
        #expect(report.settled.map(\.isPlayable) == [false, false])
        #expect(report.settled.map(\.isForestalled) == [false, true])
        #expect(report.foreign == ["other.mov"])
        let audit = try Audit.reading(session.path, tools: tools)
        #expect(audit.verdict == .note)
        #expect(
            audit.findings.map { "\($0.subject): \($0.text)" } == [
                ": the ledger has no entry about a recording",
                "a_1_back.mov: cannot be played: a crash ended it too early",
                "a_1_front.mov: had not begun when a crash came: the recovery removed it, as it held nothing",
                "front: its rate is not told, so that frames were judged by their own distance",
                "other.mov: is not the session's; it was left alone",
            ])
    }

    /// The first name has no segment number, but later names have one.
    @Test(
        arguments: [
            [], ["a_1_back.mov"], ["a_1_back.mov", "a_1_front.mov", "a_1_back_001.mov", "a_1_front_001.mov"],
        ])
    func `a process that continues avoids the names of the first files`(files: [String]) throws {
        let session = try SessionOnDisk()
        session.crash([Self.started], files: files)
        let history = try SessionOrder.Resumption(reading: session.path).history
        #expect(history.files.map(\.name).sorted() == files.sorted())
        #expect(history.nextSegment == [0: 0, 1: 1, 4: 2][files.count])
        #expect(history.files.allSatisfy { $0.name.contains($0.output.rawValue) })
    }

    @Test func `frames without a recording in the ledger prevent a proof`() throws {
        let session = try SessionOnDisk()
        session.crash([Self.started], files: ["a_1_back.mov"])
        _ = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(audit.rows.map(\.frames) == [30, 0])
        #expect(audit.verdict == .unknown)
    }

    /// The ledger of an older version does not list the names of the first files.
    @Test func `a recording that may be the session's prevents a proof`() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started()], files: ["b_000.mov", "notes.txt"])
        let report = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        #expect(report.foreign == ["b_000.mov", "notes.txt"])
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(audit.verdict == .unknown)
        #expect(
            audit.findings.map { "\($0.severity) \($0.subject): \($0.text)" } == [
                "note : the ledger has no entry about a recording",
                "unknown b_000.mov: may be the session's, but the ledger lists no file; it was left alone",
                "note notes.txt: is not the session's; it was left alone",
            ])
    }
}
