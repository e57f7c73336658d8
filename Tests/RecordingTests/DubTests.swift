import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Sessions that get the sound of a separate recorder afterwards. Both recorded noise of irregular loudness.
    @Suite(.serialized) struct Dubbing {
        struct Result: Sendable {
            var recording: Recording
            var session: String
            var container: String
            /// The folder of the sound files; `scene.wav` is what was recorded.
            var folder: TemporaryFolder

            func path(_ output: String) throws -> String { try recording.path("\(output)_000.\(container)") }
        }

        /// Returns a noise source of ffmpeg; the seed distinguishes it from other ones.
        static func scene(_ seed: Int, seconds: Int) -> String {
            "anoisesrc=d=\(seconds):c=white:a=0.4:seed=\(seed):r=48000,volume='if(lt(mod(t*t*0.37+t\(seed % 2 == 0 ? "*1.7" : ""),1.3),0.3),1,0.05)':eval=frame"
        }

        static func ffmpeg(_ arguments: [String]) async throws {
            let made = try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
            #expect(made.code == 0, "\(made.errors)")
        }

        /// - Parameter delay: The microphone's delay; a negative one makes its sound earlier, so that it arrives late.
        private static func record(
            _ container: String, _ audio: String, _ seconds: Int, delay: String = "0ms"
        ) async throws -> Result {
            let folder = try #require(TemporaryFolder())
            try await ffmpeg(["-f", "lavfi", "-i", scene(3, seconds: 30), folder.path + "/scene.wav"])
            try await ffmpeg(["-i", folder.path + "/scene.wav", "-c:a", "pcm_s16le", folder.path + "/scene.mov"])
            let recording = try await Recorder(
                pipeline: """
                    name: dub
                    cameras: {back: {device: test, size: 320x180}, front: {device: "test:smpte", size: 320x180}}
                    microphone: {device: "file:\(folder.path)/scene.mov", delay: \(delay)}
                    combined: {layout: pip, main: back, size: 320x180}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: \(audio)}}
                    recording: {container: \(container)}
                    """, arguments: ["--duration", "\(seconds)s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let session = (try recording.path("session.json") as NSString).deletingLastPathComponent
            return Result(recording: recording, session: session, container: container, folder: folder)
        }

        static let mov = Shared { try await record("mov", "pcm", 11) }
        static let mp4 = Shared { try await record("mp4", "aac", 6, delay: "-300ms") }
        static let mkv = Shared { try await record("mkv", "opus", 6) }

        static func dub(
            _ result: Result, _ sound: String, _ arguments: [String] = []
        ) async throws -> (finished: Finished, folder: String, told: [JSONValue]) {
            let folder = result.session + "_" + UUID().uuidString
            let made = try await Tool.run(
                Tool.dualcam, ["dub", result.session, "--sound", sound, "--json", "--output", folder] + arguments)
            return (made, folder, made.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) })
        }

        /// Returns the checksums of the picture's packets with their times, and the time of the first packet, in
        /// seconds.
        static func packets(_ path: String) async throws -> (sums: [String], times: [Double], first: Double) {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"])
            #expect(told.errors.isEmpty, "\(told.errors)")
            let lines = told.text.split(separator: "\n")
            let base = try #require(lines.first { $0.hasPrefix("#tb 0: ") }).dropFirst(7).split(separator: "/")
            let unit = try #require(Double(base[0])) / (try #require(Double(base[1])))
            let rows = lines.filter { !$0.hasPrefix("#") }.map { line in
                line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let times = rows.map { unit * (Double($0[2]) ?? -1e9) }
            return (rows.map { $0[5] }, times, try #require(times.first))
        }

        /// Returns the time from the start of a file to that of its copy, in seconds. A recorded file begins with the
        /// sound buffer that contains the start of the recording. The copy begins exactly at the start.
        static func lead(
            _ own: Double, _ copied: Double, sourceLocation: SourceLocation = #_sourceLocation
        ) -> Double {
            // Matroska has times in whole milliseconds, and a buffer is shorter than 0.1 s.
            #expect((-0.0015..<0.1).contains(own - copied), "\(own) \(copied)", sourceLocation: sourceLocation)
            return max(0, own - copied)
        }

        /// The pictures and the sound of the first session, as recorded.
        private static let pictures = SideBySide(["back", "front", "combined"]) { output in
            try await packets(try await mov.value.path(output))
        }
        private static let recorded = Shared { try await samples(try await mov.value.path("combined")) }

        /// Returns the samples of a file from its time 0 on.
        static func samples(_ path: String) async throws -> [Float] {
            let finished = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-af", "aresample=async=1:first_pts=0",
                    "-ac", "1",
                    "-ar", "48000", "-f", "f32le", "-",
                ])
            return finished.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }

        /// Returns by how many samples a quarter of a second in `made` is later than in `recorded`, which began `lead`
        /// seconds earlier. `limit` is the maximum to look for; `nil` if one of the sounds is too short there.
        static func lateness(
            of made: [Float], beside recorded: [Float], _ lead: Double = 0, at second: Double, within limit: Int = 60
        ) -> Int? {
            let (from, before) = (Int(second * 48_000), Int((lead * 48_000).rounded()))
            guard from >= limit, min(made.count, recorded.count - before) >= from + 12_000 + limit else { return nil }
            let likeness = (-limit...limit).map { lag in
                stride(from: from, to: from + 12_000, by: 3).reduce(Float(0)) {
                    $0 + recorded[$1 + before] * made[$1 + lag]
                }
            }
            return likeness.indices.max { likeness[$0] < likeness[$1] }.map { $0 - limit }
        }

        /// Creates the file of a sound recorder from the scene; `options` are ffmpeg's options for the new file.
        static func sound(_ result: Result, _ name: String, _ filter: String, _ options: [String] = [])
            async throws -> String
        {
            let path = result.folder.path + "/" + name
            let others = ["-f", "lavfi", "-i", scene(8, seconds: 40)]
            try await ffmpeg(
                ["-i", result.folder.path + "/scene.wav"] + others + [
                    "-filter_complex", filter + "[out]", "-map", "[out]",
                ] + options
                    + [path])
            return path
        }

        /// A separate recorder: its name, what it does to the scene, its format, its start and its drift.
        struct Case: Sendable, CustomStringConvertible {
            var description: String
            var filter: String
            var options: [String] = []
            /// The number of seconds by which the recorder began after the scene.
            var later: Double
            var drift = 0.0
        }

        static let recorders = [
            Case(description: "same.wav", filter: "[0:a]anull", later: 0),
            // The recorder began 4 s before the scene, with other noise.
            Case(
                description: "before.flac", filter: "[1:a]atrim=end=4[b];[b][0:a]concat=v=0:a=1",
                options: ["-ac", "2"],
                later: -4),
            // The recorder was far away, in noise, with another sample rate.
            Case(
                description: "far.m4a",
                filter: "[0:a]volume=-14dB[a];[1:a]volume=-22dB[b];[a][b]amix=normalize=0,aresample=44100",
                options: ["-b:a", "192k"], later: 0),
            // 4 samples more per 48,000: 83.3 ppm.
            Case(
                description: "fast.wav", filter: "[0:a]aresample=48004,asetrate=48000", later: 0, drift: 83.33),
            Case(
                description: "slow.wav", filter: "[0:a]aresample=47996,asetrate=48000", later: 0, drift: -83.34),
            // The recorder began after 2.5 s and ended 5 s later.
            Case(description: "part.wav", filter: "[0:a]atrim=2.5:7.5,asetpts=PTS-STARTPTS", later: 2.5),
        ]

        /// In every file, the recorder's sound replaces the original sound at the same time, to within a few samples.
        @Test(arguments: recorders) func theSoundLiesWhereItsOwnWas(recorder: Case) async throws {
            let result = try await Self.mov.value
            let sound = try await Self.sound(result, recorder.description, recorder.filter, recorder.options)
            let (finished, folder, told) = try await Self.dub(result, sound)
            #expect(finished.code == 0, "\(finished.errors)")
            let placed = try #require(told.first { $0["event"]?.text == "placed" })
            #expect(abs((placed["drift"]?.number ?? 1e9) - recorder.drift) < 8, "\(placed)")
            let recorded = try await Self.recorded.value
            for output in ["back", "front", "combined"] {
                let path = "\(folder)/\(output).mov"
                let (own, copied) = (try await Self.pictures.of(output), try await Self.packets(path))
                #expect(own.sums == copied.sums && own.sums.count + result.recording.lost(of: output) >= 330)
                let lead = Self.lead(own.first, copied.first)
                let made = try await Self.samples(path)
                #expect(abs(made.count - recorded.count) <= 2400, "\(made.count) \(recorded.count)")
                let moments = recorder.description == "part.wav" ? [3.5, 6] : [0.3, 5, 10.2]
                for second in moments {
                    let late = try #require(Self.lateness(of: made, beside: recorded, lead, at: second))
                    #expect(abs(late) <= 5, "\(output) at \(second): \(late)")
                }
            }
        }

        /// Sound that the recorder does not have is replaced by silence, and the command reports that.
        @Test func whatIsMissingIsSilent() async throws {
            let result = try await Self.mov.value
            let sound = try await Self.sound(result, "missing.wav", "[0:a]atrim=2.5:7.5,asetpts=PTS-STARTPTS")
            let (finished, folder, told) = try await Self.dub(result, sound, ["--cameras", "back"])
            #expect(finished.code == 0, "\(finished.errors)")
            let silence = try #require(told.first { $0["event"]?.text == "placed" }?["silence"])
            let (before, behind) = (silence["before"]?.number ?? 0, silence["behind"]?.number ?? 0)
            #expect(abs(before + behind - 6) < 0.05 && before > 1, "\(silence)")
            let made = try await Self.samples(folder + "/back.mov")
            let first = try #require(made.firstIndex { abs($0) > 0.001 })
            let last = try #require(made.lastIndex { abs($0) > 0.001 })
            #expect(abs(Double(first) / 48_000 - before) < 0.02, "\(first)")
            #expect(abs(Double(made.count - last) / 48_000 - behind) < 0.05, "\(made.count - last)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["back.mov"])
        }

        /// All sound codecs of sessions, some of which delay samples.
        @Test(arguments: [mp4, mkv]) func everyCodecIsInSync(_ shared: Shared<Result>) async throws {
            let result = try await shared.value
            let sound = try await Self.sound(result, "early.wav", "[1:a]atrim=end=3[b];[b][0:a]concat=v=0:a=1")
            let (finished, folder, _) = try await Self.dub(result, sound, ["--cameras", "back"])
            #expect(finished.code == 0, "\(finished.errors)")
            let path = "\(folder)/back.\(result.container)"
            let (own, copied) = (try await Self.packets(try result.path("back")), try await Self.packets(path))
            #expect(own.sums == copied.sums && own.sums.count + result.recording.lost(of: "back") >= 180)
            let lead = Self.lead(own.first, copied.first)
            let (recorded, made) = (try await Self.samples(try result.path("back")), try await Self.samples(path))
            // A millisecond, which is Matroska's unit of time. The recording of a busy machine follows the clip's clock
            // in steps of a few samples. The codecs delay 1,024 and 312 samples.
            let tolerance = 48
            for second in [0.3, 3, 5.2] {
                let late = try #require(Self.lateness(of: made, beside: recorded, lead, at: second, within: 200))
                #expect(abs(late) <= tolerance, "at \(second): \(late)")
            }
        }

        /// An offset that is given as an option is used as it is.
        @Test func aGivenPlaceIsTaken() async throws {
            let result = try await Self.mov.value
            let sound = try await Self.sound(result, "given.wav", "[0:a]atrim=end=8")
            let (finished, folder, told) = try await Self.dub(result, sound, ["--offset=1.5s", "--cameras", "front"])
            #expect(finished.code == 0, "\(finished.errors)")
            let placed = try #require(told.first { $0["event"]?.text == "placed" })
            #expect(placed["offset"]?.number == 1.5 && placed["agreeing"] == .null, "\(placed)")
            let made = try await Self.samples(folder + "/front.mov")
            let scene = try await Self.samples(sound)
            #expect(made[..<72_000].allSatisfy { $0 == 0 })
            #expect(made[72_000..<96_000].elementsEqual(scene[..<24_000]))
        }

        /// Files that were dubbed from earlier content of the sound file are made again.
        @Test func anotherSoundIsNotMixedWithTheFirst() async throws {
            let result = try await Self.mov.value
            let (first, second) = (
                try await Self.sound(result, "one.wav", "[0:a]anull"),
                try await Self.sound(result, "two.wav", "[1:a]anull")
            )
            let sound = result.folder.path + "/either.wav"
            let folder = result.session + "_either"
            try FileManager.default.copyItem(atPath: first, toPath: sound)
            let words = ["dub", result.session, "--sound", sound, "--offset", "0s", "--json", "-o", folder]
            _ = try await InterruptedCommand.kill(words, of: result.session, into: folder)
            try FileManager.default.removeItem(atPath: sound)
            try FileManager.default.copyItem(atPath: second, toPath: sound)
            #expect(try await Tool.run(Tool.dualcam, words).code == 0)
            let (_, whole, _) = try await Self.dub(result, second, ["--offset", "0s"])
            for output in ["back", "combined", "front"] {
                #expect(
                    try await Self.samples("\(folder)/\(output).mov") == Self.samples("\(whole)/\(output).mov"),
                    "\(output)")
            }
        }

        /// A command that is killed at any moment leaves only complete files under final names.
        @Test func nothingHalfIsLeft() async throws {
            let result = try await Self.mov.value
            let sound = result.folder.path + "/scene.wav"
            let (_, whole, _) = try await Self.dub(result, sound, ["--cameras", "back"])
            let samples = try await Self.samples(whole + "/back.mov")
            let folder = result.session + "_killed"
            for delay in [0.1, 0.4, 0.6, 0.8, 1, 1.3, 1.7] {
                try? FileManager.default.removeItem(atPath: folder)
                let command =
                    "timeout -s KILL \(delay) \(Tool.dualcam) dub '\(result.session)' --sound '\(sound)' --cameras back --json -o '\(folder)'; true"
                _ = try await Tool.run("/bin/bash", ["-c", command])
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                #expect(names.allSatisfy { $0 == "back.mov" }, "\(names)")
                if names == ["back.mov"] { #expect(try await Self.samples(folder + "/back.mov") == samples) }
            }
        }
    }
}
