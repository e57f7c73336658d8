import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

@Suite struct FilePreviewTests {
    init() throws { try Library.initialize() }

    /// Stills and waveform of a file with one second of 320x240 pictures and a slightly longer tone.
    @Test(arguments: [("mov", "qtmux"), ("mkv", "matroskamux")])
    func aFileIsSeenAndHeard(suffix: String, muxer: String) async throws {
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/clip." + suffix
        try await FileProbeTests.record(with: muxer, to: path)
        let preview = try FilePreview(path, named: "clip." + suffix)
        let video = try #require(preview.facts.video)
        #expect((video.codec, video.width, video.height) == ("h264", 320, 240) && preview.facts.audio == "aac")
        let poster = try #require(try preview.poster())
        #expect(poster.starts(with: [0xFF, 0xD8, 0xFF]) && poster.suffix(2) == [0xFF, 0xD9])
        let strip = try #require(try preview.strip())
        #expect((1...2).contains(strip.columns) && strip.rows == 1 && strip.size == FrameSize(width: 160, height: 120))
        #expect(strip.interval == 1_000_000_000 && strip.jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
        let waveform = try #require(try preview.waveform())
        #expect(waveform.interval == 50_000_000 && (20...32).contains(waveform.peaks.count))
        // The test tone has an amplitude of 0.8.
        #expect(waveform.peaks.dropFirst(3).prefix(15).allSatisfy { (0.6...1).contains($0) }, "\(waveform.peaks)")
    }

    @Test func whatIsNoMediaSaysWhy() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("text", to: "clip.mov")
        #expect(throws: GraphFailure.self) { try FilePreview(folder.path + "/clip.mov", named: "clip.mov") }
        #expect(throws: GraphFailure.self) { try FilePreview(folder.path + "/clip.mov", named: "clip.txt") }
    }

    /// Each still is in its place on the sheet; missing ones are black.
    @Test func stillsMakeASheet() {
        func still(_ value: UInt8) -> MediaStills.Picture {
            MediaStills.Picture(width: 4, height: 2, bytes: [UInt8](repeating: value, count: 24))
        }
        let sheet = FilePreview.sheet(of: [still(1), nil, still(3)], 2, 2, FrameSize(width: 4, height: 2))
        let (one, none, three) = (
            [UInt8](repeating: 1, count: 12), [UInt8](repeating: 0, count: 12), [UInt8](repeating: 3, count: 12)
        )
        #expect(sheet.bytes == one + none + one + none + three + none + three + none)
    }

    @Test(arguments: [
        (1920, 1080, 160.0, 160, 92), (1080, 1920, 160, 92, 160), (320, 240, 640, 320, 240), (1, 1, 640, 4, 4),
        (10000, 2, 160, 160, 4),
    ])
    func stillsKeepTheirShape(width: Int, height: Int, edge: Double, smallWidth: Int, smallHeight: Int) {
        let video = MediaFacts.Video(codec: "h264", width: width, height: height, rate: nil)
        #expect(FilePreview.size(of: video, within: edge) == FrameSize(width: smallWidth, height: smallHeight))
    }
}
