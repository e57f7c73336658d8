import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings
@testable import DualCamSession
@testable import DualCamSupervisorPolicy

/// Ledgers that do not exist yet, and folders that are moved between two workers.
@Suite struct SupervisorLedgerTests {
    private static func news(_ kind: SupervisionNews.Kind) -> SupervisionNews { SupervisionNews(kind: kind, time: 0) }

    private static let gap = news(.gap(from: 0, to: 500_000_000, reason: "memory"))

    /// The folder had already been moved when the gap was to be written, which is noticed a moment later.
    @Test func whatAMovedFolderHasMissedIsToldThere() throws {
        let place = try #require(TemporaryFolder())
        let (old, found) = (place.path + "/take", place.path + "/moved")
        place.write("", to: "moved/ledger.jsonl")
        let ledger = SupervisorLedger()
        let loss = Self.news(.folderLost(old, FolderLoss(.moved, found: found), next: nil))
        try ledger.append(Self.gap, to: old)
        try ledger.append(loss, to: found)
        #expect(place.text("moved/ledger.jsonl") == [Self.gap, loss].map { $0.entry.line + "\n" }.joined())
        // No line is written twice.
        try ledger.append(loss, to: found)
        #expect(place.text("moved/ledger.jsonl")?.split(separator: "\n").count == 3)
    }

    /// A worker may create its ledger only after it has reported that it records.
    @Test(arguments: [true, false]) func aLineWaitsForItsLedger(isAskedFor: Bool) throws {
        let place = try #require(TemporaryFolder())
        let (folder, ledger) = (place.path + "/take", SupervisorLedger())
        let started = Self.news(.workerStarted(pid: 7))
        try ledger.append(started, to: folder)
        try ledger.catchUp(folder)
        place.write("", to: "take/ledger.jsonl")
        try ledger.catchUp(place.path + "/other")
        #expect(place.text("take/ledger.jsonl") == "")
        if isAskedFor { try ledger.catchUp(folder) }
        #expect(place.text("take/ledger.jsonl") == (isAskedFor ? started.entry.line + "\n" : ""))
        try ledger.append(Self.gap, to: folder)
        #expect(place.text("take/ledger.jsonl") == [started, Self.gap].map { $0.entry.line + "\n" }.joined())
    }

    /// Two sessions have missed lines; the second one is found and gets only its own.
    @Test func theLinesOfTwoSessionsAreNotMixed() throws {
        let place = try #require(TemporaryFolder())
        place.write("", to: "moved/ledger.jsonl")
        let (first, second, found) = (place.path + "/first", place.path + "/second", place.path + "/moved")
        let ledger = SupervisorLedger()
        let later = Self.news(.gap(from: 0, to: 900_000_000, reason: "hung"))
        try ledger.append(Self.gap, to: first)
        try ledger.append(later, to: second)
        let loss = Self.news(.folderLost(second, FolderLoss(.moved, found: found), next: nil))
        try ledger.append(loss, to: found)
        #expect(place.text("moved/ledger.jsonl") == [later, loss].map { $0.entry.line + "\n" }.joined())
    }

    @Test func whatOneSessionHasMissedIsNotToldInAnother() throws {
        let place = try #require(TemporaryFolder())
        place.write("", to: "other/ledger.jsonl")
        let ledger = SupervisorLedger()
        try ledger.append(Self.gap, to: place.path + "/take")
        let loss = FolderLoss(.moved, found: place.path + "/other")
        try ledger.append(Self.news(.folderLost(place.path + "/first", loss, next: nil)), to: place.path + "/other")
        #expect(place.text("other/ledger.jsonl")?.contains("\"gap\"") == false)
    }
}
