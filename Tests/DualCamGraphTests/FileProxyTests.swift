import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Foundation
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

@Suite struct FileProxyTests {
    init() throws { try Library.initialize() }

    /// Each frame of a proxy keeps its time, to a tick of the container. The index comes first, so that a browser can
    /// play the file before it is complete.
    @Test(arguments: [("mov", "qtmux"), ("mkv", "matroskamux")])
    func aProxyHasTheSameFrames(suffix: String, muxer: String) async throws {
        let folder = try #require(TemporaryFolder())
        let (path, target) = (folder.path + "/clip." + suffix, folder.path + "/proxy.mp4")
        try await FileProbeTests.record(with: muxer, to: path)
        for name in ["proxy.mp4", "scratch"] { folder.write("", to: name) }
        try FilePreview(path, named: "clip." + suffix).writeProxy(to: target, scratch: folder.path + "/scratch") { _ in
        }
        let (before, after) = (FileProbe.content(of: path), FileProbe.content(of: target))
        #expect(after.frames == before.frames && after.missing == 0 && after.problem == nil)
        let shifts = zip(before.times, after.times).map { abs($0 - before.times[0] - ($1 - after.times[0])) }
        #expect(shifts.allSatisfy { $0 < 2_000_000 }, "\(shifts)")
        let facts = try FilePreview(target, named: "proxy.mp4").facts
        #expect(facts.video?.codec == "h264" && facts.audio == "aac" && facts.plays(in: .mp4))
        let bytes = try Data(contentsOf: URL(filePath: target))
        let (index, media) = (bytes.firstRange(of: Data("moov".utf8)), bytes.firstRange(of: Data("mdat".utf8)))
        #expect(try #require(index).lowerBound < #require(media).lowerBound)
    }

    @Test(arguments: [
        (3840, 2160, 1280, 720), (1920, 1080, 1280, 720), (1280, 720, 1280, 720), (640, 360, 640, 360),
        (1080, 1920, 1080, 1920), (1281, 2, 1280, 2), (1, 1, 2, 2),
    ])
    func aProxyIsNoWider(width: Int, height: Int, smallWidth: Int, smallHeight: Int) {
        let video = MediaFacts.Video(codec: "hevc", width: width, height: height, rate: nil)
        #expect(FilePreview.proxySize(of: video) == FrameSize(width: smallWidth, height: smallHeight))
    }

    @Test func whatIsNoMediaSaysWhy() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("text", to: "clip.mov")
        #expect(throws: GraphFailure.self) { try FilePreview(folder.path + "/clip.mov", named: "clip.mov") }
    }
}
