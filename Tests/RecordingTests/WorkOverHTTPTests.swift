import DualCamControl
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A job that is requested over HTTP makes the same file as the command.
    @Suite(.serialized) struct WorkOverHTTP {
        private static let cuts = "cuts:\n  - {at: 1s, main: front, inset: back}\n  - {at: 3s, layout: stacked}\n"
        private static let words =
            "1\n00:00:00,500 --> 00:00:01,700\nHello\n\n2\n00:00:01,800 --> 00:00:02,400\nWorld\n\n"

        /// Returns the digests of a file's video and audio frames.
        private static func frames(_ path: String, _ streams: String...) async throws -> String {
            let maps = (streams.isEmpty ? ["0:v", "0:a"] : streams).flatMap { ["-map", $0] }
            let told = try await Tool.run(
                "/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-i", path] + maps + ["-f", "framemd5", "-"])
            #expect(told.code == 0 && told.errors == "", "\(told.errors)")
            return told.text
        }

        /// Returns the similarity of two films in dB (PSNR); negative if their lengths differ.
        private static func likeness(_ one: String, _ other: String) async throws -> Double {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-nostdin", "-i", one, "-i", other, "-lavfi", "[0:v][1:v]psnr=shortest=0", "-f", "null", "-"])
            let counts = try await [frames(one, "0:v"), frames(other, "0:v")].map { $0.split(separator: "\n").count }
            guard counts[0] == counts[1], let at = told.errors.firstRange(of: "average:") else { return -1 }
            let figure = told.errors[at.upperBound...].prefix { !$0.isWhitespace }
            return figure == "inf" ? 100 : Double(figure) ?? -1
        }

        @Test func theFilesAreThoseOfTheCommands() async throws {
            let session = try await Exporting.two.value.session
            let place = try #require(TemporaryFolder())
            try FileManager.default.copyItem(atPath: session, toPath: place.path + "/take")
            let told = Lock<[JSONValue]>([])
            let (cuts, words) = (Self.cuts, Self.words)
            let recording = try await ServedLibrary.show(place.path) { library in
                let texts = [
                    try await library.work("sessions/take/compose", ["edit": .string(cuts)]),
                    try await library.work(
                        "sessions/take/export",
                        ["as": "square", "from": "0.5s", "to": "3s", "subtitles": .string(words)]),
                    try await library.work("sessions/take/compose", ["edit": "cuts:\n  - {at: 1s, main: side}\n"]),
                    try await library.work("sessions/take/compose", ["edit": "cuts:\n  - {when: 1s}\n"]),
                    try await library.work("sessions/take/export", ["as": "square", "from": "1h"]),
                    .string(try await library.ask("sessions/take/cuts").text),
                    try await library.ask("jobs").json ?? .null,
                ]
                told.with { $0 = texts }
            }
            #expect(recording.code == 0, "\(recording.errors)")
            let all = told.with { $0 }
            #expect(all[0]["arguments"] == ["edit": ["bytes": .count(cuts.utf8.count)]])
            #expect(all[0]["result"]?["files"] == ["combined.mov"], "\(all[0].line)")
            #expect(all[1]["result"]?["files"] == ["square.mp4"], "\(all[1].line)")
            // The error does not quote what was sent, because clients that only watch can read it too.
            let refused = all[2]["error"]?.text ?? ""
            #expect(all[2]["state"] == "failed" && refused.contains("combined.main"), "\(all[2].line)")
            #expect(!refused.contains("side"), "\(refused)")
            #expect(all[3]["error"]?["code"] == "bad-value", "\(all[3].line)")
            #expect(all[3]["error"]?["message"]?.text?.hasPrefix("edit:2:") == true, "\(all[3].line)")
            #expect(all[4]["error"]?["code"] == "bad-value", "\(all[4].line)")
            #expect(all[4]["error"]?["message"] == "'from': the recording is only 5s long.", "\(all[4].line)")
            #expect(all[6].line.contains("combined.mov") && !all[6].line.contains("Hello"))
            try await Self.compare(place, all[5].text ?? "")
        }

        /// Makes the same files from the same session with the commands, and compares them.
        private static func compare(_ place: TemporaryFolder, _ list: String) async throws {
            place.write(cuts, to: "cuts.yaml")
            place.write(words, to: "words.srt")
            let take = place.path + "/take"
            let composed = try await Tool.run(
                Tool.dualcam, ["compose", take, "--edit", place.path + "/cuts.yaml", "-o", place.path + "/c.mov"])
            #expect(composed.code == 0, "\(composed.errors)")
            let exported = try await Tool.run(
                Tool.dualcam,
                [
                    "export", take, "--as", "square", "--from", "0.5s", "--to", "3s", "--subtitles",
                    place.path + "/words.srt", "-o", place.path + "/s.mp4",
                ])
            #expect(exported.code == 0, "\(exported.errors)")
            let drawn = try await frames(take + "/combined.mov")
            #expect(drawn == (try await frames(place.path + "/c.mov")) && drawn.split(separator: "\n").count > 100)
            let sound = try await frames(take + "/square.mp4", "0:a")
            #expect(sound == (try await frames(place.path + "/s.mp4", "0:a")))
            // The encoder's threads distribute the bits differently each time.
            let likeness = try await likeness(take + "/square.mp4", place.path + "/s.mp4")
            #expect(likeness > 40, "\(likeness) dB")
            let subtitles = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", take + "/square.mp4", "-map", "0:s", "-f", "srt", "-"])
            #expect(subtitles.text.contains("Hello") && subtitles.text.contains("World"))
            #expect(try await Tool.run(Tool.dualcam, ["cuts", take]).text == list)
        }
    }
}
