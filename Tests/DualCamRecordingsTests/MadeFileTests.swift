import DualCamConfig
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Sessions: files that were made of them")
struct MadeFileTests {
    private let session: SessionOnDisk

    init() throws {
        session = try SessionOnDisk()
        session.finish(["a.mov"])
    }

    private var library: SessionLibrary { SessionLibrary(session.place.path) }

    private func listed() throws -> [JSONValue] { try library.session("take")["made"]?.list ?? [] }

    private func make(_ path: String, _ kind: MadeFile.Kind = .export, _ text: String = "made") throws {
        session.place.write(text, to: "take/\(path)")
        try MadeFile.note(session.path + "/" + path, kind, of: session.path + "/")
    }

    @Test func `they are listed in their order, and read`() throws {
        try make("square.mp4")
        try make("square.chapters.txt", .chapters)
        try make("trim/back.mkv", .trim, "shorter")
        #expect(try listed().map { $0["id"]?.count } == [1, 2, 3])
        #expect(try listed().map { $0["path"] } == ["square.mp4", "square.chapters.txt", "trim/back.mkv"])
        #expect(try listed().map { $0["kind"] } == ["export", "chapters", "trim"])
        #expect(try listed().map { $0["type"] } == ["video/mp4", "text/plain; charset=utf-8", "video/x-matroska"])
        #expect(try listed().last?["bytes"]?.count == 7)
        let (file, made) = try library.made(3, of: "take")
        #expect(try file.bytes(at: 0, 20) == Array("shorter".utf8) && made.name == "back.mkv")
        #expect(throws: LibraryFailure.noFile("4")) { try library.made(4, of: "take") }
        #expect(throws: LibraryFailure.noSession("none")) { try library.made(1, of: "none") }
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(!audit.findings.contains { $0.subject == ".dualcam" })
    }

    /// Files outside the session's folder are not noted.
    @Test func `only those in the session's folder are noted`() throws {
        session.place.write("made", to: "elsewhere.mp4")
        try MadeFile.note(session.place.path + "/elsewhere.mp4", .export, of: session.path)
        try MadeFile.note(session.path + "/../elsewhere.mp4", .export, of: session.path)
        try MadeFile.note(session.path + "/missing.mp4", .export, of: session.path)
        #expect(try listed() == [])
    }

    @Test func `a file that is another by now is not listed, and stays`() throws {
        try make("square.mp4")
        session.place.write("somebody's own", to: "take/square.mp4")
        #expect(try listed() == [])
        #expect(throws: LibraryFailure.noFile("1")) { try library.removeMade(1, of: "take") }
        _ = try DiskSessionStore().delete(session.path)
        #expect(session.place.contents.filter { !$0.hasSuffix("take") } == ["take/square.mp4"])
    }

    @Test func `one is deleted, with its folder when nothing else is there`() throws {
        try make("trim/a.mov", .trim)
        try make("trim/b.mov", .trim)
        let library = library
        try library.removeMade(1, of: "take")
        #expect(session.contents.contains("trim/b.mov") && !session.contents.contains("trim/a.mov"))
        try library.removeMade(2, of: "take")
        #expect(!session.contents.contains("trim") && session.contents.contains("a.mov"))
        #expect(throws: LibraryFailure.noFile("2")) { try library.removeMade(2, of: "take") }
        try make("again.mp4")
        #expect(try library.session("take")["made"]?.list?.map { $0["path"] } == ["again.mp4"])
    }

    @Test func `they go with their session`() throws {
        try make("square.mp4")
        try make("trim/a.mov", .trim)
        let deleted = try DiskSessionStore().deleteOldest(in: session.place.path, besides: "/none")
        #expect(session.place.contents == [] && deleted?.left == [])
    }

    /// Notes may come from a stranger.
    @Test(arguments: [
        "../other/a.mov", "a/b/c.mov", "/etc/passwd", "session.json", ".dualcam/tags.json", "", "trim/", "link/a.mov",
        "link.mov",
    ])
    func `no note leads out of the folder or to the session's own files`(path: String) throws {
        session.place.write("foreign", to: "other/a.mov")
        symlink(session.place.path + "/other", session.path + "/link")
        symlink(session.place.path + "/other/a.mov", session.path + "/link.mov")
        try make("square.mp4")
        let facts = try #require(session.text(".dualcam/made-1.json"))
        session.place.write(facts.replacing("square.mp4", with: path), to: "take/.dualcam/made-1.json")
        #expect(try listed() == [])
        #expect(throws: LibraryFailure.self) { try library.removeMade(1, of: "take") }
        #expect(session.place.text("other/a.mov") == "foreign")
    }

    /// A note that names a recorded file does not make it deletable.
    @Test func `what was recorded is never deleted so`() throws {
        try MadeFile.note(session.path + "/a.mov", .export, of: session.path)
        #expect(throws: LibraryFailure.noFile("a.mov")) { try library.removeMade(1, of: "take") }
        #expect(session.contents.contains("a.mov"))
    }

    @Test(arguments: ["", "{", "{}", #"{"path":"square.mp4","kind":"none","of":{}}"#, #"{"kind":"export"}"#])
    func `a note that cannot be read is none`(text: String) throws {
        try make("square.mp4")
        session.place.write(text, to: "take/.dualcam/made-1.json")
        #expect(try listed() == [])
        // The number is not used a second time.
        try make("story.mp4")
        #expect(try listed().map { $0["id"]?.count } == [2])
    }

    /// Notes in a stranger's folder are only read up to a limit.
    @Test func `a note of any length is none`() throws {
        try make("square.mp4")
        let note = try #require(session.text(".dualcam/made-1.json"))
        session.place.write(note + String(repeating: " ", count: 8192), to: "take/.dualcam/made-1.json")
        session.place.write(note, to: "take/.dualcam/made-1000.json")
        #expect(try listed() == [])
    }

    @Test func `a session in which nothing can be noted says so`() throws {
        session.place.write("made", to: "take/square.mp4")
        session.place.write("a file", to: "take/.dualcam")
        #expect(throws: FolderFailure.self) {
            try MadeFile.note(session.path + "/square.mp4", .export, of: session.path)
        }
    }
}
