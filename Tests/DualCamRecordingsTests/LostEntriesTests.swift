import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: files of which the ledger tells too little")
struct LostEntriesTests {
    private static let ledger = [
        Line.started(), Line.recording(1, [("back", "b_000.mov")]),
        Line.segment(1, at: 11, [("back", "b_001.mov")]), Line.finished("back", "b_000.mov", frames: 300, 1, 11),
        Line.digested("b_000.mov", size: 7, "known"),
    ]

    /// The boundary was requested too late, so the previous file continued; two files of an output must not overlap.
    @Test func `a half file begins where a late one before it ended`() throws {
        let session = try SessionOnDisk()
        let ledger = Self.ledger.map { entry in
            entry.kind == .fileFinished ? Line.finished("back", "b_000.mov", frames: 348, 1, 12.6) : entry
        }
        session.crash(ledger, files: ["b_000.mov", "b_001.mov"])
        let settled = try SessionRecovery(SessionOnDisk.tools()).recover(session.path).settled
        let half = try #require(settled.first?.file.summary)
        #expect((half.start.nanoseconds, half.end.nanoseconds) == (12_600_000_000, 13_600_000_000))
    }

    /// The ledger has lost the entries after the first segment. Each of these files begins where the one before ended.
    @Test func `files that the ledger has lost lie behind each other`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.ledger, files: ["b_000.mov", "b_001.mov", "b_002.mov", "b_003.mov", "b_004.mov"])
        let settled = try SessionRecovery(SessionOnDisk.tools()).recover(session.path).settled
        #expect(settled.compactMap(\.file.summary?.start) == [.seconds(11), .seconds(12), .seconds(13), .seconds(14)])
    }

    /// The files that are not in the ledger belong to the worker before the one with higher file numbers.
    @Test func `files that the ledger has lost belong to the part of their numbers`() throws {
        let session = try SessionOnDisk()
        let next = Line.recording(1, [("back", "b_003.mov")], segment: 3)
        session.crash(
            Self.ledger + [Line.entry(.workerLost), next],
            files: ["b_000.mov", "b_001.mov", "b_002.mov", "b_003.mov", "b_004.mov"])
        let settled = try SessionRecovery(SessionOnDisk.tools()).recover(session.path).settled
        #expect(settled.map(\.file.segment) == [1, 3, 2, 4])
        #expect(settled.map(\.file.part) == [0, 1, 0, 1])
        #expect(settled.compactMap(\.file.summary?.start) == [.seconds(11), .seconds(1), .seconds(12), .seconds(2)])
    }
}
