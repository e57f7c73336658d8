import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its journal on a disk that is full for a moment")
struct SessionJournalTests {
    private static let entries = [1.0, 2, 3, 4].map { Line.dropped("back.encoder", "back", 1, at: $0) }

    /// The space for the second and third entry; the fourth always has enough.
    @Test(arguments: [0, 20, 10_000])
    func `no entry is lost, none is written twice, and their order stays`(room: Int) throws {
        let session = try SessionOnDisk()
        session.crash([], files: [])
        let disk = SystemWithFaults()
        var told: [Int32?] = []
        try SystemAccess.$current.withValue(disk) {
            var journal = SessionJournal(try SessionFolder.reopen(session.path))
            for (index, entry) in Self.entries.enumerated() {
                disk.room.withLock { $0 = index == 1 ? room : index == 3 ? nil : $0 }
                told.append(journal.write(.record(entry)) { SessionStorage(session.path) }?.errorNumber)
            }
            #expect(journal.waiting == [])
        }
        #expect(told == (room < 1000 ? [nil, ENOSPC, ENOSPC, nil] : [nil, nil, nil, nil]))
        let ledger = LedgerText(try #require(session.text("ledger.jsonl")))
        #expect(ledger.lines == Self.entries.map(\.line))
        #expect(ledger.damaged == 0)
    }

    /// The disk accepted a line and failed to synchronise it; the line must not be written twice. Found by the
    /// simulator with seed 553.
    @Test(arguments: [1, 2, 3]) func `a line that was written and not synchronised is written once`(
        attempts: Int
    ) throws {
        let session = try SessionOnDisk()
        session.crash([], files: [])
        let disk = SystemWithFaults()
        try SystemAccess.$current.withValue(disk) {
            var journal = SessionJournal(try SessionFolder.reopen(session.path))
            let storage = { SessionStorage(session.path) }
            #expect(journal.write(.record(Self.entries[0]), storage) == nil)
            disk.syncRefusal.withLock { $0 = EIO }
            #expect(journal.write(.record(Self.entries[1]), storage)?.errorNumber == EIO)
            for _ in 1..<attempts { #expect(journal.perform(.retry, storage)?.errorNumber == EIO) }
            disk.syncRefusal.withLock { $0 = nil }
            #expect(journal.write(.record(Self.entries[2]), storage) == nil)
            #expect(journal.waiting == [])
        }
        let ledger = LedgerText(try #require(session.text("ledger.jsonl")))
        #expect(ledger.lines == Self.entries[...2].map(\.line))
    }

    /// A refused line is written as soon as possible, because the process may be killed long before its next entry.
    @Test func `what a disk has refused is written as soon as it takes it`() throws {
        let session = try SessionOnDisk()
        session.crash([], files: [])
        let disk = SystemWithFaults()
        try SystemAccess.$current.withValue(disk) {
            var journal = SessionJournal(try SessionFolder.reopen(session.path))
            let storage = { SessionStorage(session.path) }
            disk.room.withLock { $0 = 0 }
            #expect(journal.perform(.entry(.record(Self.entries[0])), storage)?.errorNumber == ENOSPC)
            #expect(journal.perform(.retry, storage)?.errorNumber == ENOSPC)
            disk.room.withLock { $0 = nil }
            #expect(journal.perform(.retry, storage) == nil)
        }
        #expect(LedgerText(try #require(session.text("ledger.jsonl"))).lines == [Self.entries[0].line])
    }

    /// If the disk refuses the marker once, the folder's name must still be synchronised later.
    @Test(arguments: [
        SessionJournal.Work.retry, .entry(.complete(Manifest(state: .finished, members: []), leftovers: [])),
    ])
    func `a folder whose mark was refused is made to last later`(work: SessionJournal.Work) throws {
        let session = try SessionOnDisk()
        session.crash([], files: [])
        let disk = SystemWithFaults()
        try SystemAccess.$current.withValue(disk) {
            var journal = SessionJournal(try SessionFolder.reopen(session.path))
            let storage = { SessionStorage(session.path) }
            let parent = String(session.path[..<(try #require(session.path.lastIndex(of: "/")))])
            disk.room.withLock { $0 = 0 }
            #expect(journal.perform(.anchor, storage)?.errorNumber == ENOSPC)
            #expect(!disk.synchronised.withLock { $0.contains(parent) } && journal.isBehind)
            disk.room.withLock { $0 = nil }
            #expect(journal.perform(work, storage) == nil)
            #expect(disk.synchronised.withLock { $0.contains(parent) } && !journal.isBehind)
        }
    }

    /// Recovery at the new place finds all entries up to the end, and finishes the records.
    @Test func `a ledger goes on in the folder that the session's own was moved to`() throws {
        let session = try SessionOnDisk()
        session.crash([], files: [])
        let moved = session.place.path + "/moved"
        let storage = { SessionStorage(session.path) }
        var journal = SessionJournal(try SessionFolder.reopen(session.path))
        #expect(journal.perform(.anchor, storage) == nil)
        #expect(journal.write(.record(Self.entries[0]), storage) == nil)
        try #require(rename(session.path, moved) == 0)
        #expect(journal.write(.record(Self.entries[1]), storage)?.errorNumber == ENOENT)
        journal.follow(SessionFolder(movedTo: moved))
        #expect(journal.write(.record(Self.entries[2]), storage) == nil)
        #expect(journal.write(.complete(Manifest(state: .finished, members: []), leftovers: []), storage) == nil)
        #expect(journal.write(.discard([]), storage) == nil)
        let ledger = LedgerText(try #require(session.place.text("moved/ledger.jsonl")))
        #expect(ledger.lines == Self.entries[...2].map(\.line))
        #expect(SessionFolder.isMarked(moved))
    }
}
