import DualCamTestKit
import GStreamer
import Glibc
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Sound files without a container do not know their length, so dualcam measures it to the end of the file.
///
/// This failed once while many other pipelines ran in the same process. Three failures had the same message then; now
/// each has its own.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct BareSoundTests {
    /// The parser's estimate of the length varied, and was missing every other time, so that the clip was refused.
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
