import DualCamTestKit
import Foundation
import Testing

extension Recordings.Dubbing {
    @Test(arguments: [
        ("silent", "[0:a]volume=0", [], "'SOUND' is silent. Set where it begins with --offset"),
        (
            "other", "[1:a]anull", [],
            "no sound of 'SESSION' was recognised in 'SOUND'. Set where it begins with --offset"
        ),
        (
            "often", "[0:a]atrim=end=12,asplit[a][b];[a][b]concat=v=0:a=1", [],
            "'SOUND' fits 'SESSION' equally well in several places. Set where it begins with --offset"
        ),
        (
            "three", "[0:a]aformat=channel_layouts=2.1", [],
            "'SOUND' has 3 channels, but a session's file can have at most two."
        ),
        (
            "far", "[0:a]anull", ["--offset", "20s"],
            "'SOUND' does not overlap the recording. Check --offset."
        ),
        (
            "mark", "[0:a]anull", ["--offset", "mark:a"],
            "--offset: 'mark:a' is not a valid time. Write 12.345s, 1:02.5, or -12.345s."
        ),
    ]) func whatIsNotClearIsRefused(name: String, filter: String, options: [String], words: String) async throws {
        let result = try await Self.mov.value
        let sound = try await Self.sound(result, "refused-\(name).wav", filter)
        let (finished, folder, _) = try await Self.dub(result, sound, options)
        #expect(finished.code == 64, "\(finished.code) \(finished.text)")
        let expected = words.replacing("SOUND", with: sound).replacing("SESSION", with: result.session)
        #expect(finished.errors.contains("dualcam: error: " + expected), "\(finished.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func whatIsNoSoundIsRefused() async throws {
        let result = try await Self.mov.value
        let advice = "Give a file with the sound of a recorder: WAV, FLAC, M4A or MP3."
        result.folder.write("words", to: "words.wav")
        let missing = try await Self.dub(result, "/none.wav").finished
        #expect(
            missing.code == 64 && missing.errors.contains("'/none.wav' is not a file. \(advice)"), "\(missing.errors)")
        let words = try await Self.dub(result, result.folder.path + "/words.wav").finished
        #expect(words.code == 64 && words.errors.contains("words.wav' cannot be played: "), "\(words.errors)")
        let none = try await Tool.run(Tool.dualcam, ["dub", result.session])
        let missed = "he recorder's file is missing. Give it: --sound recorder.wav."
        #expect(none.code == 64 && none.errors.contains(missed), "\(none.errors)")
    }
}
