import DualCamTestKit
import GStreamer
import Glibc
import Testing

@testable import DualCamGraph

/// Sound without a container tells no length: it is measured to its end.
///
/// Beside many other pipelines in the same process nothing came out of the file once. The error had the same words for a stream that could not
/// be linked, for a state that was refused and for an end that did not come; since then each has its own.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct BareSoundTests {
    /// The parser's estimate was another one each time, and none at all every other time, with which the clip was refused.
    @Test func itsLengthIsThatOfItsFrames() throws {
        try MachineProbe.prepare()
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/noise.aac"
        let made = system("ffmpeg -v error -f lavfi -i anoisesrc=sample_rate=44100:duration=20 -c:a aac '\(path)'")
        try #require(made == 0)
        for _ in 0..<5 {
            let info = try MediaInfo.probe(path: path, asksForSegments: true)
            #expect(info.acceptsSegments == true)
            let frames = Double(info.duration) * 44_100 / 1024 / 1e9
            #expect(abs(frames - frames.rounded()) < 0.01 && frames > 861, "\(frames)")
        }
    }
}
