import DualCamTestKit
import Testing

/// Cameras with very low frame rates. Previously, the combined picture waited for their next frame, the camera was lost
/// after a second, and its worker was replaced because no file grew.
@Suite(.serialized, .tags(.process)) struct SlowCameraTests {
    /// Plays the file to its end and returns the number of its frames.
    private static func frames(playing path: String) async throws -> Int {
        let played = try await Tool.run(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames",
                "-of", "csv=p=0", path,
            ])
        #expect(played.errors.isEmpty, "\(played.errors)")
        return Int(played.text.filter(\.isNumber)) ?? -1
    }

    private static func audit(_ recording: Recording) async throws -> String {
        let file = try recording.path("/session.json")
        let audit = try await Tool.run(Tool.dualcam, ["audit", String(file.dropLast("/session.json".count))])
        #expect(audit.code == 0)
        return audit.text
    }

    /// The clock runs sixty times as fast, which multiplies all timeouts of the machine but none that depend on the
    /// frame rate.
    @Test(arguments: ["mov", "mkv"]) func tenMinutesAtAFrameAMinuteAreProvenAndPlay(container: String) async throws {
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: test, size: 320x240, rate: 1/60}}
                microphone: none
                recording: {container: \(container), segment: off, duration: 10min}
                """, environment: ["DUALCAM_CLOCK_RATE": "60"]
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("input-lost") == nil && recording.first("worker-lost") == nil, "\(recording.errors)")
        #expect(try await Self.frames(playing: try recording.path("_a.\(container)")) == 10)
        #expect(try await Self.audit(recording).contains("Proven"))
    }

    /// The combined picture has its own frame rate and sound, and the slow camera's file has sound from start to end.
    @Test func aSlowCameraBesideAFastOneAndSound() async throws {
        let recording = try await Recorder(
            pipeline: """
                cameras:
                  a: {device: test, size: 320x240, rate: 10}
                  b: {device: test, size: 320x240, rate: 1/2}
                microphone: test
                combined: {layout: side-by-side, size: 640x240, rate: 10}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 9s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        #expect((4...5).contains(try await Self.frames(playing: try recording.path("_b.mov"))))
        #expect(try await Self.audit(recording).contains("accounted for"))
        let judged = try await Judgement.of([try recording.path("_combined.mov"), try recording.path("_b.mov")])
        // Previously, it only had the last seconds, because it waited for the previous picture.
        #expect(judged[0].video?.frames ?? 0 > 45, "of 90")
        #expect(judged[1].audio?.end ?? 0 > 8.5)
    }

    /// A slow combined picture keeps its last frame. Previously, it waited for the next one, which came after the end.
    @Test func aSlowCombinedPictureHasItsLastFrame() async throws {
        let recording = try await Recorder(
            pipeline: """
                cameras: {a: {device: test, size: 320x240, rate: 5}, b: {device: test, size: 320x240, rate: 1/2}}
                microphone: none
                combined: {layout: side-by-side, size: 640x240, rate: 1/3}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: off, duration: 11s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(try await Self.audit(recording).contains("Proven"), "\(recording.errors)")
        #expect(try await Self.frames(playing: try recording.path("_combined.mov")) >= 3)
    }
}
