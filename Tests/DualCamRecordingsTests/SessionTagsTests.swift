import DualCamConfig
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Sessions: tags and ratings")
struct SessionTagsTests {
    private let session: SessionOnDisk

    init() throws {
        session = try SessionOnDisk()
        session.finish(["a.mov"])
    }

    private var listed: SessionTags { ListedSession(session.path).tags }

    @Test func `they lie in the session's folder, and go with it`() throws {
        let library = SessionLibrary(session.place.path)
        let manifest = session.text("session.json")
        let tags = try library.tag("take") {
            $0.add(["lecture", "Algebra", "LECTURE"]); $0.rating = 4
        }
        #expect(tags.tags == ["Algebra", "lecture"] && tags == listed)
        #expect(session.text(".dualcam/tags.json") == #"{"tags":["Algebra","lecture"],"rating":4}"# + "\n")
        #expect(session.text("session.json") == manifest)
        #expect(try library.session("take")["tags"]?.list?.map(\.text) == ["Algebra", "lecture"])
        #expect(try library.page(LibraryQuery()).sessions.first?["rating"] == .integer(4))
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(!audit.findings.contains { $0.subject == ".dualcam" })
        _ = try SessionLibrary.tag(session.path + "/") { $0.remove(["ALGEBRA", "none"]) }
        #expect(listed.tags == ["lecture"] && listed.rating == 4)
        _ = try DiskSessionStore().deleteOldest(in: session.place.path, besides: "/none")
        #expect(session.place.contents == [])
    }

    @Test func `without any there is no file`() throws {
        _ = try SessionLibrary.tag(session.path) { $0.remove(["none"]) }
        #expect(!session.contents.contains(".dualcam"))
        _ = try SessionLibrary.tag(session.path) { $0.add(["a"]) }
        _ = try SessionLibrary.tag(session.path) { $0.remove(["a"]) }
        #expect(!session.contents.contains(".dualcam/tags.json"))
    }

    @Test func `no link is followed`() throws {
        let elsewhere = try #require(TemporaryFolder())
        elsewhere.write(#"{"tags":["foreign"],"rating":1}"#, to: "tags.json")
        symlink(elsewhere.path, session.path + "/.dualcam")
        #expect(listed == SessionTags())
        #expect(throws: LibraryFailure.self) { try SessionLibrary.tag(session.path) { $0.add(["a"]) } }
        unlink(session.path + "/.dualcam")
        mkdir(session.path + "/.dualcam", 0o755)
        symlink(elsewhere.path + "/tags.json", session.path + "/.dualcam/tags.json")
        #expect(listed == SessionTags())
        #expect(throws: LibraryFailure.self) { try SessionLibrary.tag(session.path) { $0.add(["a"]) } }
        symlink(session.path, session.place.path + "/link")
        #expect(throws: LibraryFailure.self) { try SessionLibrary.tag(session.place.path + "/link") { $0.add(["a"]) } }
        #expect(elsewhere.text("tags.json") == #"{"tags":["foreign"],"rating":1}"#)
    }

    /// Tags that another program has written are used as far as they are valid.
    @Test(
        arguments: [
            (#"{"tags":["b","a","B","",",","x\ny",7],"rating":5}"#, ["a", "b"], 5), ("{}", [], nil), ("[]", [], nil),
            ("{", [], nil),
            (#"{"tags":"a","rating":6}"#, [], nil), (#"{"rating":0}"#, [], nil), (#"{"rating":"4"}"#, [], nil),
        ] as [(String, [String], Int?)])
    func `a strange file says nothing`(text: String, tags: [String], rating: Int?) {
        session.write(text, to: ".dualcam/tags.json")
        #expect(listed.tags == tags && listed.rating == rating)
    }

    @Test func `there is a most`() throws {
        let many = (0...SessionTags.mostTags).map { "tag\($0)" }
        #expect(throws: LibraryFailure.tooManyTags(50)) { try SessionLibrary.tag(session.path) { $0.add(many) } }
        #expect(!session.contents.contains(".dualcam"))
    }

    @Test func `what is not a session has none`() throws {
        for path in [session.place.path, session.path + "/a.mov", session.place.path + "/none"] {
            #expect(throws: LibraryFailure.self) { try SessionLibrary.tag(path) { $0.add(["a"]) } }
        }
        #expect(!session.place.contents.contains(".dualcam"))
    }
}
