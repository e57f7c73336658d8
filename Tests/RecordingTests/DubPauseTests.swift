import DualCamConfig
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings.Dubbing {
    /// The sound recorder continued while the session was paused. Its sound of the pause has to be left out.
    @Test func aPauseIsLeftOutOfTheSound() async throws {
        let folder = try #require(TemporaryFolder())
        try await Self.ffmpeg(["-f", "lavfi", "-i", Self.scene(3, seconds: 40), folder.path + "/scene.wav"])
        try await Self.ffmpeg(["-i", folder.path + "/scene.wav", "-c:a", "pcm_s16le", folder.path + "/scene.mov"])
        let take = try await DirectedTake(
            """
            cameras: {back: {device: test, size: 320x180}}
            microphone: "file:\(folder.path)/scene.mov"
            encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
            """)
        let outcome = try await take.record { take in
            try await take.until(recorded: 4)
            try await take.perform(.pause)
            try await take.until(statusesInPause: 3)
            try await take.perform(.resume)
            try await take.until(recorded: 9)
            try await take.perform(.stop)
        }
        let session = try #require(outcome.folder)
        let path = try #require(outcome.files.first { $0.output.rawValue == "back" }?.path)
        let made = try await Tool.run(Tool.dualcam, ["dub", session, "--sound", folder.path + "/scene.wav", "--json"])
        #expect(made.code == 0, "\(made.errors)")
        let recorded = try await Self.samples(path)
        let copy = session + "_dub/back.mov"
        let dubbed = try await Self.samples(copy)
        let lead = Self.lead(try await Self.packets(path).first, try await Self.packets(copy).first)
        // After the pause the sound is still in sync, because the recorder used the same clock.
        for second in [0.3, 2, 3.5, 4.7, 6, 8] {
            let late = try #require(Self.lateness(of: dubbed, beside: recorded, lead, at: second))
            #expect(abs(late) <= 10, "at \(second): \(late)")
        }
        try FileManager.default.removeItem(atPath: session + "_dub")
    }
}
