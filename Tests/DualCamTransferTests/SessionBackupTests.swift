import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamTransfer

/// The records about a session's copies, and what follows from them.
@Suite struct SessionBackupTests {
    private let place: TemporaryFolder
    private let store = DiskSessionStore(.backedUp)

    init() throws { place = try #require(TemporaryFolder()) }

    /// Writes a finished session with two files.
    private func write(_ name: String, hour: Int = 4) {
        let files = ["back", "front"].map { output in
            #"{"output":"\#(output)","rate":"30","files":[{"file":"\#(output).mov","output":"\#(output)","segment":0,"part":0,"#
                + #""size":4,"frames":30,"start":1.0,"end":2.0,"digest":"\#(output)"}]}"#
        }
        place.write(
            """
            {"format":1,"name":"pip","state":"finished","start":{"time":"2026-11-21T0\(hour):05:03.250Z","running-time":1.0},
            "outputs":[\(files.joined(separator: ","))],"ledger":[]}
            """, to: name + "/session.json")
        for output in ["back", "front"] { place.write("1234", to: "\(name)/\(output).mov") }
    }

    private func backUp(
        _ name: String, to: String = "nas:x", _ outputs: [String] = ["back", "front"], isWhole: Bool = true,
        digest: String? = nil
    ) throws {
        let source = try BackupSource(reading: place.path + "/" + name)
        var backup = SessionBackup(to: to)
        for output in outputs {
            backup.add(.init(name: output + ".mov", bytes: 4, digest: digest ?? output, verification: .sha256))
        }
        if isWhole { backup.completed = 1_795_269_903_250_000_000 }
        try source.keep(backup)
    }

    @Test func whatIsKnownIsKept() throws {
        write("a")
        try backUp("a")
        try backUp("a", to: "other:", ["back"], isWhole: false)
        try backUp("a", ["front"])
        let source = try BackupSource(reading: place.path + "/a")
        #expect(source.backups.map(\.to) == ["other:", "nas:x"])
        #expect(source.backups.map(\.files.count) == [1, 1] && source.backups[0].completed == nil)
        #expect(
            place.text("a/.dualcam/backup.json")
                == #"{"backups":[{"to":"other:","time":null,"files":[{"file":"back.mov","#
                + #""size":4,"digest":"back","verified":"sha256"}]},{"to":"nas:x","time":"2026-11-21T14:05:03.250Z","#
                + #""files":[{"file":"front.mov","size":4,"digest":"front","verified":"sha256"}]}]}"# + "\n")
        // The records are deleted with the session.
        _ = try DiskSessionStore().deleteOldest(in: place.path, besides: "/none")
        #expect(place.contents.isEmpty)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"backups":3}"#, #"{"backups":[{"time":"2026-11-21T14:05:03.250Z"}]}"#,
        #"{"backups":[{"to":"nas:x","time":3,"files":[{"file":"back.mov","size":4,"digest":"back","verified":"by eye"}]}]}"#,
    ]) func nothingStrangeCounts(text: String) throws {
        write("a")
        place.write(text, to: "a/.dualcam/backup.json")
        #expect(!ListedSession(place.path + "/a").isBackedUp)
        #expect(try store.deleteOldest(in: place.path, besides: "/none") == nil)
    }

    /// A session counts as backed up if one destination has every file as it is here now.
    @Test func everyFileCounts() throws {
        for name in ["bare", "some", "broken", "other", "changed", "whole"] { write(name) }
        try backUp("some", ["back"])
        try backUp("broken", isWhole: false)
        try backUp("other", digest: "another")
        try backUp("changed")
        place.write("12345", to: "changed/back.mov")
        try backUp("whole")
        let listed = try ListedSession.all(in: place.path)
        #expect(listed.filter(\.isBackedUp).map(\.name) == ["whole"])
        let library = SessionLibrary(place.path)
        let page = try library.page(LibraryQuery()).sessions
        #expect(page.filter { $0["backed-up"]?.flag == true }.compactMap { $0["id"]?.text } == ["whole"])
        let copy = try #require(try library.session("broken")["backups"]?.list?.first)
        #expect(copy["to"]?.text == "nas:x" && copy["time"]?.text == nil && copy["files"]?.count == 2)
    }

    /// With `delete-only: backed-up` other sessions are kept, whatever their age and size.
    @Test func nothingElseIsDeleted() throws {
        write("a", hour: 1)
        write("b", hour: 2)
        write("c", hour: 3)
        try backUp("b")
        let kept = store.retain(.age(.seconds(1)), in: place.path, besides: "/none", now: .max)
        #expect(kept.deleted.map(\.path) == [place.path + "/b"] && kept.refused.isEmpty)
        try backUp("c")
        let large = store.retain(.size(ByteCount(bytes: 1)), in: place.path, besides: "/none", now: .max)
        #expect(large.deleted.map(\.path) == [place.path + "/c"])
        #expect(try store.deleteOldest(in: place.path, besides: "/none") == nil)
        #expect(place.contents.contains("a/back.mov"))
    }

    /// To make room, sessions with a backup are deleted first, and never the running one.
    @Test func whatIsBackedUpGoesFirst() throws {
        for (index, name) in ["a", "b", "c", "d"].enumerated() { write(name, hour: index) }
        for name in ["b", "d"] { try backUp(name) }
        let any = DiskSessionStore()
        var gone: [String] = []
        while let session = try any.deleteOldest(in: place.path, besides: place.path + "/d") {
            gone.append(String(session.path.dropFirst(place.path.count + 1)))
        }
        #expect(gone == ["b", "a", "c"] && place.contents.contains("d/back.mov"))
    }

    // MARK: The queue
    @Test func theQueueIsWhatIsMissing() throws {
        for (index, name) in ["c", "a", "b"].enumerated() { write(name, hour: index) }
        write("open")
        place.write("", to: "open/UNFINISHED")
        place.write("", to: "none/film.mov")
        let nas = try RemotePath(parsing: "nas:x")
        func names(_ outputs: [String] = []) throws -> [String] {
            try SessionBackup.missing(in: place.path, at: nas, only: outputs.map { OutputName($0) }).map {
                String($0.dropFirst(place.path.count + 1))
            }
        }
        #expect(try names() == ["c", "a", "b"])
        try backUp("a")
        try backUp("b", ["back"])
        try backUp("c", to: "other:")
        #expect(try names() == ["c", "b"] && names(["back"]) == ["c"] && names(["side"]) == [])
        #expect(throws: FolderFailure.self) { try SessionBackup.missing(in: "/proc/none", at: nas, only: []) }
    }

    @Test func onlyFinishedSessionsAreCopied() throws {
        write("a")
        place.write("", to: "a/UNFINISHED")
        #expect(throws: LibraryFailure.notFinished("a")) { try BackupSource(reading: place.path + "/a") }
        place.remove("a/UNFINISHED")
        place.write("12345", to: "a/back.mov")
        #expect(throws: LibraryFailure.changed("back.mov")) { try BackupSource(reading: place.path + "/a") }
        place.remove("a/back.mov")
        #expect(throws: LibraryFailure.noFile("back.mov")) { try BackupSource(reading: place.path + "/a") }
    }

    /// Two processes cannot copy the same session at the same time.
    @Test func aSessionIsHeld() throws {
        write("a")
        let source = try BackupSource(reading: place.path + "/a")
        var lock = try source.lock()
        #expect(lock != nil)
        #expect(try source.lock() == nil)
        lock = nil
        #expect(try source.lock() != nil && lock == nil)
    }
}
