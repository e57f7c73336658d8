import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Stabilisation of hand-held cameras.
    @Suite(.serialized) struct Stabilising {
        /// A clip of a still picture that shakes. Its luma shows the motion. Its colour is a number that motion and
        /// scaling do not change, which identifies the frame.
        private static let clip = Shared {
            let folder = try #require(TemporaryFolder())
            let path = folder.path + "/hand.mp4"
            let still =
                "testsrc2=size=400x260:rate=30,trim=end_frame=1,loop=loop=-1:size=1,setpts=N/30/TB,gblur=sigma=1"
            let crop = "crop=320:180:x='40+15*sin(n*0.9)+7*sin(n*2.3)':y='40+12*cos(n*0.7)+6*cos(n*1.9)'"
            let number = "geq=lum='lum(X,Y)':cb='40+16*mod(N,11)':cr='40+16*mod(floor(N/11),11)'"
            let made = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-f", "lavfi", "-i", still, "-vf", "\(crop),format=yuv420p,\(number)",
                    "-frames:v", "120", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "8", "-pix_fmt", "yuv420p",
                    path,
                ])
            #expect(made.code == 0, "\(made.errors)")
            return (folder: folder, path: path)
        }

        /// A recording of the shaking camera and a still one, in two segments.
        static let recorded = Shared {
            let clip = try await Stabilising.clip.value.path
            return try await Exporting.record(
                """
                name: hand
                cameras:
                  front: {device: "file:\(clip)", size: 320x180, rate: 30}
                  back: {device: test, size: 320x180}
                microphone: test
                encoders: {default: {use: x264, preset: ultrafast, bitrate: 8Mbps}}
                recording: {segment: 3s}
                """)
        }

        /// Copies the session for one test.
        static func session() async throws -> (path: String, folder: TemporaryFolder) {
            let folder = try #require(TemporaryFolder())
            let path = folder.path + "/take"
            try FileManager.default.copyItem(atPath: try await recorded.value.session, toPath: path)
            return (path, folder)
        }

        /// A copy of the session that was stabilised without interruption.
        private static let whole = Shared { () -> (path: String, folder: TemporaryFolder) in
            let copy = try await Stabilising.session()
            #expect(try await Stabilising.stabilise(copy.path).code == 0)
            return copy
        }

        static func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        }

        static func stabilise(_ session: String, _ options: [String] = []) async throws -> Finished {
            try await Tool.run(Tool.dualcam, ["stabilise", session, "--camera", "front", "--json"] + options)
        }

        /// Returns ffmpeg's measurements of the middle of each frame, by the name of the measurement.
        private static func measured(_ path: String) async throws -> [Substring: [Double]] {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", path, "-an", "-fps_mode", "passthrough", "-vf",
                    "crop=iw/2:ih/2,signalstats,metadata=print:file=-", "-f", "null", "-",
                ])
            #expect(told.errors.isEmpty, "\(told.errors)")
            let figures = told.text.split(separator: "\n").compactMap { line -> (Substring, [Double])? in
                let parts = line.split(separator: "=")
                guard parts.count == 2, let name = parts[0].split(separator: ".").last else { return nil }
                return Double(parts[1]).map { (name, [$0]) }
            }
            return Dictionary(figures, uniquingKeysWith: +)
        }

        /// Returns the frame numbers, read from the colours, and how much the picture changes from frame to frame. Only
        /// motion changes a still picture.
        private static func seen(_ path: String) async throws -> (numbers: [Int], motion: Double) {
            let figures = try await measured(path)
            let digit = { (value: Double) in Int(((value - 40) / 16).rounded()) }
            let numbers = zip(figures["UAVG"] ?? [], figures["VAVG"] ?? []).map { digit($0) + 11 * digit($1) }
            let changes = (figures["YDIF"] ?? []).dropFirst()
            return (numbers, changes.reduce(0, +) / Double(max(1, changes.count)))
        }

        private static func packets(_ path: String, _ stream: String) async throws -> String {
            let told = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", path, "-map", "0:\(stream)", "-c", "copy", "-f", "md5", "-"])
            #expect(told.errors.isEmpty, "\(told.errors)")
            return told.text
        }

        /// Expects that all frames and audio packets keep their times, and that less than half of the motion is left.
        private static func expectSteady(_ path: String, like recorded: String) async throws {
            let (before, after) = try await (seen(recorded), seen(path))
            #expect(after.numbers == before.numbers && before.numbers.count > 50)
            for stream in ["v", "a"] {
                let times = try await Pauses.packetTimes(recorded, stream)
                #expect(times.count > 50)
                #expect(try await Pauses.packetTimes(path, stream) == times, "\(stream)")
            }
            #expect(try await packets(path, "a") == packets(recorded, "a"))
            #expect(after.motion < before.motion / 2, "\(before) \(after)")
        }

        @Test func aHandBecomesCalm() async throws {
            let session = try await Self.session()
            let before = Self.names(session.path)
            let made = try await Self.stabilise(session.path)
            #expect(made.code == 0, "\(made.errors)")
            let new = ["front_stabilised_000.mov", "front_stabilised_001.mov"]
            #expect(
                Self.names(session.path).filter { $0 != ".dualcam" }
                    == (before + new).sorted().filter { $0 != ".dualcam" })
            for (number, name) in new.enumerated() {
                let recorded = try #require(before.first { $0.hasSuffix("front_00\(number).mov") })
                try await Self.expectSteady("\(session.path)/\(name)", like: "\(session.path)/\(recorded)")
            }
            let told = made.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            let files = told.filter { $0["event"]?.text == "stabilised" }
            #expect(files.map { $0["file"]?.text } == new.map { "\(session.path)/\($0)" })
            #expect(files.reduce(0) { $0 + ($1["frames"]?.count ?? 0) } == 150, "\(files)")
            let percents = told.filter { $0["event"]?.text == "progress" }.compactMap { $0["percent"]?.count }
            #expect(percents.count > 4 && percents == percents.sorted() && percents.last ?? 0 > 90, "\(percents)")
            #expect(!Self.names(session.path + "/.dualcam").contains { $0.hasPrefix("draft-") })
            let audit = try await Tool.run(Tool.dualcam, ["audit", session.path])
            #expect(audit.code == 0, "\(audit.text)")
        }

        /// Recordings of two seconds with two audio tracks, by container and codec.
        private static let forms = SideBySide(["mov opus", "mov pcm", "mkv opus", "mkv flac"]) { form in
            let words = form.split(separator: " ")
            return try await Recorder(
                pipeline: """
                    cameras: {front: {device: test, size: 320x180}, back: {device: test, size: 320x180}}
                    microphones: {anna: {device: test}, ben: {device: test}}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: \(words[1])}}
                    recording: {container: \(words[0])}
                    """, arguments: ["--duration", "2s"]
            ).record()
        }

        /// A file and its sound begin at different times in each container and codec; all times are kept.
        @Test(arguments: ["mov opus", "mov pcm", "mkv opus", "mkv flac"]) func everyFormKeepsItsTimes(form: String)
            async throws
        {
            let recording = try await Self.forms.of(form)
            let ending = form.prefix(3)
            let recorded = try recording.path("front_000.\(ending)")
            let folder = (recorded as NSString).deletingLastPathComponent
            let made = try await Self.stabilise(folder)
            #expect(made.code == 0, "\(made.errors)")
            for stream in ["v", "a:0", "a:1"] {
                let times = try await Pauses.packetTimes(recorded, stream)
                #expect(times.count > 15)
                let found = try await Pauses.packetTimes("\(folder)/front_stabilised.\(ending)", stream)
                // PCM has no packets: how many samples ffprobe reads at once depends on their position in the file.
                let hasPackets = stream == "v" || !form.hasSuffix("pcm")
                #expect(hasPackets ? found == times : found.first == times.first, "\(stream)")
            }
            let sounds = try await (
                Self.packets(recorded, "a"), Self.packets("\(folder)/front_stabilised.\(ending)", "a")
            )
            #expect(sounds.0 == sounds.1)
        }

        /// Frames with irregular times keep them in every container.
        @Test(arguments: ["mov", "mp4", "mkv"]) func noTimeIsMoved(ending: String) async throws {
            let session = try await Self.session()
            let first =
                "\(session.path)/\(try #require(Self.names(session.path).first { $0.hasSuffix("front_000.mov") }))"
            let uneven = session.folder.path + "/uneven.mov"
            // Frames that are some thousandths of a second early or late, and a pause.
            let times = "setpts='(N/30+0.011*sin(N*2)+0.4*gte(N,40))/TB'"
            let made = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", first, "-vf", times, "-fps_mode", "passthrough", "-c:a", "copy",
                    "-c:v",
                    "libx264", "-bf", "0", "-preset", "ultrafast", "-qp", "10", "-video_track_timescale", "90000",
                    uneven,
                ])
            #expect(made.code == 0, "\(made.errors)")
            try FileManager.default.removeItem(atPath: first)
            try FileManager.default.moveItem(atPath: uneven, toPath: first)
            let path = "\(session.folder.path)/calm.\(ending)"
            let refused = try await Self.stabilise(session.path, ["-o", path])
            #expect(refused.code == 74 && refused.errors.contains("is not what was recorded"), "\(refused.errors)")
            let steady = try await Self.stabilise(
                session.path, ["-o", path, "--unchecked", "--edges", "fill", "--over", "600ms"])
            #expect(steady.code == 0, "\(steady.errors)")
            let new = "\(session.folder.path)/calm_000.\(ending)"
            #expect(try await Self.seen(new).numbers == Self.seen(first).numbers)
            let (wanted, found) = (try await Pauses.packetTimes(first, "v"), try await Pauses.packetTimes(new, "v"))
            // Matroska has times in thousandths of a second.
            let tolerance = ending == "mkv" ? 0.0006 : 0.000_002
            #expect(wanted.count == found.count && zip(wanted, found).allSatisfy { abs($0 - $1) < tolerance })
            #expect(Set(wanted).count == wanted.count && wanted.last ?? 0 > 3.3)
            let sound = (try await Pauses.packetTimes(first, "a"), try await Pauses.packetTimes(new, "a"))
            #expect(
                sound.0.count == sound.1.count
                    && zip(sound.0, sound.1).allSatisfy { abs($0 - $1) < max(tolerance, 0.001) })
            #expect(try await Self.packets(first, "a") == Self.packets(new, "a"))
        }

        /// Runs the command and sends it a signal once `step` results are kept and the next step has begun. If the
        /// command is faster than the signal, deletes its result and tries again.
        static func interrupted(by signal: Int32, after step: Int, _ session: String) async throws -> Finished {
            let before = names(session)
            for _ in 0..<20 {
                let ended = try await InterruptedCommand.run(
                    ["stabilise", session, "--camera", "front", "--json"], by: signal,
                    when: ["-\(step - 1).mov", "-\(step).mov.draft"], of: session)
                if ended.code != 0 { return ended }
                for name in names(session) where !before.contains(name) {
                    try FileManager.default.removeItem(atPath: "\(session)/\(name)")
                }
            }
            throw Judgement.Failure(text: "the command was never ended between its steps")
        }

        /// Returns the running processes that have the session in their command lines, after waiting for those that are
        /// ending.
        private static func leftOver(_ session: String) async throws -> String {
            let script =
                "for i in {1..2000}; do pgrep -f -- \"$0\" | grep -v \"^$$\\$\" >/dev/null || exit 0; done; pgrep -af -- \"$0\""
            return try await Tool.run("/bin/bash", ["-c", script, "[i]:" + session + "/"]).text
        }

        /// Ended in the first or the second pass of a file, the command resumes there, and the result is the same as
        /// without interruption.
        @Test(arguments: [(SIGKILL, 2, -SIGKILL, 55), (SIGINT, 3, 69, 70), (SIGTERM, 1, 69, 15)])
        func whatIsEndedGoesOn(signal: Int32, step: Int, code: Int32, percent: Int) async throws {
            let session = try await Self.session()
            let before = Self.names(session.path).filter { $0 != ".dualcam" }
            let ended = try await Self.interrupted(by: signal, after: step, session.path)
            #expect(ended.code == code, "\(ended.code) \(ended.errors)")
            if signal != SIGKILL {
                #expect(
                    ended.errors == """
                        dualcam: error: the stabilisation was stopped. The finished part is kept for a week in the session's folder. Run \
                        the same command to resume.

                        """)
            }
            #expect(try await Self.leftOver(session.path) == "")
            #expect(Self.names(session.path).filter { $0 != ".dualcam" } == before)
            let done = try await Self.stabilise(session.path)
            #expect(done.code == 0, "\(done.errors)")
            let told = done.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            let first = try #require(told.first { $0["event"]?.text == "progress" })
            #expect(first["percent"]?.count ?? 0 >= percent, "\(first)")
            let whole = try await Self.whole.value.path
            for name in ["front_stabilised_000.mov", "front_stabilised_001.mov"] {
                for stream in ["v", "a"] {
                    let found = try await Self.packets("\(session.path)/\(name)", stream)
                    #expect(try await Self.packets("\(whole)/\(name)", stream) == found)
                }
            }
        }
    }
}
