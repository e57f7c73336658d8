import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Single frames of a session whose combined picture moves, zooms and pauses.
    @Suite(.serialized) struct Stills {
        /// Each still is more like the frame at its time in the recorded combined file than like any other. Other
        /// frames, above all during a motion, have a PSNR below 30 dB.
        @Test(arguments: ["jpeg", "png"]) func theyAreTheFramesOfTheirTimes(format: String) async throws {
            let result = try await Composing.both.value
            let folder = try #require(TemporaryFolder())
            let times = ["0s", "1.2s", "5.3s", "0:08.5", "8.999s"]
            let made = try await Tool.run(
                Tool.dualcam,
                ["stills", result.session, "--json", "--format", format, "-o", folder.path]
                    + times.flatMap { ["--at", $0] })
            #expect(made.code == 0, "\(made.errors)")
            let told = made.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            let frames = told.compactMap { $0["at"]?.number }.map { Int(($0 * 30).rounded()) }
            #expect(frames == [0, 36, 159, 255, 269])
            let live = try result.recording.path("combined_000.mov")
            for (still, frame) in zip(told, frames) {
                let path = try #require(still["file"]?.text)
                #expect(path.hasSuffix(format == "png" ? ".png" : ".jpg"))
                let values = try await Self.likeness(of: path, to: live)
                // The last frame may show a camera's frame that is in no file.
                let best = try #require(values.indices.max { values[$0] < values[$1] })
                #expect(best == frame || frame == 269, "\(frame): \(best)")
            }
        }

        /// Returns how similar a picture is to each frame of a file, in decibels, at a quarter of the pixels.
        private static func likeness(of still: String, to file: String) async throws -> [Double] {
            let filter = """
                [0:v]setpts=N,scale=iw/2:ih/2:out_range=pc:flags=area,format=gbrp[a];
                [1:v]setpts=N,scale=iw/2:ih/2:flags=area,format=gbrp[b];[a][b]psnr=stats_file=-
                """
            let measured = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", file, "-loop", "1", "-i", still, "-lavfi", filter, "-frames:v",
                    "270",
                    "-f", "null", "/dev/null",
                ])
            // ffmpeg repeats the file's last frame, because the still lasts longer.
            return measured.text.split(separator: "\n").prefix(270).compactMap { line in
                let field = line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
                return field.flatMap { $0.dropFirst(9) == "inf" ? 100 : Double($0.dropFirst(9)) }
            }
        }

        @Test func twoTimesOfOneFrameAreOneFile() async throws {
            let session = try await Composing.both.value.session
            let folder = try #require(TemporaryFolder())
            let words = ["stills", session, "-o", folder.path, "--at", "1s", "--at", "0.99s", "--at", "1.02s"]
            let made = try await Tool.run(Tool.dualcam, words)
            #expect(made.code == 0, "\(made.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.count == 2 && names.contains { $0.hasSuffix("_00-01.000.jpg") }, "\(names)")
            let again = try await Tool.run(Tool.dualcam, words)
            #expect(again.code == 73 && again.errors.contains("already exists"), "\(again.errors)")
        }

        @Test(arguments: [
            ([], "dualcam: error: the time is missing. Give at least one: --at 12:40, or --at mark:TEXT.\n"),
            (["--at", "20s"], "dualcam: error: --at: the recording is only 9s long. Give an earlier time.\n"),
            (
                ["--at", "mark:none"],
                "dualcam: error: --at: no mark is called 'none'. The session has no marks: give a time.\n"
            ),
        ]) func whatIsNotThereIsRefused(words: [String], told: String) async throws {
            let session = try await Composing.both.value.session
            let made = try await Tool.run(Tool.dualcam, ["stills", session, "-o", "/tmp"] + words)
            #expect(made.code == 64 && made.errors == told, "\(made.errors)")
        }
    }
}
