import DualCamTestKit
import Foundation
import Testing

/// Exports that are refused or ended by a signal.
extension Recordings.Exporting {
    @Test(arguments: [
        (["--as", "long.yaml"], 64, "long, but long allows at most 0:02. Choose a part of it"),
        (["--as", "story", "--chapters"], 64, "its marks do not make at least 3 chapters of 10 s or more."),
        (["--as", "archive", "--from", "1s"], 64, "archive copies the recorded sound, which cannot be cut here."),
        (["--as", "story", "--from", "4s", "--to", "2s"], 64, "--to is not after --from."),
        (["--as", "podcast", "-o", "a.mov"], 64, "'PLACE/a.mov' does not have an extension that podcast can write."),
        (["--as", "editing", "-o", "a.mp4"], 64, "mp4 files cannot hold pcm sound."),
        (["--as", "editing", "--loudness=-16LUFS"], 64, "--loudness: editing keeps the sound as it was recorded."),
        (
            ["--as", "archive", "--noise-reduction", "low"], 64,
            "--noise-reduction: archive keeps the sound as it was recorded."
        ),
        (
            ["--as", "story", "--mix", "carl=off"], 64,
            "--mix: no microphone 'carl' has a track of its own. There are anna, ben."
        ),
        (["--as", "editing", "--mix", "anna=off"], 64, "--mix: editing keeps the sound as it was recorded."),
        (["--as", "storry"], 64, "there is no template 'storry'. Did you mean story?"),
        (["--as", "wrong.yaml"], 65, "wrong.yaml:1:8: error: like: unknown template 'nothing'"),
        (["--as", "none.yaml"], 64, "'none.yaml' cannot be read."),
        (["--as", "story", "--subtitles", "none.srt"], 64, "'PLACE/none.srt' cannot be read."),
        (
            ["--as", "story", "--subtitles", "empty.srt"], 65,
            "--subtitles: there are no words with their times in the file."
        ),
        ([], 64, "the template is missing. Give --as with one of youtube,"),
    ]) func whatDoesNotFitIsRefusedBeforeAnythingIsWritten(
        options: [String], code: Int32, words: String
    ) async throws {
        let result = try await Self.two.value
        let before = try FileManager.default.contentsOfDirectory(atPath: result.session).sorted()
        let place = try #require(TemporaryFolder())
        place.write("{like: story, longest: 2s}", to: "long.yaml")
        place.write("{like: nothing}", to: "wrong.yaml")
        place.write("1\n\n", to: "empty.srt")
        let command = (["export", result.session] + options).map { "'\($0)'" }.joined(separator: " ")
        let finished = try await Tool.run(
            "/bin/bash", ["-c", "cd '\(place.path)' && exec '\(Tool.dualcam)' \(command)"])
        #expect(finished.code == code)
        let expected = words.replacingOccurrences(of: "PLACE", with: place.path)
        #expect(finished.errors.contains(expected), "\(finished.errors)")
        #expect(place.contents == ["empty.srt", "long.yaml", "wrong.yaml"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: result.session).sorted() == before)
    }

    @Test func noFileIsWrittenOver() async throws {
        let place = try #require(TemporaryFolder())
        place.write("mine", to: "a.m4a")
        let finished = try await Tool.run(
            Tool.dualcam,
            ["export", try await Self.alone.value.session, "--as", "podcast", "-o", place.path + "/a.m4a"])
        #expect(finished.code == 73 && finished.errors.contains("already exists"), "\(finished.errors)")
        #expect(place.text("a.m4a") == "mine")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func oneThatIsEndedLeavesNothing(signal: Int32) async throws {
        let result = try await Self.two.value
        let place = try #require(TemporaryFolder())
        let path = place.path + "/new.mp4"
        let finished = try await Tool.dualcam(
            ["export", result.session, "--as", "youtube", "-o", path, "--json"], making: path,
            struckInProgressBy: signal)
        #expect(finished.code == (signal == SIGKILL ? -SIGKILL : 69), "\(finished.errors)")
        #expect(place.contents.isEmpty, "\(place.contents)")
    }
}
