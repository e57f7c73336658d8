import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Session: what is made of its files")
struct DerivedFilesTests {
    private let session: SessionOnDisk
    private let library: SessionLibrary

    init() throws {
        session = try SessionOnDisk()
        session.finish(["a.mov"])
        library = SessionLibrary(session.place.path)
    }

    private func derive(_ content: DerivedContent = content) throws {
        try library.derive("a.mov", of: "take") { _, _ in content }
    }

    private static var content: DerivedContent {
        var content = DerivedContent()
        content.media = MediaFacts(
            video: .init(codec: "h264", width: 640, height: 360, rate: FrameRate(30, 1)), audio: "aac", duration: 0)
        content.poster = Array("poster".utf8)
        content.strip = .init(
            columns: 2, rows: 1, width: 160, height: 88, interval: 1_500_000_000, jpeg: Array("strip".utf8))
        content.waveform = .init(interval: 50_000_000, peaks: [0.25, 0.12345])
        return content
    }

    @Test func `what is made is found as long as the file is the same`() throws {
        #expect(try library.derivedFacts(of: "a.mov", in: "take") == nil)
        try derive()
        let names = ["a.mov.json", "a.mov.poster.jpg", "a.mov.strip.jpg", "a.mov.waveform.json"]
        #expect(session.contents == [".dualcam"] + names.map { ".dualcam/" + $0 } + ["a.mov", "session.json"])
        let facts = try #require(try library.derivedFacts(of: "a.mov", in: "take"))
        #expect(
            facts["strip"]?.line == #"{"columns":2,"rows":1,"width":160,"height":88,"interval":1.5}"#)
        let waveform = try #require(try library.derived(.waveform, of: "a.mov", in: "take"))
        #expect(try waveform.file.text(upTo: 100) == #"{"interval":0.05,"peaks":[0.25,0.123]}"#)
        let file = try library.session("take")["files"]?.list?.first
        #expect(file?["plays"]?.flag == true && file?["video"]?["codec"]?.text == "h264")
        #expect(file?["audio"]?["codec"]?.text == "aac")
        session.write("changed", to: "a.mov")
        #expect(try library.derivedFacts(of: "a.mov", in: "take") == nil)
        let again = try SessionLibrary(session.place.path).session("take")["files"]?.list?.first
        #expect(again?["plays"] == .null)
    }

    /// A derived file whose source changed meanwhile shows neither the old nor the new content.
    @Test func `nothing is kept of a file that changes while it is looked at`() throws {
        let change = LibraryFailure.notMade("the file has changed meanwhile")
        #expect(throws: change) {
            try library.derive("a.mov", of: "take") { _, _ in
                session.write("overwritten", to: "a.mov")
                return Self.content
            }
        }
        #expect(session.contents == ["a.mov", "session.json"])
        #expect(throws: change) {
            try library.makeProxy(of: "a.mov", in: "take") { _, _, _ in
                session.write("overwritten once more", to: "a.mov")
                return nil
            }
        }
        #expect(session.contents.allSatisfy { !$0.contains("proxy") }, "\(session.contents)")
    }

    @Test func `it counts for the session's size, is not foreign, and goes with the session`() throws {
        let before = ListedSession(session.path).bytes
        try derive()
        session.write("left behind", to: ".dualcam/a.mov.strip.jpg.draft")
        let made = session.contents.filter { $0.hasPrefix(".dualcam/") }
            .reduce(0) { $0 + Int64(session.text($1)?.utf8.count ?? 0) }
        #expect(ListedSession(session.path).bytes == before + made)
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(!audit.findings.contains { $0.subject == ".dualcam" })
        let manifest = Int64(session.text("session.json")?.utf8.count ?? 0)
        let deleted = try DiskSessionStore().deleteOldest(in: session.place.path, besides: "/none")
        #expect(deleted == DeletedSession(path: session.path, bytes: before + made + manifest))
        #expect(session.place.contents == [])
    }

    @Test func `what else lies there stays`() throws {
        try derive()
        session.write("mine", to: ".dualcam/notes.txt")
        _ = try DiskSessionStore().deleteOldest(in: session.place.path, besides: "/none")
        #expect(session.contents == [".dualcam", ".dualcam/notes.txt"])
    }

    @Test func `a link in the folder's place is not followed`() throws {
        let elsewhere = try #require(TemporaryFolder())
        symlink(elsewhere.path, session.path + "/.dualcam")
        #expect(throws: LibraryFailure.self) { try derive() }
        elsewhere.write("mine", to: "a.mov.json")
        #expect(try library.derivedFacts(of: "a.mov", in: "take") == nil)
        let deleted = try DiskSessionStore().deleteOldest(in: session.place.path, besides: "/none")
        #expect(deleted?.left == [session.path + "/.dualcam"] && session.text("session.json") == nil)
        #expect(elsewhere.contents == ["a.mov.json"])
    }

    private static let players: [(MediaFacts.Video?, String?, Container, Bool)] = [
        (.init(codec: "h264", width: 2, height: 2, rate: nil), "aac", .mov, true),
        (.init(codec: "h264", width: 2, height: 2, rate: nil), nil, .mp4, true),
        (.init(codec: "h264", width: 2, height: 2, rate: nil, isRich: true), "aac", .mov, false),
        (.init(codec: "h264", width: 2, height: 2, rate: nil), "pcm", .mov, false),
        (.init(codec: "h264", width: 2, height: 2, rate: nil), "aac", .mkv, false),
        (.init(codec: "hevc", width: 2, height: 2, rate: nil), "aac", .mp4, false),
        (nil, "aac", .mp4, false),
    ]

    @Test(arguments: players)
    func `browsers play`(video: MediaFacts.Video?, audio: String?, container: Container, plays: Bool) {
        #expect(MediaFacts(video: video, audio: audio, duration: 0).plays(in: container) == plays)
    }
}
