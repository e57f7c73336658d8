import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Takes of `dualcam serve` with a camera whose JPEG pictures are stored as they are. Settings and pauses survive
    /// the loss of the worker, a pause cuts all files equally, and Ctrl-C ends a countdown.
    @Suite(.serialized) struct Outliving {
        struct Result: Sendable {
            var recording: Recording
            /// The answers before the worker is lost in a pause, after the loss, and in the second take.
            var answers: [[ClientAnswer]]
            /// The first state that the next worker reports.
            var state: JSONValue
            /// The length of the pause in the second take, in seconds.
            var pause: Double

            /// Returns the files of a take, 0 or 1.
            func paths(of take: Int, _ suffix: String) -> [String] {
                let folders = Set(recording.paths("session.json").map { $0.dropLast("session.json".count) }).sorted()
                return recording.paths(suffix).filter { $0.hasPrefix(folders[take]) }
            }
        }

        static let taken = Shared { () -> Result in
            let journal = try #require(TemporaryFolder())
            let clip = journal.path + "/clip.mov"
            let made = try await Tool.run(
                "/usr/bin/ffmpeg",
                [
                    "-v", "error", "-nostdin", "-i", try await Clips.clips.value.back.path, "-an", "-c:v", "mjpeg",
                    "-q:v", "3", clip,
                ]
            )
            #expect(made.code == 0, "\(made.errors)")
            let director = ServeDirector(journal)
            let recording = try await Recorder(
                command: "serve",
                pipeline: """
                    cameras:
                      back: {device: test, size: 320x180}
                      clip: {device: "file:\(clip)", size: 640x360, rate: 30}
                    microphone: test
                    combined: {size: 320x180}
                    encoders: {default: {use: x264, preset: ultrafast}, clip: {use: passthrough}}
                    """, arguments: ["--record"],
                interruptions: [
                    Interruption(SIGKILL, to: .worker) { $0.event == "status" && director.isReadyForLoss },
                    Interruption(SIGINT) { $0.event == "countdown" },
                ],
                watch: { director.take($0) }, journal: journal
            ).record()
            return try await director.result(of: recording)
        }

        @Test func theSuccessorIsPausedAndSetAsItWas() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            #expect(result.answers.joined().allSatisfy { $0.code == 0 }, "\(result.answers)")
            #expect(result.state["phase"]?.text == "paused")
            let settings = result.state["settings"]
            #expect(settings?["mute"]?["value"]?.flag == true)
            #expect(settings?["gain"]?["value"]?.text == "-6dB")
            #expect(settings?["layout"]?["value"]?.text == "side-by-side")
            #expect(result.recording.events.filter { $0.event == "worker-lost" }.count == 1)
        }

        /// The next worker is muted from its first sample on.
        @Test func theSuccessorIsMuted() async throws {
            let result = try await Self.taken.value
            let last = try #require(result.paths(of: 0, ".mov").filter { $0.contains("back") }.max())
            let samples = try await Sound.samples(of: last)
            #expect(samples.count > Sound.rate / 2)
            #expect(samples.allSatisfy { abs($0) < 0.0001 })
        }

        /// The pause removes as many frames as it is long, at one point in each file, and leaves no gap in time.
        @Test(arguments: [("back", 65536), ("clip", 60)]) func aPauseCutsEveryFileAlike(output: String, modulus: Int)
            async throws
        {
            let result = try await Self.taken.value
            let path = try #require(result.paths(of: 1, "\(output)_000.mov").first)
            let judged = try await Judgement.of(path, "--modulus", "\(modulus)")
            #expect(judged.errors.isEmpty)
            #expect(judged.video?.codec == (output == "clip" ? "mjpeg" : "h264"))
            #expect(judged.counters?.unreadable == [])
            let read = judged.counters?.read ?? []
            let jumps = zip(read, read.dropFirst()).map { ($1 - $0 + modulus) % modulus }.filter { $0 != 1 }
            #expect(jumps == [(Int((result.pause * 30).rounded()) + 1) % modulus])
            let times = try await Pauses.packetTimes(path, "v")
            #expect(times.count == read.count)
            for (before, after) in zip(times, times.dropFirst()) { #expect(abs(after - before - 1 / 30.0) < 0.0007) }
        }

        /// The third take was never begun and leaves no session.
        @Test func bothTakesAreProven() async throws {
            let result = try await Self.taken.value
            let journal = result.recording.paths("session.json")
            #expect(journal.count == 2)
            for record in journal {
                let audit = try await Tool.run(Tool.dualcam, ["audit", (record as NSString).deletingLastPathComponent])
                #expect(audit.code == 0, "\(audit.text)\(audit.errors)")
            }
            #expect(!result.recording.contents.contains { $0.hasSuffix("UNFINISHED") })
        }

        /// Ctrl-C during the countdown of `run`.
        @Test func aCountdownCanBeLeft() async throws {
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180}}
                    microphone: none
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--set", "recording.delay=9s"],
                interruptions: [Interruption(SIGINT) { $0.event == "countdown" }]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("recording") == nil)
            #expect(recording.paths(".mov") == [])
        }
    }
}

/// Sends commands to `dualcam serve`, as a user at the keyboard would.
private final class ServeDirector: Sendable {
    private let environment: [String: String]
    private let feed: AsyncStream<Event>.Continuation
    private let isReady = Lock(false)
    private let directing: Task<Recordings.Outliving.Result?, any Error>

    init(_ journal: TemporaryFolder) {
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        self.feed = feed
        let environment = TestHome.environment(sockets: journal.path)
        self.environment = environment
        let isReady = isReady
        directing = Task {
            try await Self.direct(ServeWatch(events, environment)) { isReady.with { $0 = true } }
        }
    }

    /// True once the first take is paused and all settings are changed, so that the worker can be killed.
    var isReadyForLoss: Bool { isReady.with { $0 } }

    func take(_ event: Event) { feed.yield(event) }

    func result(of recording: Recording) async throws -> Recordings.Outliving.Result {
        feed.finish()
        var result = try #require(try await directing.value, "\(recording.errors)")
        result.recording = recording
        return result
    }

    private static func direct(
        _ watch: ServeWatch, ready: @Sendable () -> Void
    ) async throws -> Recordings.Outliving.Result? {
        var answers: [[ClientAnswer]] = [[], [], []]
        guard await watch.until({ $0.event == "recording" }) else { return nil }
        for line in ["mute", "gain -6dB", "layout side-by-side", "pause"] {
            answers[0].append(try await watch.direct(line))
        }
        guard await watch.until({ $0.event == "paused" }) else { return nil }
        ready()
        guard await watch.until({ $0.event == "paused" }) else { return nil }
        let state = try await watch.direct("status").json
        answers[1].append(try await watch.direct("resume"))
        guard await watch.until({ $0.event == "resumed" }), await watch.until({ $0.tells(ofSeconds: 1.5) }) else {
            return nil
        }
        answers[1].append(try await watch.direct("stop"))
        guard await watch.until({ $0.event == "standby" }) else { return nil }
        answers[2].append(try await watch.direct("record"))
        guard await watch.until({ $0.tells(ofSeconds: 0.5) }) else { return nil }
        let from = try await watch.direct("pause")
        guard await watch.until({ $0.event == "status" }) else { return nil }
        let to = try await watch.direct("resume")
        guard await watch.until({ $0.tells(ofSeconds: 1.5) }) else { return nil }
        answers[2] += [from, to, try await watch.direct("stop")]
        guard await watch.until({ $0.event == "standby" }) else { return nil }
        _ = try await watch.direct("record --delay 9s")
        return Recordings.Outliving.Result(
            recording: Recording(
                code: 0, errors: "", events: [], signals: [], ended: .now, folder: try #require(TemporaryFolder()),
                contents: []),
            answers: answers, state: state, pause: (to.at ?? 0) - (from.at ?? 0))
    }
}

/// Reads the events of `dualcam serve` and sends it commands.
actor ServeWatch {
    private var events: AsyncStream<Event>.Iterator
    private let environment: [String: String]

    init(_ events: AsyncStream<Event>, _ environment: [String: String]) {
        (self.events, self.environment) = (events.makeAsyncIterator(), environment)
    }

    /// Waits for an event; returns false if the stream ends first.
    func until(_ isIt: (Event) -> Bool) async -> Bool {
        var events = events
        defer { self.events = events }
        while let event = await events.next(isolation: #isolation) { if isIt(event) { return true } }
        return false
    }

    func direct(_ line: String) async throws -> ClientAnswer {
        let words = line.split(separator: " ").map(String.init)
        let finished = try await Child.run(Tool.dualcam, words + ["--json"], environment: environment)
        let json = try? JSONValue(parsing: finished.text)
        return ClientAnswer(words: words, code: finished.code, json: json ?? .string(finished.errors))
    }
}
