import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Compositions and exports that are interrupted and resumed.
    @Suite(.serialized) struct Pieces {
        /// A recorded session whose composition takes less than a second.
        private static let composed = Shared {
            try await Composing.record(when: "both", Composing.commands, seconds: 9, height: 180)
        }

        struct Work: Sendable {
            var words: [String]
            var ending: String
            var kills: Int
            /// True if the encoder produces the same output for the same frames. x264 does not if several threads keep
            /// a bitrate: two uninterrupted runs have frames that agree only to 60 dB (PSNR).
            var isExact = false
        }

        /// Compares all decoded frames and all audio packets of two files.
        private static func isSame(_ path: String, _ wanted: String, exactly: Bool = false) async throws -> Bool {
            var sounds: [String] = []
            for file in [path, wanted] {
                let sound = try await Tool.run(
                    "/usr/bin/ffmpeg",
                    ["-v", "error", "-nostdin", "-i", file, "-map", "0:a", "-c", "copy", "-f", "md5", "-"])
                #expect(sound.errors.isEmpty)
                sounds.append(sound.text)
            }
            let filter = "[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]psnr=stats_file=-"
            let measured = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", path, "-i", wanted, "-lavfi", filter, "-f", "null", "/dev/null"])
            let likeness = measured.text.split(separator: "\n").compactMap { line -> Double? in
                let field = line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
                return field.flatMap { $0.dropFirst(9) == "inf" ? 100 : Double($0.dropFirst(9)) }
            }
            let times = try await (Pauses.packetTimes(path, "v"), Pauses.packetTimes(wanted, "v"))
            return sounds[0] == sounds[1] && times.0 == times.1 && likeness.count == times.0.count
                && likeness.allSatisfy { $0 > (exactly ? 99 : 45) }
        }

        /// Runs a command, whose last argument is the file that it draws. Sends a signal once two chunks are drawn;
        /// repeats this until not all chunks were finished by then.
        private static func interrupted(
            by signal: Int32, _ words: [String], _ session: String
        ) async throws -> Finished {
            for _ in 0..<20 {
                let ended = try await InterruptedCommand.run(words, by: signal, when: ["-1.mov"], of: session)
                if ended.code != 0 { return ended }
                try FileManager.default.removeItem(atPath: try #require(words.last))
            }
            throw Judgement.Failure(text: "the command was always quicker")
        }

        private static func drafts(in session: String) -> [String] {
            Recordings.Pieces.names(in: session + "/.dualcam").filter { $0.hasPrefix("draft-") }
        }

        private static func names(in folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        }

        /// A command that is killed at random moments resumes where it was. The final file is the same as without
        /// interruption.
        @Test(arguments: [
            Work(words: ["compose"], ending: ".mov", kills: 3),
            Work(words: ["compose", "--switch-every", "2s"], ending: ".mkv", kills: 2),
            Work(words: ["export", "--as", "small"], ending: ".mp4", kills: 2),
            Work(words: ["export", "--as", "editing"], ending: ".mov", kills: 3, isExact: true),
        ]) func killedAtAnyMomentItGoesOn(_ work: Work) async throws {
            let session = try await Self.composed.value.session
            let folder = try #require(TemporaryFolder())
            let whole = "\(folder.path)/whole\(work.ending)"
            let template = try Exporting.small()
            let words =
                work.words.map { $0 == "small" ? template : $0 } + [session, "--json", "--pieces", "1s", "-o"]
            var made: Finished?
            let length = try await ContinuousClock().measure {
                made = try await Tool.run(Tool.dualcam, words + [whole])
            }
            #expect(made?.code == 0, "\(made?.errors ?? "")")
            #expect(Self.drafts(in: session).isEmpty)
            let resumed = "\(folder.path)/resumed\(work.ending)"
            let command = (words + [resumed]).map { "'\($0)'" }.joined(separator: " ")
            var kept = 0
            for number in 0..<work.kills {
                // The first kill comes once a chunk is kept.
                if number == 0 {
                    _ = try await InterruptedCommand.kill(words + [resumed], of: session, into: resumed)
                } else {
                    let delay = Double.random(in: 0.2...0.9) * (length / .seconds(1))
                    _ = try await Tool.run(
                        "/bin/bash", ["-c", "timeout -s KILL \(delay) \(Tool.dualcam) \(command); true"])
                }
                if Self.names(in: folder.path).contains("resumed" + work.ending) {
                    #expect(try await Self.isSame(resumed, whole, exactly: work.isExact))
                    try FileManager.default.removeItem(atPath: resumed)
                }
                #expect(Self.names(in: folder.path) == ["whole" + work.ending])
                kept = max(kept, Self.drafts(in: session).count { $0.hasSuffix(".mov") })
            }
            #expect(kept > 0)
            let done = try await Tool.run(Tool.dualcam, words + [resumed])
            #expect(done.code == 0, "\(done.errors)")
            #expect(try await Self.isSame(resumed, whole, exactly: work.isExact))
            #expect(Self.drafts(in: session).isEmpty)
        }

        /// Drawn in chunks or at once, each frame shows the same camera frames and has the same time.
        @Test func piecesShowWhatAWholeFileShows() async throws {
            let session = try await Self.composed.value.session
            let folder = try #require(TemporaryFolder())
            let paths = ["off", "1s"].map { "\(folder.path)/\($0).mov" }
            for (length, path) in zip(["off", "1s"], paths) {
                let made = try await Tool.run(Tool.dualcam, ["compose", session, "--pieces", length, "-o", path])
                #expect(made.code == 0, "\(made.errors)")
            }
            for region in ["0,0,320x180", "0,180,320x180"] {
                let judged = try await Judgement.of(paths, "--region", region)
                #expect(judged.map { $0.video?.frames } == [270, 270])
                #expect(judged[0].counters?.read.count ?? 0 > 100)
                #expect(judged[0].counters?.read == judged[1].counters?.read)
            }
            let times = try await Pauses.packetTimes(paths[0], "v")
            #expect(try await Pauses.packetTimes(paths[1], "v") == times)
            #expect(try await Pauses.packetTimes(paths[1], "a") == Pauses.packetTimes(paths[0], "a"))
        }

        /// Ctrl-C tells the user how to resume, and the next call continues after the drawn part.
        @Test func controlCKeepsWhatIsDrawn() async throws {
            let session = try await Composing.both.value.session
            let folder = try #require(TemporaryFolder())
            let words = ["compose", session, "--json", "--pieces", "1s", "-o", "\(folder.path)/a.mov"]
            let ended = try await Self.interrupted(by: SIGINT, words, session)
            #expect(ended.code == 69, "\(ended.text)")
            #expect(
                ended.errors == """
                    dualcam: error: the composition was stopped. The finished part is kept for a week in the session's folder. Run the \
                    same command to resume.

                    """)
            #expect(Self.names(in: folder.path).isEmpty)
            let done = try await Tool.run(Tool.dualcam, words)
            #expect(done.code == 0, "\(done.errors)")
            let told = done.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            // If all was drawn before the signal arrived, there is no progress any more.
            let percents = told.filter { $0["event"]?.text == "progress" }.map { $0["percent"]?.count ?? 0 }
            #expect(percents.allSatisfy { $0 >= 22 }, "\(percents)")
            #expect(told.last?["frames"]?.count == 270)
        }

        /// A chunk that the disk has damaged is reported, and drawn again by the next call.
        @Test func aDamagedPieceIsDrawnAgain() async throws {
            let session = try await Composing.both.value.session
            let folder = try #require(TemporaryFolder())
            let words = ["compose", session, "--pieces", "1s", "-o", "\(folder.path)/a.mov"]
            let killed = try await Self.interrupted(by: SIGKILL, words, session)
            #expect(killed.code == -SIGKILL, "\(killed.errors)")
            let piece = try #require(Self.drafts(in: session).first { $0.hasSuffix("-1.mov") })
            try Data(count: 1000).write(to: URL(filePath: "\(session)/.dualcam/\(piece)"))
            let told = try await Tool.run(Tool.dualcam, words)
            #expect(
                told.code == 74
                    && told.errors.contains("cannot be read and was deleted. Run the same command to draw it again."),
                "\(told.errors)")
            #expect(Self.names(in: folder.path).isEmpty)
            let done = try await Tool.run(Tool.dualcam, words)
            #expect(done.code == 0, "\(done.errors)")
        }

        /// The picture of an overlay is read again each time, so that chunks with another picture are drawn again.
        @Test func anotherLogoIsNotMixedWithTheFirst() async throws {
            let session = try await Composing.both.value.session
            let folder = try #require(TemporaryFolder())
            let logo = "\(folder.path)/logo.png"
            let paint = { (colour: String) in
                try await Tool.run(
                    "/usr/bin/ffmpeg",
                    ["-v", "error", "-y", "-f", "lavfi", "-i", "color=\(colour):s=200x100", "-frames:v", "1", logo])
            }
            folder.write("cuts: [{at: 0.1s, set: {combined.overlays.logo.image: \(logo)}}]\n", to: "cuts.yaml")
            let words = ["compose", session, "--trust", "--edit", folder.path + "/cuts.yaml", "--pieces", "1s", "-o"]
            #expect(try await paint("red").code == 0)
            let (whole, resumed) = ("\(folder.path)/whole.mov", "\(folder.path)/resumed.mov")
            let killed = try await Self.interrupted(by: SIGKILL, words + [resumed], session)
            #expect(killed.code == -SIGKILL, "\(killed.errors)")
            #expect(try await paint("green").code == 0)
            for path in [resumed, whole] {
                let done = try await Tool.run(Tool.dualcam, words + [path])
                #expect(done.code == 0, "\(done.errors)")
            }
            #expect(try await Self.isSame(resumed, whole))
            for draft in Self.drafts(in: session) {
                try FileManager.default.removeItem(atPath: "\(session)/.dualcam/\(draft)")
            }
        }

        /// Chunks that were drawn with other edit decisions are not used.
        @Test func otherDecisionsAreDrawnAgain() async throws {
            let session = try await Composing.both.value.session
            let folder = try #require(TemporaryFolder())
            let words = { (rule: [String], name: String) in
                ["compose", session] + rule + ["--pieces", "1s", "-o", "\(folder.path)/\(name).mov"]
            }
            let killed = try await Self.interrupted(by: SIGKILL, words([], "a"), session)
            #expect(killed.code == -SIGKILL, "\(killed.errors)")
            let other = try await Tool.run(Tool.dualcam, words(["--switch-every", "3s"], "b"))
            #expect(other.code == 0, "\(other.errors)")
            let fresh = try await Tool.run(Tool.dualcam, words(["--switch-every", "3s"], "c"))
            #expect(fresh.code == 0, "\(fresh.errors)")
            #expect(try await Self.isSame("\(folder.path)/b.mov", "\(folder.path)/c.mov"))
            let rest = try await Tool.run(Tool.dualcam, words([], "a"))
            #expect(rest.code == 0 && Self.drafts(in: session).isEmpty)
        }
    }
}
