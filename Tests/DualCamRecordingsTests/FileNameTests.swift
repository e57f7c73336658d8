import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Session: reaching its files")
struct FileNameTests {
    @Test(arguments: [
        ("a.mov", true, true), ("a b_000.mkv", true, true), ("ä.mp4", true, true), ("notes.txt", true, false),
        ("session.json", true, false), (".session.json", true, false), (".dualcam-probe", true, false),
        ("", false, false), (".", false, false), ("..", false, false), (".hidden.mov", false, false),
        ("a/b.mov", false, false), ("/a.mov", false, false), ("../a.mov", false, false), ("a\0.mov", false, false),
        ("a\u{1B}[2J.mov", false, false), ("a\n.mov", false, false), ("a\u{9B}.mov", false, false),
        (String(repeating: "x", count: 251) + ".mov", true, true),
        (String(repeating: "x", count: 252) + ".mov", false, false),
    ])
    func `only plain names are names`(text: String, isName: Bool, isRecording: Bool) {
        let name = FileName(text)
        #expect((name != nil) == isName)
        #expect((name?.isRecording ?? false) == isRecording)
    }

    private static let strange: [(make: @Sendable (String) -> Void, what: String)] = [
        ({ symlink("/etc/passwd", $0) }, "it is a symbolic link and not a regular file"),
        ({ symlink("/nowhere", $0) }, "it is a symbolic link and not a regular file"),
        ({ mkfifo($0, 0o666) }, "it is a pipe and not a regular file"),
        ({ mkdir($0, 0o777) }, "it is a folder and not a regular file"),
    ]

    /// The refusal comes at once, although no process writes into the pipe.
    @Test(arguments: strange.indices)
    func `what is not a regular file is refused and stays`(index: Int) throws {
        let (make, what) = Self.strange[index]
        let place = try #require(TemporaryFolder())
        let name = try #require(FileName("a.mov"))
        make(place.path + "/a.mov")
        let folder = try SessionDirectory(place.path)
        for use in [SessionDirectory.Use.reading, .writing, .appending] {
            let failure = #expect(throws: FolderFailure.self) { try folder.open(name, for: use) }
            let verb = use == .reading ? "read" : "written"
            #expect(failure?.message == "'\(place.path)/a.mov' cannot be \(verb): \(what).")
            #expect(failure?.advice == "It was left alone; see what it is before you move or delete it.")
        }
        #expect(throws: FolderFailure.self) { try folder.remove(name) }
        #expect(throws: FolderFailure.self) { try folder.append("text", to: name) }
        #expect(throws: FolderFailure.self) { try folder.replace(name, with: "text".utf8, by: .probe) }
        #expect(throws: FolderFailure(.write, path: place.path + "/a.mov", refusal: .taken)) { try folder.create(name) }
        #expect(place.contents == ["a.mov"])
    }

    @Test func `a file of several names is read and removed, not written into`() throws {
        let place = try #require(TemporaryFolder())
        let name = try #require(FileName("a.mov"))
        place.write("mine", to: "other")
        link(place.path + "/other", place.path + "/a.mov")
        let folder = try SessionDirectory(place.path)
        #expect(try folder.text(of: name, upTo: 4) == "mine")
        let failure = #expect(throws: FolderFailure.self) { try folder.write("", to: name) }
        #expect(
            failure?.message == "'\(place.path)/a.mov' cannot be written: "
                + "the file has 2 names, and would change under all of them.")
        try folder.remove(name)
        #expect(place.text("other") == "mine")
        #expect(place.contents == ["other"])
    }

    @Test func `a folder that is a link is not entered, and a large file not read`() throws {
        let place = try #require(TemporaryFolder())
        place.write("12345", to: "real/session.json")
        symlink("real", place.path + "/link")
        for path in [place.path + "/link", place.path + "/link/", place.path + "/link//"] {
            let failure = #expect(throws: FolderFailure.self) { try SessionDirectory(path) }
            #expect(
                failure?.message
                    == "'\(place.path)/link' cannot be read: it is a symbolic link, and a session's folder is none.")
        }
        let folder = try SessionDirectory(place.path + "/real")
        let failure = #expect(throws: FolderFailure.self) { try folder.text(of: .manifest, upTo: 4) }
        #expect(failure?.refusal == .tooLarge(5, limit: 4))
        #expect(try SessionDirectory(place.path + "/link", isNamed: true).realPath == folder.realPath)
    }

    /// Only root can give a folder to another user.
    @Test(.enabled(if: geteuid() == 0))
    func `nothing is changed in somebody else's folder, and nothing of somebody else is read in one's own`() throws {
        let place = try #require(TemporaryFolder())
        let name = try #require(FileName("a.mov"))
        place.write("theirs", to: "a.mov")
        #expect(chown(place.path + "/a.mov", 12_345, 12_345) == 0)
        #expect(throws: FolderFailure(.read, path: place.path + "/a.mov", refusal: .otherOwner(12_345))) {
            try SessionDirectory(place.path).facts(of: name)
        }
        #expect(chown(place.path, 12_345, 12_345) == 0)
        let folder = try SessionDirectory(place.path)
        #expect(try folder.text(of: name, upTo: 100) == "theirs")
        for work in [{ try folder.remove(name) }, { _ = try folder.create(.mark) }, { try folder.write("", to: name) }]
            as [() throws -> Void]
        {
            let failure = #expect(throws: FolderFailure.self) { try work() }
            #expect(failure?.refusal == .otherOwner(12_345))
            #expect(failure?.advice == "It was left alone; let the user whom it belongs to do this.")
        }
        #expect(place.contents == ["a.mov"])
    }

    @Test func `a file that others read is not written through a link`() throws {
        let place = try #require(TemporaryFolder())
        place.write("mine", to: "precious")
        symlink("precious", place.path + "/a.prom.new")
        let failure = #expect(throws: FolderFailure.self) {
            try Disk.replace(place.path + "/a.prom", with: "x 1\n")
        }
        #expect(failure?.path == place.path + "/a.prom.new")
        #expect(place.text("precious") == "mine")
        unlink(place.path + "/a.prom.new")
        place.write("left by a crash", to: "a.prom.new")
        for text in ["x 1\n", "x 2\n"] { try Disk.replace(place.path + "/a.prom", with: text) }
        #expect(place.text("a.prom") == "x 2\n")
        #expect(place.contents == ["a.prom", "precious"])
    }
}
