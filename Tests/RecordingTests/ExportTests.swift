import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Exports of sessions in the formats of platforms.
    @Suite(.serialized) struct Exporting {
        struct Result: Sendable {
            var recording: Recording
            var session: String
        }

        static func record(_ text: String) async throws -> Result {
            let recording = try await Recorder(pipeline: text, arguments: ["--duration", "5s"]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let session = (try recording.path("session.json") as NSString).deletingLastPathComponent
            return Result(recording: recording, session: session)
        }

        /// A session with two cameras in two segments, and two microphones with a track each.
        static let two = Shared {
            try await record(
                """
                name: two
                cameras: {back: {device: test, size: 640x360}, front: {device: "test:smpte", size: 640x360}}
                microphones: {anna: {device: test}, ben: {device: test}}
                combined: {layout: pip, main: back, size: 640x360}
                encoders: {default: {use: x264, preset: ultrafast, bitrate: 8Mbps}}
                recording: {segment: 3s}
                """)
        }
        static let alone = Shared {
            try await record(
                """
                name: alone
                cameras: {back: {device: test, size: 640x360}}
                microphone: test
                encoders: {default: {use: x264, preset: ultrafast}}
                """)
        }
        static let combined = Shared {
            try await record(
                """
                name: joined
                cameras: {back: {device: test, size: 640x360}, front: {device: "test:smpte", size: 640x360}}
                microphone: none
                combined: {layout: stacked, main: back, size: 640x720}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {outputs: [combined]}
                """)
        }

        /// The folder of the exported files.
        private static let made = TemporaryFolder()

        /// Returns the path of a template like `square` with fewer pixels, for tests to which the size does not matter.
        static func small() throws -> String {
            let folder = try #require(made)
            folder.write("{like: square, size: 360x360}\n", to: "small.yaml")
            return folder.path + "/small.yaml"
        }

        struct Export: Sendable {
            var path: String
            var finished: Finished
            var events: [JSONValue]
        }

        static func export(
            _ result: Result, _ template: String, ending: String = "mp4", _ options: [String] = []
        ) async throws -> Export {
            let path = "\(try #require(made).path)/\(UUID().uuidString).\(ending)"
            let finished = try await Tool.run(
                Tool.dualcam, ["export", result.session, "--as", template, "-o", path, "--json"] + options)
            return Export(
                path: path, finished: finished,
                events: finished.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) })
        }

        /// Decodes the whole file and returns the errors and the output of the filter.
        private static func decode(_ path: String, _ filter: [String] = []) async throws -> String {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-i", path] + filter + ["-f", "null", "-"])
            return told.errors
        }

        static func streams(_ path: String) async throws -> [[String: String]] {
            let told = try await Tool.run(
                "/usr/bin/ffprobe",
                [
                    "-v", "error", "-count_frames", "-show_entries",
                    "stream=codec_name,width,height,nb_read_frames,start_time,channels", "-of", "json", path,
                ])
            let streams = JSONValue(ifJSON: told.text)?["streams"]?.list ?? []
            return streams.map { stream in
                Dictionary(
                    uniqueKeysWithValues: stream.members?.map { ($0.key, $0.value.text ?? $0.value.line) } ?? [])
            }
        }

        /// Returns the integrated loudness in LUFS and the true peak in dB, measured by ffmpeg.
        private static func loudness(_ path: String) async throws -> (integrated: Double, peak: Double) {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-nostats", "-nostdin", "-i", path, "-map", "0:a", "-af", "ebur128=peak=true", "-f", "null", "-"])
            let value = { (head: String) -> Double? in
                let line = told.errors.split(separator: "\n").last { $0.drop { $0 == " " }.hasPrefix(head) }
                return line?.split(separator: " ").dropLast().last.flatMap { Double($0) }
            }
            return (try #require(value("I:")), try #require(value("Peak:")))
        }

        // MARK: Templates
        @Test(arguments: [
            ("youtube", "mp4", "h264 1920x1080", "aac"), ("story", "mp4", "h264 1080x1920", "aac"),
            ("square", "mp4", "h264 1080x1080", "aac"), ("archive", "mkv", "h264 640x360", "aac aac"),
            ("editing", "mov", "prores 640x360", "pcm_s16le pcm_s16le"), ("podcast", "m4a", "", "aac"),
            ("podcast", "ogg", "", "opus"),
        ]) func aTemplateIsWhatItSays(
            template: String, ending: String, picture: String, sound: String
        ) async throws {
            // The archive template copies the files, so an interval cannot be chosen.
            let (options, seconds) = template == "archive" ? ([], 5) : (["--to", "2s"], 2)
            let made = try await Self.export(try await Self.two.value, template, ending: ending, options)
            #expect(made.finished.code == 0, "\(made.finished.errors)")
            let streams = try await Self.streams(made.path)
            let video = streams.filter { $0["width"] != nil }
            #expect(
                video.map { "\($0["codec_name"] ?? "") \($0["width"] ?? "")x\($0["height"] ?? "")" }
                    == (picture.isEmpty ? [] : [picture]))
            #expect(video.allSatisfy { $0["nb_read_frames"] == "\(seconds * 30)" }, "\(video)")
            let audio = streams.filter { $0["channels"] != nil }.compactMap { $0["codec_name"] }
            #expect(audio.joined(separator: " ") == sound)
            #expect(try await Self.decode(made.path).isEmpty)
            #expect(made.events.first?["event"]?.text == "exporting" && made.events.last?["event"]?.text == "exported")
            #expect(made.events.last?["seconds"]?.number.map { abs($0 - Double(seconds)) < 0.04 } == true)
            let bytes = try #require(made.events.first?["bytes"]?.number)
            let size = try #require(try FileManager.default.attributesOfItem(atPath: made.path)[.size] as? Int)
            // Test pictures need fewer bits than allowed, but never more than an eighth above the estimate.
            #expect(Double(size) < bytes * 1.125 + 50_000, "\(size) \(bytes)")
        }

        /// Each half shows a camera's counter, frame by frame, across the segment boundary. When the last picture is
        /// due, the camera's last frame may not have begun.
        @Test func theLayoutOfTheTemplateShowsEveryFrame() async throws {
            let place = try #require(TemporaryFolder())
            place.write("{like: story, size: 640x720, longest: off, encoder: x264}", to: "tall.yaml")
            let made = try await Self.export(try await Self.two.value, place.path + "/tall.yaml")
            #expect(made.finished.code == 0, "\(made.finished.errors)")
            for region in ["0,0,640x360", "0,360,640x360"] {
                let judged = try await Judgement.of(made.path, "--region", region)
                #expect(judged.video?.frames == 150 && judged.counters?.unreadable == [])
                let read = try #require(judged.counters?.read)
                let first = try #require(read.first)
                #expect(read.count == 150 && read.dropLast() == Array(first..<first + 149)[...])
            }
        }

        @Test func aPartBeginsAndEndsWhereItShould() async throws {
            let place = try #require(TemporaryFolder())
            place.write("{like: story, size: 640x720, encoder: x264}", to: "tall.yaml")
            let result = try await Self.two.value
            let whole = try await Self.export(result, place.path + "/tall.yaml")
            let part = try await Self.export(result, place.path + "/tall.yaml", ["--from", "1s", "--to", "3.5s"])
            #expect(part.finished.code == 0, "\(part.finished.errors)")
            let judged = try await Judgement.of([whole.path, part.path], "--region", "0,0,640x360")
            let (all, some) = (try #require(judged[0].counters?.read), try #require(judged[1].counters?.read))
            #expect(some == Array(all.dropFirst(30).prefix(75)) && some.count == 75)
            let streams = try await Self.streams(part.path)
            #expect(streams.allSatisfy { Double($0["start_time"] ?? "") == 0 }, "\(streams)")
        }

        @Test func aSessionOfOneCameraFillsTheFrame() async throws {
            let made = try await Self.export(try await Self.alone.value, "square", ["--to", "2s"])
            #expect(made.finished.code == 0, "\(made.finished.errors)")
            let streams = try await Self.streams(made.path)
            #expect(streams.first?["width"] == "1080" && streams.first?["nb_read_frames"] == "60")
            #expect(try await Self.decode(made.path).isEmpty)
        }

        /// If only the combined file was recorded, the export shows that file.
        @Test func theCombinedFileServesWhereThereIsNoOther() async throws {
            let made = try await Self.export(try await Self.combined.value, "archive", ending: "mkv")
            #expect(made.finished.code == 0, "\(made.finished.errors)")
            let recorded = try await Self.combined.value.recording.path("combined_000.mov")
            let judged = try await Judgement.of([recorded, made.path], "--region", "0,0,640x360")
            #expect(judged[1].video?.frames == 150 && judged[1].audio == nil)
            #expect(judged[0].counters?.read == judged[1].counters?.read)
        }

        // MARK: Sound
        /// The difference in LU that two measurements of one sound may have. The test sound is a tick of 23 ms a second.
        /// If a tick lies across the border of two of the meter's blocks of 100 ms, the result is 1 LU lower, and a
        /// codec moves sound by some milliseconds.
        private static let blockEffect = 1.5

        @Test(arguments: [-16.0, -23]) func theSoundIsAsLoudAsItShouldBe(target: Double) async throws {
            let made = try await Self.export(
                try await Self.alone.value, "podcast", ending: "m4a", ["--loudness=\(Int(target))LUFS"])
            let (integrated, peak) = try await Self.loudness(made.path)
            #expect(abs(integrated - target) < Self.blockEffect, "\(integrated)")
            #expect(peak <= -1, "\(peak)")
        }

        /// A target so loud that it would clip: the reported loudness is the reached one, and no peak is above -1 dB.
        @Test(arguments: ["m4a", "ogg"]) func peaksAreReduced(ending: String) async throws {
            let made = try await Self.export(
                try await Self.two.value, "podcast", ending: ending, ["--loudness=-6LUFS"])
            let event = try #require(made.events.first { $0["event"]?.text == "loudness" })
            let reached = try #require(event["reached"]?.number)
            #expect((event["reduction"]?.number ?? 0) > 1, "\(event.line)")
            let (integrated, peak) = try await Self.loudness(made.path)
            #expect(abs(integrated - reached) < Self.blockEffect, "\(integrated) \(reached)")
            #expect(peak <= -1, "\(peak)")
        }

        @Test func offLeavesItAsItWas() async throws {
            let made = try await Self.export(
                try await Self.alone.value, "podcast", ending: "m4a", ["--loudness", "off"])
            let recorded = try await Self.loudness(Self.alone.value.recording.path("back_000.mov"))
            let (_, peak) = try await Self.loudness(made.path)
            #expect(abs(peak - recorded.peak) < 1, "\(peak) \(recorded)")
            #expect(!made.events.contains { $0["event"]?.text == "loudness" })
        }

        /// Returns the first two seconds of the first track, counted from the first frame.
        static func samples(_ path: String, from skipped: Int = 0) async throws -> [Int] {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "s16le",
                    "-",
                ])
            let values = told.output.withUnsafeBytes { bytes in Array(bytes.bindMemory(to: Int16.self)) }
            return values.dropFirst(skipped).prefix(96_000).map { Int($0) }
        }

        /// Picture and sound stay in sync to within two samples, which is the rounding of containers.
        @Test(arguments: [("editing", "mov"), ("youtube", "mp4")]) func pictureAndSoundStayTogether(
            template: String, ending: String
        ) async throws {
            let result = try await Self.two.value
            let recorded = try result.recording.path("combined_000.mov")
            let streams = try await Self.streams(recorded)
            let starts = streams.compactMap { Double($0["start_time"] ?? "") }
            // The recorded picture begins later than its sound.
            let lead = Int(((starts[0] - starts[1]) * 48_000).rounded())
            try #require(lead > 100)
            let made = try await Self.export(result, template, ending: ending, ["--to", "3s"])
            let (old, new) = (
                try await Self.samples(recorded, from: lead - 100), try await Self.samples(made.path)
            )
            let likeness = (0...200).map { lag in
                stride(from: 0, to: 90_000, by: 3).reduce(0) { $0 + old[$1 + lag] * new[$1] }
            }
            let best = try #require(likeness.indices.max { likeness[$0] < likeness[$1] })
            #expect(abs(best - 100) <= 2, "\(best)")
        }
    }
}
