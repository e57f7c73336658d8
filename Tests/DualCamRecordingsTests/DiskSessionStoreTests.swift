import DualCamConfig
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings

@Suite("Session: making room")
struct DiskSessionStoreTests {
    private let store = DiskSessionStore()

    private static func session(_ folder: String, start: Int64, bytes: Int64) -> ListedSession {
        var session = ListedSession(folder, .finished)
        (session.start, session.occupied) = (start, bytes)
        return session
    }

    private static let sessions = [
        session("b", start: 20, bytes: 5), session("a", start: 10, bytes: 3), session("c", start: 30, bytes: 4),
    ]

    private static let rules: [(Retention, kept: Int64, leaving: [String])] = [
        (.off, 0, []), (.age(.nanoseconds(100)), 0, []), (.age(.nanoseconds(90)), 0, []),
        (.age(.nanoseconds(75)), 0, ["a", "b"]), (.size(ByteCount(bytes: 12)), 0, []),
        (.size(ByteCount(bytes: 11)), 0, ["a"]), (.size(ByteCount(bytes: 9)), 0, ["a"]),
        (.size(ByteCount(bytes: 8)), 0, ["a", "b"]), (.size(ByteCount(bytes: 12)), 1, ["a"]),
        (.size(ByteCount(bytes: 1)), 100, ["a", "b", "c"]),
    ]

    @Test(arguments: rules)
    func `the oldest go`(rule: Retention, kept: Int64, leaving: [String]) {
        let gone = Self.sessions.beyond(rule, kept: kept, now: 100)
        #expect(gone.map(\.folder) == leaving)
    }

    /// The age of a session without a known start is unknown, so it is not too old.
    @Test func `a session whose beginning is not known has no age`() {
        var session = Self.session("a", start: 10, bytes: 3)
        session.start = nil
        #expect([session].beyond(.age(.nanoseconds(1)), kept: 0, now: 100).isEmpty)
    }

    /// The oldest session lists another session's file: it stays, and the next one makes room.
    @Test func `one that cannot be deleted keeps no other from going`() throws {
        let place = try #require(TemporaryFolder())
        try SessionOnDisk("a", in: place).finish(["a.mov", "../b/b.mov"], after: 0)
        try SessionOnDisk("b", in: place).finish(["b.mov"], after: 1)
        #expect(try store.deleteOldest(in: place.path, besides: "/none")?.path == place.path + "/b")
        #expect(throws: FolderFailure.self) { try store.deleteOldest(in: place.path, besides: "/none") }
        #expect(place.contents == ["a", "a/a.mov", "a/session.json"])
    }

    /// The list of files is deleted last, so that after a power cut it still lists every existing file.
    @Test func `the list goes when its files are known to be gone`() throws {
        let session = try SessionOnDisk()
        session.finish(["a.mov"])
        let system = SystemWithFaults()
        system.syncRefusal.withLock { $0 = EIO }
        SystemAccess.$current.withValue(system) {
            _ = #expect(throws: FolderFailure.self) {
                try store.deleteOldest(in: session.place.path, besides: "/none")
            }
        }
        #expect(session.contents == ["session.json"])
    }

    @Test func `the oldest finished session goes whole, never the running one or one that is not finished`() throws {
        let place = try #require(TemporaryFolder())
        try SessionOnDisk("a-running", in: place).finish(["a.mov"], after: 0)
        try SessionOnDisk("b-crashed", in: place).crash([], files: ["b.mov"])
        try SessionOnDisk("c-unfinished", in: place).finish(["c.mov"], state: "unfinished", after: 1)
        try SessionOnDisk("d", in: place).finish(["d.mov"], after: 3)
        try SessionOnDisk("e", in: place).finish(["e.mov", "f.mov"], state: "recovered", after: 2)
        try SessionOnDisk("g-newer", in: place).write(#"{"format":9}"#, to: "session.json")
        place.write("mine", to: "notes.txt")
        let running = place.path + "/./a-running/"
        #expect(try store.deleteOldest(in: place.path, besides: running)?.path == place.path + "/e")
        #expect(try store.deleteOldest(in: place.path + "/", besides: running)?.path == place.path + "/d")
        #expect(try store.deleteOldest(in: place.path, besides: running) == nil)
        let kept = ["a-running/a.mov", "b-crashed/b.mov", "c-unfinished/c.mov", "g-newer/session.json", "notes.txt"]
        #expect(kept.allSatisfy(place.contents.contains))
        #expect(!place.contents.contains { $0.hasPrefix("d") || $0.hasPrefix("e") })
    }

    /// A file of a terabyte without content, in any session, is not a reason to delete the others.
    @Test(arguments: ["a", "b"]) func `what takes no room counts for nothing`(giant: String) throws {
        let place = try #require(TemporaryFolder())
        for (age, name) in ["a", "b"].enumerated() {
            try SessionOnDisk(name, in: place).finish(["\(name).mov"], after: Int64(age))
        }
        #expect(truncate("\(place.path)/\(giant)/\(giant).mov", 1 << 40) == 0)
        let rule = Retention.size(ByteCount(bytes: 1 << 20))
        let retained = store.retain(rule, in: place.path, besides: "/none", now: WallTime.unixNow())
        #expect(retained == Retained())
        #expect(place.contents.contains("a/a.mov") && place.contents.contains("b/b.mov"))
        let whole = Retention.size(ByteCount(bytes: 0))
        #expect(store.retain(whole, in: place.path, besides: "/none", now: 0).deleted.count == 2)
    }

    @Test func `a foreign file stays, and its folder with it`() throws {
        let session = try SessionOnDisk()
        session.finish(["a.mov"])
        session.write("mine", to: "notes.txt")
        #expect(mkdir(session.path + "/own", 0o755) == 0)
        let bytes = Int64(7 + (session.text("session.json")?.utf8.count ?? 0))
        let deleted = try store.deleteOldest(in: session.place.path, besides: "/none")
        let left = ["notes.txt", "own"].map { session.path + "/" + $0 }
        #expect(deleted == DeletedSession(path: session.path, bytes: bytes, left: left))
        #expect(session.contents.contains("notes.txt") && !session.contents.contains { $0.hasSuffix(".mov") })
    }

    @Test func `of very many foreign files some are named`() throws {
        let session = try SessionOnDisk()
        session.finish(["a.mov"])
        for number in 0..<60 { session.write("mine", to: "note-\(number).txt") }
        let deleted = try store.deleteOldest(in: session.place.path, besides: "/none")
        #expect(deleted?.left.count == DeletedSession.most)
    }

    @Test(arguments: ["../outside.mov", "/etc/../outside.mov", "x/../../outside.mov", "/elsewhere/outside.mov"])
    func `a list that leads elsewhere is not believed`(file: String) throws {
        let session = try SessionOnDisk()
        session.finish(["a.mov", file])
        session.place.write("mine", to: "outside.mov")
        #expect(throws: FolderFailure.self) {
            try store.deleteOldest(in: session.place.path, besides: "/none")
        }
        #expect(session.contents == ["a.mov", "session.json"])
        #expect(session.place.text("outside.mov") == "mine")
    }

    /// The path leads to another session by `..`, although it contains this session's folder name.
    @Test func `a roundabout way to another session's files is not believed`() throws {
        let other = try SessionOnDisk()
        other.write("mine", to: "b.mov")
        let session = try SessionOnDisk()
        session.finish(["a.mov", other.place.path + "/take/../take/b.mov"])
        #expect(throws: FolderFailure.self) {
            try store.deleteOldest(in: session.place.path, besides: "/none")
        }
        #expect(other.text("b.mov") == "mine")
    }

    @Test func `links are not followed`() throws {
        let session = try SessionOnDisk()
        session.finish(["a.mov", "b.mov"])
        session.place.write("mine", to: "outside.mov")
        unlink(session.path + "/b.mov")
        symlink("../outside.mov", session.path + "/b.mov")
        let other = try SessionOnDisk("real")
        other.finish(["r.mov"])
        symlink(other.path, session.place.path + "/linked")
        _ = try store.deleteOldest(in: session.place.path, besides: "/none")
        #expect(try store.deleteOldest(in: session.place.path, besides: "/none") == nil)
        #expect(session.contents == ["b.mov"])
        #expect(session.place.text("outside.mov") == "mine")
        #expect(other.contents == ["r.mov", "session.json"])
    }

    @Test func `files in the fallback's folder of the same name go, too`() throws {
        let elsewhere = try SessionOnDisk("take")
        elsewhere.write("content", to: "b.mov")
        let session = try SessionOnDisk("take")
        session.finish(["a.mov", elsewhere.path + "/b.mov"])
        elsewhere.write(SessionStorage.mark(of: session.path), to: ".dualcam-session")
        _ = try store.deleteOldest(in: session.place.path, besides: "/none")
        #expect(elsewhere.place.contents == [])
        #expect(session.place.contents == [])
    }

    @Test func `a directory that cannot be read is said`() {
        #expect(throws: FolderFailure.self) { try store.deleteOldest(in: "/proc/none", besides: "/none") }
    }

    @Test func `retention deletes what is too old and tells of each`() throws {
        let place = try #require(TemporaryFolder())
        try SessionOnDisk("a", in: place).finish(["a.mov"], after: 0)
        try SessionOnDisk("b", in: place).finish(["b.mov"], after: 86_400)
        let now = SampleRecording.wallStart + 2 * 86_400 * 1_000_000_000
        let gone = store.retain(.age(.seconds(86_400 + 3600)), in: place.path, besides: "/none", now: now).deleted
        #expect(gone.map(\.path) == [place.path + "/a"])
        #expect(place.contents == ["b", "b/b.mov", "b/session.json"])
        #expect(store.retain(.off, in: place.path, besides: "/none", now: .max) == Retained())
    }

    @Test func `sessions are listed with their state`() throws {
        let place = try #require(TemporaryFolder())
        try SessionOnDisk("a", in: place).finish(["a.mov"])
        try SessionOnDisk("b", in: place).crash(
            [Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        let held = try SessionOnDisk("c", in: place)
        held.crash([], files: [])
        try SessionOnDisk("d", in: place).write("{", to: "session.json")
        mkdir(place.path + "/foreign", 0o777)
        let lock = try FolderLock.shared(held.path)
        let sessions = try ListedSession.all(in: place.path)
        #expect(sessions.map(\.name) == ["a", "b", "c", "d"])
        #expect(sessions.map(\.bytes) == [7, 7, 0, 0])
        let holder = try #require(try FolderLock.holder(of: held.path))
        let cut = SessionReadFailure.damaged(place.path + "/d/session.json", JSONFailure(line: 1, isCut: true))
        #expect(sessions.map(\.state) == [.finished, .unfinished, .recording(by: holder), .unreadable(cut)])
        withExtendedLifetime(lock) {}
    }
}
