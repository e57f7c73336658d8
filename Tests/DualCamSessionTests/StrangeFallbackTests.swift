import DualCamConfig
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// A stranger's session called `Documents` that lists files of a user's folder of the same name.
@Suite("Session: a fallback's folder from a stranger")
struct StrangeFallbackTests {
    private let store = DiskSessionStore()

    private func documents() throws -> (session: SessionOnDisk, elsewhere: SessionOnDisk) {
        let elsewhere = try SessionOnDisk("Documents")
        elsewhere.write("mine", to: "film.mov")
        return (try SessionOnDisk("Documents"), elsewhere)
    }

    @Test func `neither making room nor retention deletes in it, and both say so`() throws {
        let (session, elsewhere) = try documents()
        session.finish(["a.mov", elsewhere.path + "/film.mov"])
        let place = session.place.path
        let failure = #expect(throws: FolderFailure.self) { try store.deleteOldest(in: place, besides: "/none") }
        let message =
            "'\(elsewhere.path)/film.mov' cannot be removed: "
            + "nothing in its folder says that this session made it (.dualcam-session)."
        #expect(failure?.message == message)
        #expect(failure?.advice == "It was left alone; delete it yourself when it is not needed any more.")
        let result = store.retain(.age(.seconds(1)), in: place, besides: "/none", now: .max)
        #expect(result.deleted == [])
        #expect(result.refused.map(\.message) == [message])
        #expect(elsewhere.contents == ["film.mov"])
        #expect(session.contents == ["a.mov", "session.json"])
    }

    /// A folder of the session's name that belongs to another user is not read.
    @Test func `files in another user's folder are not those of the session`() throws {
        let (session, elsewhere) = try documents()
        let system = SystemWithFaults()
        system.owners.withLock { $0 = [elsewhere.path: 12_345] }
        try SystemAccess.$current.withValue(system) {
            let storage = SessionStorage(session.path)
            let path = elsewhere.path + "/film.mov"
            #expect(throws: FolderFailure(.read, path: path, refusal: .otherOwner(12_345))) {
                try storage.facts(of: path)
            }
            system.owners.withLock { $0 = [:] }
            let size = try storage.facts(of: path)?.size
            #expect(size == 4)
        }
    }

    /// The marker of another session, of a folder with the same name elsewhere, and a link to the right marker.
    @Test(arguments: ["other", "link", "text"])
    func `a mark that names another session proves nothing`(mark: String) throws {
        let (session, elsewhere) = try documents()
        session.finish(["a.mov", elsewhere.path + "/film.mov"])
        switch mark {
        case "other": elsewhere.write(SessionStorage.mark(of: "/r/Documents"), to: ".dualcam-session")
        case "text": elsewhere.write("Documents", to: ".dualcam-session")
        default:
            elsewhere.place.write(SessionStorage.mark(of: session.path), to: "mark")
            symlink("../mark", elsewhere.path + "/.dualcam-session")
        }
        #expect(throws: FolderFailure.self) { try store.deleteOldest(in: session.place.path, besides: "/none") }
        #expect(elsewhere.text("film.mov") == "mine")
    }

    /// Recordings from before the marker was introduced are read and listed.
    @Test func `recovery reads there, but removes and changes nothing without a proof`() throws {
        let (session, elsewhere) = try documents()
        elsewhere.write("", to: "half.mov")
        let files = ["film.mov", "half.mov"].map { ("back", elsewhere.path + "/" + $0) }
        session.crash([Line.started(), Line.recording(1, files)], files: [])
        let report = try SessionRecovery(SessionOnDisk.tools()).recover(session.path)
        #expect(report.settled.map(\.isPlayable) == [true, false])
        #expect(report.refused.map(\.refusal) == [.unmarked])
        #expect(elsewhere.contents == ["film.mov", "half.mov"])
        let record = try SessionRecord.read(session.path)
        #expect(record.history.files.first?.digest == "digest of film.mov")
    }

    @Test func `what the mark names is believed wherever it lies, and what is recorded now without it`() throws {
        let (session, elsewhere) = try documents()
        let path = elsewhere.place.path + "/Documents/../Documents/film.mov"
        #expect(throws: FolderFailure(.read, path: path, refusal: .elsewhere)) {
            try SessionStorage(session.path).open(path, for: .read)
        }
        elsewhere.write(SessionStorage.mark(of: session.path), to: ".dualcam-session")
        #expect(try SessionStorage(session.path).open(path, for: .write)?.name == "film.mov")
        let spare = try SessionOnDisk("spare")
        spare.write("mine", to: "b.mov")
        let storage = SessionStorage(session.path, made: spare.path + "/")
        try storage.remove(spare.path + "/b.mov")
        #expect(spare.contents == [])
        #expect(storage.size(of: elsewhere.path + "/none/b.mov") == nil)
    }

    @Test func `a folder that a session makes carries its proof`() throws {
        let place = try #require(TemporaryFolder())
        let spare = try #require(TemporaryFolder())
        let folder = try SessionFolder.create(in: place.path, names: .sample(SessionSettings(outputs: [back])))
        try SessionFolder.makePlace(spare.path + "/deep/take", for: folder)
        try SessionFolder.makePlace(spare.path + "/deep/take", for: folder)
        #expect(spare.text("deep/take/.dualcam-session") == "{\"session\":\"\(place.path)/take\"}\n")
        spare.write("mine", to: "deep/other/b.mov")
        try SessionFolder.makePlace(spare.path + "/deep/other", for: folder)
        #expect(spare.text("deep/other/.dualcam-session") == nil)
        symlink("other", spare.path + "/deep/link")
        #expect(throws: FolderFailure.self) { try SessionFolder.makePlace(spare.path + "/deep/link", for: folder) }
    }

    @Test func `a link in the place of the fallback's folder is not entered`() throws {
        let (session, elsewhere) = try documents()
        elsewhere.write(SessionStorage.mark(of: session.path), to: ".dualcam-session")
        mkdir(elsewhere.place.path + "/deep", 0o777)
        symlink(elsewhere.path, elsewhere.place.path + "/deep/Documents")
        session.finish(["a.mov", elsewhere.place.path + "/deep/Documents/film.mov"])
        #expect(throws: FolderFailure.self) { try store.deleteOldest(in: session.place.path, besides: "/none") }
        #expect(elsewhere.text("film.mov") == "mine")
    }
}
