import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A combined file that is drawn after the recording, compared with the one that was recorded.
    @Suite(.serialized) struct Composing {
        struct Result: Sendable {
            var recording: Recording
            var answers: [ClientAnswer]
            var composed: Finished
            /// The path of the composed file.
            var path: String

            var session: String { (path as NSString).deletingLastPathComponent }
        }

        /// The commands that direct the recording, one per second.
        static let commands = [
            ["swap", "--over", "400ms"], ["layout", "pip", "--over", "400ms"], ["pause"], ["resume"],
            ["zoom", "front", "2", "--over", "400ms"], ["layout", "stacked"],
            ["main", "back", "--transition", "slide", "--over", "400ms"], ["zoom", "front", "1"],
        ]

        /// - Parameters:
        ///   - seconds: The length of the recording; `nil` if the last command ends it.
        ///   - height: The height of a camera's picture in pixels.
        static func record(
            when: String, _ commands: [[String]], seconds: Int?, height: Int = 360
        ) async throws -> Result {
            let (size, both) = ("\(height * 16 / 9)x\(height)", "\(height * 16 / 9)x\(height * 2)")
            let journal = try #require(TemporaryFolder())
            let visit = Lock((socket: String?.none, answers: Task<[ClientAnswer], Never>?.none))
            let (statuses, status) = AsyncStream.makeStream(of: Void.self)
            let recording = try await Recorder(
                pipeline: """
                    name: again
                    cameras:
                      back: {device: test, size: \(size)}
                      front: {device: "test:smpte", size: \(size)}
                    microphone: test
                    combined:
                      layout: stacked
                      main: back
                      when: \(when)
                      size: \(both)
                      overlays: {code: {timecode: on, position: top-left}, clock: {clock: "%S", position: top-right}}
                    encoders: {default: {use: x264, preset: ultrafast, bitrate: 8Mbps}}
                    """, arguments: seconds.map { ["--duration", "\($0)s"] } ?? [],
                watch: { event in
                    visit.with { visit in
                        if event.event == "control" { visit.socket = event.socket }
                        if event.event == "status" { status.yield() }
                        guard event.event == "recording", let socket = visit.socket else { return }
                        visit.answers = Task { await direct(Visitor(socket, journal), commands, statuses) }
                    }
                }, journal: journal
            ).record()
            // A recording that has failed sends no more status events.
            status.finish()
            let answers = try #require(await visit.with { $0.answers }?.value)
            let session = (try recording.path("session.json") as NSString).deletingLastPathComponent
            let composed = try await Tool.run(Tool.dualcam, ["compose", session, "--json"])
            return Result(
                recording: recording, answers: answers, composed: composed, path: session + "/combined.mov")
        }

        /// Sends one command per second.
        private static func direct(
            _ visitor: Visitor, _ commands: [[String]], _ statuses: AsyncStream<Void>
        ) async -> [ClientAnswer] {
            var (answers, statuses) = ([ClientAnswer](), statuses.makeAsyncIterator())
            for command in commands {
                await statuses.next()
                answers.append(await visitor.direct(command))
            }
            return answers
        }

        static let both = Shared { try await record(when: "both", commands, seconds: 9) }
        /// A recording of at least three seconds that is ended by its last command, so that the change always comes
        /// before the end.
        static let later = Shared {
            try await record(when: "later", [["swap"], ["mark", "two"], ["mark", "three"], ["stop"]], seconds: nil)
        }

        @Test func everythingIsCarriedOut() async throws {
            let result = try await Self.both.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            #expect(result.answers.allSatisfy { $0.code == 0 }, "\(result.answers)")
            #expect(result.composed.code == 0, "\(result.composed.errors)")
            let events = result.composed.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            #expect(events.last?["event"]?.text == "composed" && events.last?["frames"]?.count == 270)
            #expect(events.dropLast().allSatisfy { $0["event"]?.text == "progress" && $0["percent"]?.count != nil })
        }

        /// Each half of the picture shows one camera's frame counter, except while the picture is zoomed or moves.
        @Test(arguments: ["0,0,640x360", "0,360,640x360"]) func everyFrameShowsTheSameFrameOfACamera(
            region: String
        ) async throws {
            let result = try await Self.both.value
            let paths = [try result.recording.path("combined_000.mov"), result.path]
            let judged = try await Judgement.of(paths, "--region", region)
            #expect(judged.map { $0.video?.frames } == [270, 270])
            let (live, composed) = (try shown(judged[0]), try shown(judged[1]))
            let common = live.keys.filter { composed[$0] != nil }.sorted()
            #expect(common.count > 100, "\(common.count)")
            let last = try lastFrames(of: result)
            let wrong = common.filter { live[$0] != composed[$0] && !last.contains($0) }
            #expect(wrong.isEmpty, "\(wrong.prefix(20).map { "\($0): \(live[$0] ?? -1) \(composed[$0] ?? -1)" })")
        }

        /// Returns the last frame and the last one before the pause. They may have shown a camera frame that began
        /// during them and that the camera's file no longer contains.
        private func lastFrames(of result: Result) throws -> Set<Int> {
            let combined = result.recording.events.first { $0.event == "file-finished" && $0.output == "combined" }
            let start = try #require(combined?.start)
            let pause = try #require(result.answers.first { $0.words == ["pause"] }?.at)
            return [Int(((pause - start) * 30).rounded(.up)) - 1, 269]
        }

        /// Returns the counters by the numbers of the frames that show them.
        private func shown(_ file: Judgement) throws -> [Int: Int] {
            let counters = try #require(file.counters)
            let unreadable = Set(counters.unreadable)
            let frames = (0..<(file.video?.frames ?? 0)).filter { !unreadable.contains($0) }
            return Dictionary(zip(frames, counters.read), uniquingKeysWith: { first, _ in first })
        }

        /// Compares the recorded and the composed file frame by frame. The composed one was encoded twice. A wrong
        /// frame, or a motion that is off by one frame, gives less than 30 dB; correct frames have 40 dB and more.
        @Test func everyPictureIsTheSame() async throws {
            let result = try await Self.both.value
            let live = try result.recording.path("combined_000.mov")
            let filter = "[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]psnr=stats_file=-"
            let measured = try await Tool.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-nostdin", "-i", live, "-i", result.path, "-lavfi", filter, "-f", "null", "/dev/null"])
            let values = measured.text.split(separator: "\n").compactMap { line -> Double? in
                let field = line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
                return field.flatMap { $0.dropFirst(9) == "inf" ? 100 : Double($0.dropFirst(9)) }
            }
            #expect(values.count == 270)
            let last = try lastFrames(of: result)
            let wrong = values.enumerated().filter { $0.element <= 36 && !last.contains($0.offset) }
            #expect(wrong.isEmpty, "\(wrong)")
            #expect(values.sorted()[values.count / 2] > 42)
        }

        @Test func theSoundIsTheRecordedOne() async throws {
            let result = try await Self.both.value
            var sums: [String] = []
            for path in [try result.recording.path("combined_000.mov"), result.path] {
                let packets = try await Tool.run(
                    "/usr/bin/ffmpeg",
                    ["-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-"])
                sums.append(packets.text)
            }
            #expect(sums[0].contains("SHA256") && sums[0] == sums[1])
        }

        @Test func onlyTheCamerasAreRecordedForLater() async throws {
            let result = try await Self.later.value
            #expect(result.recording.code == 0 && result.answers.map(\.code) == [0, 0, 0, 0], "\(result.answers)")
            #expect(result.recording.paths("combined_000.mov").isEmpty)
            #expect(result.composed.code == 0, "\(result.composed.errors)")
            let swapped = try #require(result.answers.first?.at)
            let judged = try await Judgement.of(result.path, "--region", "0,0,640x360")
            let frames = try #require(judged.video?.frames)
            let back = try #require(
                result.recording.events.first { $0.event == "file-finished" && $0.output == "back" })
            let (start, end) = (try #require(back.start), try #require(back.end))
            // The common start and end may be at any time within a frame.
            #expect(abs(Double(frames) - (end - start) * 30) < 1.5, "\(frames) \(start) \(end)")
            #expect(judged.audio?.codec == "aac")
            #expect((start..<end).contains(swapped), "\(swapped) \(start) \(end)")
            #expect(judged.counters?.unreadable == [])
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGKILL]) func oneThatIsEndedLeavesNothing(signal: Int32) async throws {
            let result = try await Self.both.value
            let before = try FileManager.default.contentsOfDirectory(atPath: result.session).sorted()
            let place = try #require(TemporaryFolder())
            let path = place.path + "/new.mov"
            let finished = try await Tool.dualcam(
                ["compose", result.session, "-o", path, "--json"], making: path, struckInProgressBy: signal)
            #expect(finished.code == (signal == SIGKILL ? -SIGKILL : 69), "\(finished.errors)")
            #expect(place.contents.isEmpty, "\(place.contents)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: result.session).sorted() == before)
        }

        /// Files that differ from what was recorded are refused, because a decoder would hide the damage.
        @Test(arguments: [
            (["compose"], "mov"), (["export", "--as", "square"], "mp4"), (["export", "--as", "podcast"], "m4a"),
        ])
        func filesThatAreNotWhatWasRecordedAreRefused(words: [String], ending: String) async throws {
            let copy = try #require(TemporaryFolder()).path + "/copy"
            try FileManager.default.copyItem(atPath: try await Self.later.value.session, toPath: copy)
            for camera in ["back", "front"] { try Damage.overwriteEnd(of: "\(camera)_000.mov", in: copy, from: 0.5) }
            let path = "\(copy)/new.\(ending)"
            let refused = try await Tool.run(Tool.dualcam, words + [copy, "-o", path])
            #expect(refused.code == 74, "\(refused.errors)")
            #expect(refused.errors.contains("_000.mov' is not what was recorded: its SHA-256"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: path))
            let taken = try await Tool.run(Tool.dualcam, words + [copy, "-o", path, "--unchecked"])
            #expect(taken.code != 64 && !taken.errors.contains("SHA-256"), "\(taken.errors)")
        }

        /// Draws with other edit decisions than the recorded ones. The upper half shows one camera up to the cut and
        /// the other one after it; the counter is read there.
        @Test(arguments: [
            (["--edit", "cuts.yaml"], 60...60), (["--switch-every", "2s"], 60...60),
        ]) func itIsDrawnByOtherDecisions(_ options: [String], _ cut: ClosedRange<Int>) async throws {
            let result = try await Self.both.value
            let place = try #require(TemporaryFolder())
            place.write("cuts:\n  - {at: 2s, main: front, inset: back}\n", to: "cuts.yaml")
            let paths = options.map { $0.hasSuffix(".yaml") ? place.path + "/" + $0 : $0 }
            let finished = try await Tool.run(
                Tool.dualcam, ["compose", result.session, "-o", place.path + "/new.mkv"] + paths)
            #expect(finished.code == 0, "\(finished.errors)")
            let judged = try await Judgement.of(place.path + "/new.mkv", "--region", "0,0,640x360")
            #expect(judged.video?.frames == 270)
            // Only the counter of one camera, then that of the other one.
            #expect(judged.counters?.unreadable == [])
        }

        @Test func theCutListTellsWhatWasDirected() async throws {
            let result = try await Self.both.value
            let printed = try await Tool.run(Tool.dualcam, ["cuts", result.session])
            #expect(printed.code == 0, "\(printed.errors)")
            let settings = printed.text.split(separator: "\n").filter { $0.contains("set: {") }.map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(
                settings == [
                    "set: {combined.main: 'front', combined.inset.camera: 'back'}", "set: {combined.layout: 'pip'}",
                    "set: {cameras.front.zoom: '2'}", "set: {combined.layout: 'stacked'}",
                    "set: {combined.main: 'back', combined.inset.camera: 'front'}", "set: {cameras.front.zoom: '1'}",
                ])
        }

        @Test func noFileIsWrittenOver() async throws {
            let result = try await Self.both.value
            let before = try #require(FileManager.default.contents(atPath: result.path))
            let finished = try await Tool.run(Tool.dualcam, ["compose", result.session])
            #expect(finished.code == 73)
            #expect(
                finished.errors
                    == "dualcam: error: '\(result.path)' already exists. Choose another file with --output FILE.\n")
            #expect(FileManager.default.contents(atPath: result.path) == before)
        }
    }
}

/// Sessions that cannot be composed.
@Suite(.tags(.process)) struct ComposeRefusalTests {
    private static let lines = #"""
        {"time":"2026-11-25T10:00:00.000Z","running-time":null,"kind":"started","folder":"/films/take","outputs":["back"]},
        {"time":"2026-11-25T10:00:01.000Z","running-time":1.0,"kind":"recording","clock":"c","wall-clock-offset":1764064800.0,"files":[{"output":"back","file":"back.mov","segment":0}]PICTURE},
        {"time":"2026-11-25T10:00:21.000Z","running-time":21.0,"kind":"stopping","at":21.0},
        {"time":"2026-11-25T10:00:21.100Z","running-time":21.1,"kind":"file-finished","output":"back","segment":0,"path":"/films/take/back.mov","frames":600,"start":1.0,"end":21.0}
        """#
    private static let picture = #","picture":{"layout":"grid","main":null,"settings":[],"folder":"/films"}"#

    private static func manifest(_ state: String, picture: String) -> String {
        let ledger = lines.replacingOccurrences(of: "PICTURE", with: picture)
        let pipeline = #"cameras: {back: test}\ncombined: {layout: grid}\n"#
        return
            #"{"format":1,"state":"\#(state)","pipeline":"\#(pipeline)","outputs":[{"output":"back","rate":"30/1","finished":true,"files":[]}],"ledger":[\#(ledger)]}"#
    }

    @Test(arguments: [
        ("", 64, "no session"),
        (manifest("unfinished", picture: picture), 64, "is not finished"),
        (manifest("finished", picture: ""), 64, "does not tell how its picture was decided"),
        (manifest("finished", picture: picture), 74, "The file of back is missing"),
    ]) func tellsWhy(_ text: String, _ code: Int32, _ words: String) async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("", to: "take/note")
        if !text.isEmpty { folder.write(text, to: "take/session.json") }
        let finished = try await Tool.run(Tool.dualcam, ["compose", folder.path + "/take"])
        #expect(finished.code == code && finished.errors.contains(words), "\(finished.errors)")
        #expect(!folder.contents.contains { $0.contains("combined") })
    }
}
