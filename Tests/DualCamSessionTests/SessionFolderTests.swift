import DualCamConfig
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its folder")
struct SessionFolderTests {
    @Test func `a new folder is marked, and finishing takes the mark away`() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path + "/a/b")
        #expect(place.contents == ["a", "a/b", "a/b/take", "a/b/take/UNFINISHED"])
        try folder.anchor()
        try folder.append("{}")
        try folder.finish()
        #expect(place.contents == ["a", "a/b", "a/b/take"])
    }

    /// exFAT cannot reserve space. Previously, a session on a full card could not be finished.
    @Test(arguments: [true, false]) func `room for the records is kept on every file system, and given back`(
        canKeepRoom: Bool
    ) throws {
        let place = try #require(TemporaryFolder())
        let system = SystemWithFaults()
        system.canKeepRoom.withLock { $0 = canKeepRoom }
        try SystemAccess.$current.withValue(system) {
            let folder = try create(in: place.path)
            try folder.anchor()
            var facts = stat()
            #expect(stat(place.path + "/take/.dualcam-room", &facts) == 0)
            #expect(Int64(facts.st_blocks) * 512 >= SessionFolder.room)
            #expect(Int64(facts.st_size) == (canKeepRoom ? 0 : SessionFolder.room))
            // A worker that continues the session reserves the space again.
            try folder.anchor()
            folder.release()
            #expect(place.contents == ["take", "take/UNFINISHED"])
            try folder.anchor()
            try folder.append("{}")
            try folder.finish()
            #expect(place.contents == ["take"])
        }
    }

    @Test func `a taken name gets a number, and nothing in the way is touched`() throws {
        let place = try #require(TemporaryFolder())
        place.write("mine", to: "take")
        #expect(try create(in: place.path).path == place.path + "/take-2")
        #expect(try create(in: place.path + "/").path == place.path + "/take-3")
        #expect(place.text("take") == "mine")
    }

    @Test func `discarding removes what was made, and only that`() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path + "/a/b")
        try folder.append("{}")
        folder.discard(files: [])
        #expect(place.contents == [])
        let other = try create(in: place.path + "/a")
        place.write("mine", to: "a/other")
        other.discard(files: [])
        #expect(place.contents == ["a", "a/other"])
    }

    @Test func `discarding goes on behind what cannot be removed, and says what that was`() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path)
        place.write("mine", to: "take/front.mkv/inner")
        place.write("a file", to: "take/back.mkv")
        let failure = folder.discard(files: ["front.mkv", "back.mkv", "gone.mkv"].map { place.path + "/take/" + $0 })
        #expect(failure?.operation == .remove && failure?.path == place.path + "/take/front.mkv")
        #expect(place.contents == ["take", "take/front.mkv", "take/front.mkv/inner"])
    }

    @Test func `a file where a folder should be is said, and nothing is left`() throws {
        let place = try #require(TemporaryFolder())
        place.write("", to: "file")
        let failure = #expect(throws: FolderFailure.self) { try create(in: place.path + "/file/sub") }
        #expect(
            failure?.message
                == "The output folder '\(place.path)/file/sub' cannot be created: a part of the path is not a folder.")
        #expect(place.contents == ["file"])
    }

    @Test func `a name that is too long leaves no folders behind`() throws {
        let place = try #require(TemporaryFolder())
        let long = String(repeating: "x", count: 300)
        #expect(throws: NameFailure.self) { try create(in: place.path + "/a/b", template: long) }
        #expect(throws: FolderFailure.self) { try create(in: place.path + "/a/" + long) }
        #expect(place.contents == [])
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a/b", "a"), ("a", ".")])
    func `the folder a path is in`(path: String, parent: String) {
        #expect(Disk.parent(of: path) == parent)
    }

    @Test(arguments: [
        (EROFS, ExitCode.outputNotCreated, "'/r' cannot be written: the file system is read-only."),
        (EACCES, .outputNotCreated, "'/r' cannot be written: permission denied."),
        (EPERM, .outputNotCreated, "'/r' cannot be written: permission denied."),
        (ENOENT, .outputNotCreated, "'/r' cannot be written: the path does not exist."),
        (ENOTDIR, .outputNotCreated, "'/r' cannot be written: a part of the path is not a folder."),
        (ENAMETOOLONG, .outputNotCreated, "'/r' cannot be written: the name is too long."),
        (ENOSPC, .diskFailed, "'/r' cannot be written: no space is left on the disk."),
        (EDQUOT, .diskFailed, "'/r' cannot be written: the disk quota is used up."),
        (EIO, .diskFailed, "'/r' cannot be written: Input/output error."),
    ])
    func `what the system refuses is said in words and has its exit code`(
        number: Int32, exit: ExitCode, message: String
    ) {
        let failure = FolderFailure(.write, path: "/r", errorNumber: number)
        #expect(failure.exit == exit)
        #expect(failure.message == message)
        #expect(failure.advice.hasSuffix("with --output DIR or recording.directory."))
    }

    @Test func `session json is replaced whole and repeats the ledger`() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path)
        let bench = try Bench(SessionSettings(outputs: [back]))
        try folder.save(bench.state.manifest(.recording))
        for kind in ["a", "b"] { try folder.append(#"{"kind":"\#(kind)"}"#) }
        try folder.save(bench.state.manifest(.recording))
        #expect(place.contents == ["take", "take/UNFINISHED", "take/ledger.jsonl", "take/session.json"])
        #expect(place.text("take/session.json") == Self.journal)
    }

    /// A disk that was full for a moment cut a line, which is repeated after it or not.
    @Test(arguments: [
        (#"{"kind":"b"}"#, [#"{"kind":"a"}"#, #"{"kind":"b"}"#]),
        (#"{"kind":"c"}"#, [#"{"kind":"a"}"#, #""{\"kind\":\"b""#, #"{"kind":"c"}"#]),
    ])
    func `a line that was cut off is ended, and session json stays whole`(line: String, listed: [String]) throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path)
        place.write("{\"kind\":\"a\"}\n{\"kind\":\"b", to: "take/ledger.jsonl")
        try folder.append(line)
        #expect(place.text("take/ledger.jsonl") == "{\"kind\":\"a\"}\n{\"kind\":\"b\n\(line)\n")
        try folder.save(Manifest(state: .recording, members: []))
        let manifest = try JSONValue(parsing: try #require(place.text("take/session.json")))
        #expect(manifest["ledger"]?.list?.map(\.line) == listed)
    }

    @Test func `an entry that was written and not synchronised is not written twice`() throws {
        let place = try #require(TemporaryFolder())
        let folder = try create(in: place.path)
        for isAgain in [false, true] { try folder.append("{}", isAgain: isAgain) }
        #expect(place.text("take/ledger.jsonl") == "{}\n")
        try folder.append("{}")
        #expect(place.text("take/ledger.jsonl") == "{}\n{}\n")
    }

    /// On FAT a renamed file is empty until it is synchronised under its new name.
    @Test func `a file that takes the place of another is synchronised under its own name`() throws {
        let place = try #require(TemporaryFolder())
        let disk = SystemWithFaults()
        try SystemAccess.$current.withValue(disk) {
            let directory = try SessionDirectory(place.path)
            try directory.replace(.manifest, with: "{}".utf8, by: .manifestDraft)
            let name = try #require(directory.realPath)
            #expect(disk.synchronised.withLock { $0.isSuperset(of: [name, name + "/session.json"]) })
        }
    }

    /// A worker was lost while it finished the session: `session.json` is complete, the ledger is deleted, and the
    /// marker still exists.
    @Test func `a folder that is gone on with gets its ledger back`() throws {
        let session = try SessionOnDisk()
        session.crash(
            [], files: [],
            manifest: #"{"state":"finished","outputs":[],"ledger":["# + Line.started().line + "]}")
        session.place.remove("take/ledger.jsonl")
        let folder = try SessionFolder.reopen(session.path)
        try folder.append(Line.entry(.workerStarted).line)
        let lines = [Line.started(), Line.entry(.workerStarted)].map { $0.line + "\n" }
        #expect(session.text("ledger.jsonl") == lines.joined())
    }

    private static let journal = """
        {
          "format": 1,
          "dualcam": "0.1",
          "name": "pip",
          "host": "desk",
          "state": "recording",
          "pipeline": "name: pip\\n",
          "overrides": ["cameras.back.rate=15"],
          "devices": {"back":"test"},
          "colour-tables": [],
          "clock": null,
          "start": null,
          "end": null,
          "reason": null,
          "exit-code": null,
          "digest-algorithm": "sha-256",
          "parts": [],
          "outputs": [{"output":"back","rate":null,"finished":false,"frames":0,"dropped":0,"files":[]}],
          "lost": {},
          "dropped": {},
          "repeated": {},
          "shed": [],
          "thinned": {},
          "pauses": [],
          "marks": [],
          "ledger": [
            {"kind":"a"},
            {"kind":"b"}
          ]
        }

        """

    private func create(in directory: String, template: String = "take") throws -> SessionFolder {
        let names = try SessionNames(
            template: template, session: "pip", host: "desk",
            time: WallTime.utc(1_795_269_903_000_000_000), outputs: [back],
            splits: false, container: .mov)
        return try SessionFolder.create(in: directory, names: names)
    }
}
