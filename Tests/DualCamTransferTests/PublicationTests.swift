import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamTransfer

/// The records about a session's publications.
@Suite struct PublicationTests {
    private let place: TemporaryFolder
    private var path: String { place.path + "/a" }

    init() throws {
        place = try #require(TemporaryFolder())
        place.write(
            """
            {"format":1,"name":"pip","state":"finished","start":{"time":"2026-11-21T14:05:03.250Z","running-time":1.0},
            "outputs":[{"output":"back","rate":"30","files":[{"file":"back.mov","output":"back","segment":0,"part":0,
            "size":4,"frames":1800,"start":1.0,"end":61.0,"digest":"d"}]}],"ledger":[
            {"time":"2026-11-21T14:05:04.000Z","running-time":3.5,"kind":"marked","at":3.5,"text":"Question"},
            {"time":"2026-11-21T14:05:04.000Z","running-time":90.0,"kind":"marked","at":90.0,"text":"behind its end"}]}
            """, to: "a/session.json")
        place.write("1234", to: "a/back.mov")
    }

    private func publication(
        _ to: String = "peertube:https://x", _ name: String = "back.mov", bytes: Int64 = 4, digest: String? = "d"
    ) -> Publication {
        Publication(
            to: to, title: "T", time: 1_795_269_903_250_000_999,
            files: [.init(name: name, role: "video", bytes: bytes, digest: digest)])
    }

    @Test func whatIsKnownIsKept() throws {
        let source = try PublishingSource(reading: path)
        let draft = publication()
        try source.keep(draft)
        #expect(source.publications.map(\.state) == [.unknown])
        try source.keep(publication("opencast:https://y"))
        var done = draft
        (done.state, done.id, done.address) = (.published, "1", "https://x/w/1")
        try source.keep(done, inPlaceOf: draft)
        try source.forget(publication("opencast:https://y"))
        #expect(
            place.text("a/.dualcam/published.json")
                == #"{"publications":[{"to":"peertube:https://x","time":"2026-11-21T14:05:03.250Z","state":"published","#
                + #""id":"1","address":"https://x/w/1","title":"T","files":[{"file":"back.mov","as":"video","size":4,"#
                + #""digest":"d"}]}]}"# + "\n")
        #expect(try SessionLibrary(place.path).session("a")["published"] == .array([done.json]))
        // The records are deleted with the session.
        _ = try DiskSessionStore().deleteOldest(in: place.path, besides: "/none")
        #expect(place.contents.isEmpty)
    }

    @Test(
        arguments: [
            ("peertube:https://x", "back.mov", 4, "d", true), ("peertube:https://x", "back.mov", 4, nil, true),
            ("peertube:https://x", "back.mov", 4, "e", false), ("peertube:https://x", "back.mov", 5, nil, false),
            ("peertube:https://x", "front.mov", 4, "d", false), ("peertube:https://y", "back.mov", 4, "d", false),
        ] as [(String, String, Int64, String?, Bool)])
    func theSameFileAtTheSamePlaceIsARepetition(
        to: String, name: String, bytes: Int64, digest: String?, repeats: Bool
    ) {
        #expect(publication(to, name, bytes: bytes, digest: digest).repeats(publication()) == repeats)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"publications":3}"#,
        #"{"publications":[{"to":"x","title":"T","time":3,"state":"published"}]}"#,
        #"{"publications":[{"to":"x","title":"T","time":"2026-11-21T14:05:03.250Z","state":"perhaps","files":[]}]}"#,
    ]) func nothingStrangeCounts(text: String) throws {
        place.write(text, to: "a/.dualcam/published.json")
        #expect(try PublishingSource(reading: path).publications.isEmpty)
    }

    /// Beyond the maximum number, the oldest records are deleted.
    @Test func notMoreThanAHundredAreKept() throws {
        let source = try PublishingSource(reading: path)
        for index in 0...Publication.most { try source.keep(publication("peertube:https://\(index)")) }
        #expect(source.publications.count == Publication.most && source.publications[0].to == "peertube:https://1")
    }

    @Test func aFileComesWithItsMarks() throws {
        place.write("Räume", to: "a/.dualcam/title")
        let source = try PublishingSource(reading: path)
        let file = try #require(try source.file(of: OutputName("back")))
        #expect(file.chapters == [Chapter(start: 2_500_000_000, title: "Question")])
        #expect(source.title == "Räume" && source.outputs == [OutputName("back")] && file.digest == "d")
        #expect(try source.file(at: path + "/back.mov")?.name == "back.mov" && source.file(at: path + "/x.mov") == nil)
    }

    /// A file whose name leads elsewhere does not belong to the session, and a file of another size is not the recorded
    /// one.
    @Test func whatIsNotAsItWasIsRefused() throws {
        let source = try PublishingSource(reading: path)
        place.write("12345", to: "a/back.mov")
        #expect(throws: LibraryFailure.changed("back.mov")) { try source.file(of: OutputName("back")) }
        place.remove("a/back.mov")
        #expect(throws: LibraryFailure.noFile("back.mov")) { try source.file(of: OutputName("back")) }
    }

    @Test func onePublishesAtATime() throws {
        let source = try PublishingSource(reading: path)
        let lock = try #require(source.lock())
        #expect(try PublishingSource(reading: path).lock() == nil)
        withExtendedLifetime(lock) {}
    }
}
