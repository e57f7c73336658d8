import DualCamPlan
import DualCamTestKit
import Foundation
import GStreamer
import Glibc
import Testing

@testable import DualCamDevices

/// Reading recorded files by their container alone.
@Suite struct FileProbeTests {
    init() throws { try Library.initialize() }

    private static let rows: [([Int64], last: Int64?, FileContent)] = [
        ([], nil, FileContent(frames: 0, problem: "it holds no frame")),
        ([7], 40, FileContent(frames: 1, first: 7, end: 47)),
        ([7], nil, FileContent(frames: 1, first: 7, end: 7)),
        ([0, 40, 20], 20, FileContent(frames: 3, first: 0, end: 60)),
        ([0, 20, 40, 80], nil, FileContent(frames: 4, first: 0, end: 100, missing: 1)),
        ([0, 21, 39, 61, 140, 160], 20, FileContent(frames: 6, first: 0, end: 180, missing: 3)),
    ]

    @Test(arguments: rows)
    func framesInAnyOrderAndTheHolesBetweenThem(times: [Int64], last: Int64?, content: FileContent) {
        var found = FileProbe.content(times, last: last, problem: nil)
        #expect(found.times == times.sorted())
        found.times = []
        #expect(found == content)
    }

    /// A file with one second of 30 pictures and longer sound, complete and cut off.
    @Test(arguments: [("mov", "qtmux"), ("mp4", "mp4mux"), ("mkv", "matroskamux")])
    func aWholeFileAndACutOne(suffix: String, muxer: String) async throws {
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/clip." + suffix
        try await Self.record(with: muxer, to: path)
        let whole = FileProbe.content(of: path)
        #expect((whole.frames, whole.missing, whole.problem) == (30, 0, nil))
        #expect(abs(whole.end - whole.first - 1_000_000_000) < 2_000_000)
        var facts = stat()
        try #require(stat(path, &facts) == 0)
        truncate(path, facts.st_size / 2)
        let cut = FileProbe.content(of: path)
        #expect(cut.frames < 30)
        #expect(cut.isPlayable == (suffix == "mkv"))
    }

    /// GStreamer does not list a video track that is shorter than a fifth of the file. An output that was shed right
    /// after its start has one.
    @Test(arguments: [("mov", "qtmux"), ("mp4", "mp4mux"), ("mkv", "matroskamux")])
    func aFewPicturesAndMuchSound(suffix: String, muxer: String) async throws {
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/clip." + suffix
        try await Self.record(with: muxer, to: path, sound: 600)
        let content = FileProbe.content(of: path)
        #expect((content.frames, content.missing, content.problem) == (30, 0, nil))
        #expect(abs(content.end - content.first - 1_000_000_000) < 2_000_000)
    }

    private static func box(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
        let content = parts.flatMap { $0 }
        return number(UInt32(content.count + 8)) + Array(kind.utf8) + content
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Invalid indexes do not crash the reader: steps of 136 years, or more pictures than a file can hold.
    @Test(arguments: [(9, .max, 9), (3, 2, 3), (.max, 1, nil)] as [(UInt32, UInt32, Int?)])
    func theIndexOfAStrangerEndsNobody(count: UInt32, step: UInt32, pictures: Int?) throws {
        let (zero, number) = ([UInt8](repeating: 0, count: 12), Self.number)
        let table = Self.box("stts", number(0), number(1), number(count), number(step))
        let media = Self.box(
            "mdia", Self.box("mdhd", zero, number(1), number(9), number(0)),
            Self.box("hdlr", number(0), number(0), Array("vide".utf8)), Self.box("minf", Self.box("stbl", table)))
        let movie = Self.box("moov", Self.box("mvhd", zero, number(1), number(9), number(0)), Self.box("trak", media))
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/a.mov"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(movie + [UInt8](repeating: 0, count: 8))))
        #expect(MovieIndex.pictures(of: path)?.times.count == pictures)
    }

    @Test func whatIsNoRecordingHasNoFramesAndSaysWhy() throws {
        let folder = try #require(TemporaryFolder())
        for name in ["empty.mov", "notes.mkv", "notes.txt"] {
            folder.write(name == "empty.mov" ? "" : "text", to: name)
        }
        for name in ["empty.mov", "notes.mkv", "notes.txt", "none.mov"] {
            let content = FileProbe.content(of: folder.path + "/" + name)
            #expect(!content.isPlayable && content.problem != nil, "\(name)")
        }
    }

    static func record(with muxer: String, to path: String, sound buffers: Int = 60) async throws {
        let pipeline = try MediaPipeline(name: "clip")
        let tap = pipeline.tapBus()
        let muxer = try Element.make(muxer)
        let sink = try Element.make("filesink", name: "sink", properties: [.init("location", .string(path))])
        for element in [muxer, sink] { try pipeline.add(element) }
        try muxer.pad("src").link(to: sink.pad("sink"))
        for (source, count, encoder, pad) in [
            ("videotestsrc", 30, "x264enc", "video_%u"), ("audiotestsrc", buffers, "avenc_aac", "audio_%u"),
        ] {
            let source = try Element.make(source, name: source, properties: [.init("num-buffers", .int(Int64(count)))])
            let encoder = try Element.make(encoder)
            for element in [source, encoder] { try pipeline.add(element) }
            try source.pad("src").link(to: encoder.pad("sink"))
            try encoder.pad("src").link(to: muxer.requestPad(pad))
        }
        try pipeline.setState(.playing)
        reading: for await message in tap.messages {
            switch message.kind {
            case .endOfStream: break reading
            case .error(let error, _): throw error
            default: break
            }
        }
        try pipeline.setState(.null)
    }
}
