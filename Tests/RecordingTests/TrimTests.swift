import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Files that are cut after the recording, which has three segments and a key frame every two seconds.
    @Suite(.serialized) struct Trimming {
        struct Result: Sendable {
            var recording: Recording
            var session: String
        }

        private static func record(
            _ container: String, _ audio: String, segment: String = "3s"
        ) async throws -> Result {
            let recording = try await Recorder(
                pipeline: """
                    name: cut
                    cameras: {back: {device: test, size: 640x360}, front: {device: "test:smpte", size: 640x360}}
                    microphone: test
                    combined: {layout: pip, main: back, size: 640x360}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: \(audio)}}
                    recording: {container: \(container), segment: \(segment)}
                    """, arguments: ["--duration", "7s"]
            ).record()
            let session = (try recording.path("session.json") as NSString).deletingLastPathComponent
            return Result(recording: recording, session: session)
        }

        static let mov = Shared { try await record("mov", "pcm") }
        static let mkv = Shared { try await record("mkv", "flac") }
        /// Recordings with codecs that delay samples, among them the default codec.
        static let aac = Shared { try await record("mov", "aac", segment: "off") }
        static let opus = Shared { try await record("mkv", "opus", segment: "off") }

        private static func trim(_ result: Result, _ arguments: [String]) async throws -> (
            folder: String, told: [JSONValue]
        ) {
            let folder = result.session + "_" + UUID().uuidString
            let made = try await Tool.run(
                Tool.dualcam, ["trim", result.session, "--json", "--output", folder] + arguments)
            #expect(made.code == 0, "\(made.errors)")
            return (folder, made.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) })
        }

        /// Returns the checksums of all decoded frames.
        private static func sums(_ paths: [String]) async throws -> [String] {
            var sums: [String] = []
            for path in paths {
                let told = try await Tool.run(
                    "/usr/bin/ffmpeg",
                    [
                        "-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f",
                        "framemd5", "-",
                    ])
                #expect(told.errors.isEmpty, "\(told.errors)")
                sums += told.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                    String($0.split(separator: ",").last ?? "")
                }
            }
            return sums
        }

        private static func sound(_ paths: [String], channels: Int? = nil) async throws -> [UInt8] {
            var bytes: [UInt8] = []
            for path in paths {
                let file = NSTemporaryDirectory() + UUID().uuidString
                defer { try? FileManager.default.removeItem(atPath: file) }
                _ = try await Tool.run(
                    "/usr/bin/ffmpeg",
                    ["-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-f", "s16le"]
                        + (channels.map { ["-ac", "\($0)"] } ?? []) + [file])
                bytes += [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            }
            return bytes
        }

        private static func paths(_ result: Result, _ output: String) throws -> [String] {
            try (0..<3).map { try result.recording.path("\(output)_00\($0).\(container(result))") }
        }

        private static func container(_ result: Result) -> String {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: result.session)) ?? []
            return names.contains { $0.hasSuffix(".mkv") } ? "mkv" : "mov"
        }

        /// From 1.5 s to 5.2 s are 111 frames, the same ones for every output. Complete groups between key frames are
        /// copied without change. Key frames are at the start, at 2 s and at each segment's start.
        @Test(arguments: [mov, mkv]) func everyFileIsCutAtTheSameFrames(_ shared: Shared<Result>) async throws {
            let result = try await shared.value
            let (folder, told) = try await Self.trim(result, ["--from", "1.5s", "--to", "5.2s", "--join"])
            #expect(told.filter { $0["event"]?.text == "trimmed" }.map { $0["frames"]?.count } == [111, 111, 111])
            for output in ["back", "front", "combined"] {
                let recorded = try await Self.sums(Self.paths(result, output))
                let made = try await Self.sums(["\(folder)/\(output).\(Self.container(result))"])
                #expect(recorded.count == 210 && made.count == 111)
                let same = made.indices.filter { made[$0] == recorded[$0 + 45] }
                // 15 frames before 2 s and 6 after 5 s are encoded again.
                #expect(same.filter { (15..<105).contains($0) } == Array(15..<105), "\(output): \(same)")
            }
            let counters = try await Judgement.of(["\(folder)/back.\(Self.container(result))"])[0].counters?.read ?? []
            let first = try #require(counters.first)
            #expect(counters == Array(first..<first + 111))
        }

        /// Three in ten frames are missing in the second file, so its container says 20 frames per second and its codec
        /// 30. The existing frames keep their times.
        @Test func framesThatAreMissingAreNoObstacle() async throws {
            let result = try await Self.mov.value
            let folder = try #require(TemporaryFolder())
            let session = folder.path + "/holey"
            try FileManager.default.copyItem(atPath: result.session, toPath: session)
            let whole = try Self.paths(result, "back")[1]
            let holey = session + "/" + (whole as NSString).lastPathComponent
            let made = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-y", "-i", whole, "-vf", "select=not(n)+gt(random(1)\\,0.3)",
                    "-fps_mode",
                    "vfr",
                    "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-g", "30", "-c:a", "copy", holey,
                ])
            #expect(made.code == 0, "\(made.errors)")
            let trimmed = try await Tool.run(
                Tool.dualcam,
                ["trim", session, "--from", "3.5s", "--to", "5.5s", "--cameras", "back", "--unchecked", "--output"]
                    + [folder.path + "/trimmed", "--join"])
            #expect(trimmed.code == 0, "\(trimmed.errors)")
            let first = try #require(try await Pauses.packetTimes(whole, "v").first)
            let times = try await Pauses.packetTimes(holey, "v")
            let kept = times.map { Int((30 * ($0 - first)).rounded()) }.filter { (15..<75).contains($0) }
            #expect((35..<50).contains(kept.count))
            let counters = try await Judgement.of([folder.path + "/trimmed/back.mov"])[0].counters?.read ?? []
            #expect(counters.map { $0 - counters[0] } == kept.map { $0 - kept[0] }, "\(counters)")
        }

        /// The trimmed sound has exactly 3.7 s of 48,000 samples each, taken from the right position in the recording.
        @Test(arguments: [mov, mkv]) func theSoundIsCutToTheSample(_ shared: Shared<Result>) async throws {
            let result = try await shared.value
            let (folder, _) = try await Self.trim(
                result, ["--from", "1.5s", "--to", "5.2s", "--join", "--cameras", "back"])
            let recorded = try await Self.sound(Self.paths(result, "back"))
            let made = try await Self.sound(["\(folder)/back.\(Self.container(result))"])
            let bytes = made.count / 177_600
            #expect(made.count == 177_600 * bytes && [2, 4].contains(bytes), "\(made.count)")
            let place = 72_000 * bytes
            let near = (-100...100).first { offset in
                let from = place + offset * bytes
                return from >= 0 && recorded.count >= from + made.count
                    && recorded[from..<from + made.count].elementsEqual(made)
            }
            #expect(near != nil)
        }

        /// Sound that is encoded again stays in sync, although AAC delays 1,024 samples and Opus 312.
        @Test(arguments: [aac, opus]) func encodedSoundStaysWhereItWas(_ shared: Shared<Result>) async throws {
            let result = try await shared.value
            let (folder, _) = try await Self.trim(result, ["--from", "1.5s", "--to", "5.2s", "--cameras", "back"])
            let ending = Self.container(result)
            let (own, copy) = (try result.recording.path("back.\(ending)"), "\(folder)/back.\(ending)")
            let recorded = Self.samples(try await Self.sound([own], channels: 1))
            let made = Self.samples(try await Self.sound([copy], channels: 1))
            let begin = Int((try await Self.beginning(of: copy, in: own) * 48_000).rounded())
            // The copy begins with the first frame that does not begin before 1.5 s.
            #expect((72_000 - 1..<72_000 + 1600 + 96).contains(begin), "\(begin)")
            // The last packet may have its full length or be cut off.
            #expect((177_600 - 48...177_600 + 2048).contains(made.count), "\(made.count)")
            // The ticks of the test sound, at whole seconds of the recording.
            let ticks = Self.ticks(made)
            #expect(ticks.count == 4, "\(ticks)")
            // A codec may make the first half wave (440 Hz) too low. Both Matroska files have times in whole
            // milliseconds.
            let tolerance = 60 + (ending == "mkv" ? 96 : 0)
            for tick in ticks {
                let near = try #require(Self.ticks(recorded).min { abs($0 - begin - tick) < abs($1 - begin - tick) })
                #expect(abs(near - begin - tick) <= tolerance, "\(tick): \(near)")
            }
        }

        /// Returns the time in the sound of a recorded file, in seconds, at which the sound of its copy begins. The
        /// pictures that were copied without encoding show how far apart the files are.
        private static func beginning(of copy: String, in own: String) async throws -> Double {
            let (recorded, made) = (try await Dubbing.packets(own), try await Dubbing.packets(copy))
            let places = Dictionary(zip(recorded.sums, recorded.times)) { first, _ in first }
            let (sum, time) = try #require(zip(made.sums, made.times).first { places[$0.0] != nil })
            let sound = (try await Pauses.packetTimes(own, "a").first, try await Pauses.packetTimes(copy, "a").first)
            return try #require(places[sum]) - time + (try #require(sound.1)) - (try #require(sound.0))
        }

        /// Returns the decoded samples of one channel.
        private static func samples(_ bytes: [UInt8]) -> [Int16] {
            stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }

        /// Returns the first sample of each tick, one per second: the first that is half as loud as the loudest of all.
        /// The loudest sample of a tick may differ after each encoding.
        private static func ticks(_ samples: [Int16]) -> [Int] {
            let loud = (samples.map(\.magnitude).max() ?? 0) / 2
            var ticks: [Int] = []
            for index in samples.indices where samples[index].magnitude > loud {
                if let last = ticks.last, index - last < 10_000 { continue }
                ticks.append(index)
            }
            return ticks
        }

        @Test(arguments: [mov, mkv]) func joinedSegmentsAreWhatWasRecorded(_ shared: Shared<Result>) async throws {
            let result = try await shared.value
            let (folder, told) = try await Self.trim(result, ["--join", "--cameras", "front"])
            #expect(told.last?["encoded"]?.count == 0)
            let (recorded, made) = (try Self.paths(result, "front"), ["\(folder)/front.\(Self.container(result))"])
            #expect(try await Self.sums(recorded) == Self.sums(made))
            #expect(try await Self.sound(recorded) == Self.sound(made))
        }

        /// Without `--join`, each segment has a file of its own; a segment that is cut out completely has none.
        @Test func segmentsStayFiles() async throws {
            let result = try await Self.mov.value
            let (folder, _) = try await Self.trim(result, ["--cut", "2.9s..6.1s", "--cameras", "back"])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                    "back_000.mov", "back_002.mov",
                ])
            let judged = try await Judgement.of([folder + "/back_000.mov", folder + "/back_002.mov"])
            #expect(judged.map { $0.video?.frames } == [87, 27])
            #expect(judged.allSatisfy { $0.errors.isEmpty })
        }

        /// Picture and sound keep their offset. FLAC headers have no time, so Matroska's muxer wrote a length of 584
        /// years, and the sound was early by a part of a frame.
        @Test func picturesAndSoundAreAsFarApartAsTheyWere() async throws {
            let result = try await Self.mkv.value
            let (folder, _) = try await Self.trim(result, ["--to", "1.8s", "--join", "--cameras", "back"])
            let paths = [try Self.paths(result, "back")[0], "\(folder)/back.\(Self.container(result))"]
            var (apart, lengths): ([Double], [Double]) = ([], [])
            for path in paths {
                let (picture, sound) = try await (Pauses.packetTimes(path, "v"), Pauses.packetTimes(path, "a"))
                apart.append(try #require(picture.first) - (try #require(sound.dropFirst().first)))
                let told = try await Tool.run(
                    "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path])
                lengths.append(try #require(Double(told.text.split(separator: "\n")[0])))
            }
            #expect(abs(apart[0] - apart[1]) < 0.0021, "\(apart)")
            #expect(abs(lengths[1] - 1.8) < 0.1, "\(lengths)")
        }

        /// Files that were complete when the command was killed are not made again.
        @Test func itGoesOnBehindTheFilesThatAreWhole() async throws {
            let result = try await Self.mov.value
            let (whole, kept) = (result.session + "_uninterrupted", result.session + "/.dualcam")
            let words = ["trim", result.session, "--from", "1s", "--join", "--json", "-o"]
            #expect(try await Tool.run(Tool.dualcam, words + [whole]).code == 0)
            let folder = result.session + "_resumed"
            let piece = try await InterruptedCommand.kill(words + [folder], of: result.session, into: folder)
            #expect(Self.names(folder) == [])
            let number = try FileManager.default.attributesOfItem(atPath: piece)[.systemFileNumber] as? Int
            let resumed = try await Tool.run(Tool.dualcam, words + [folder])
            #expect(resumed.code == 0, "\(resumed.errors)")
            #expect(Self.names(folder) == Self.names(whole))
            for name in Self.names(whole) {
                #expect(try await Self.sums(["\(folder)/\(name)"]) == Self.sums(["\(whole)/\(name)"]))
            }
            let first = try FileManager.default.attributesOfItem(atPath: folder + "/back.mov")
            #expect(first[.systemFileNumber] as? Int == number)
            #expect(!Self.names(kept).contains { $0.hasPrefix("draft-") })
        }

        private static func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        }

        /// A command that is killed at any moment leaves only complete files under final names, and the next call makes
        /// the rest.
        @Test func nothingHalfIsLeft() async throws {
            let result = try await Self.mov.value
            let folder = result.session + "_killed"
            let whole = try await Self.sums(
                [try await Self.trim(result, ["--from", "1s", "--join", "--cameras", "back"]).folder + "/back.mov"])
            for delay in stride(from: 20, to: 1000, by: 97) {
                try? FileManager.default.removeItem(atPath: folder)
                let command =
                    "timeout -s KILL \(Double(delay) / 1000) \(Tool.dualcam) trim '\(result.session)' --from 1s --join --cameras back"
                    + " --quiet -o '\(folder)'; true"
                _ = try await Tool.run("/bin/bash", ["-c", command.replacing(" --quiet", with: " --json")])
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                #expect(names.allSatisfy { $0 == "back.mov" }, "\(names)")
                if names == ["back.mov"] { #expect(try await Self.sums([folder + "/back.mov"]) == whole) }
            }
        }
    }
}
