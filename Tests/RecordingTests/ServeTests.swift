import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

extension Recordings {
    /// Takes of `dualcam serve`, between which the cameras stay open.
    @Suite(.serialized) struct Serve {
        static let pipeline = """
            cameras:
              back: {device: test, size: 640x360}
              front: {device: test:ball, size: 320x180}
            microphone: test
            combined: {layout: side-by-side, size: 1280x360}
            encoders: {default: {use: x264, preset: ultrafast}}
            budget: {enforce: off, shed: []}
            """

        /// All takes have the same process and the same open cameras: the counters continue from take to take, and
        /// every file is complete.
        @Test func threeTakesWithTheSameCameras() async throws {
            let bench = try await TakeLoopBench(Self.pipeline)
            var starts: [Double] = []
            for _ in 0..<3 {
                let folder = try await bench.take("1500ms", &starts)
                let files = try await Judgement.of(bench.folder.paths(below: folder, ".mov"))
                #expect(files.map(\.errors).joined().isEmpty)
                for file in files {
                    let (video, audio) = (try #require(file.video), try #require(file.audio))
                    #expect((44...46).contains(video.frames ?? 0), "\(file.file)")
                    // Two audio packets last 43 ms, and two frames 67 ms.
                    #expect(abs(video.length - audio.length) < 0.11, "\(file.file)")
                }
                for file in files where !file.file.contains("combined") {
                    #expect(file.counters?.areConsecutive == true, "\(file.file)")
                }
            }
            let counters = try await bench.firstCounters("_back")
            for (index, counter) in counters.enumerated().dropFirst() {
                // The number of frames since the first take, at 30 frames per second.
                let frames = (starts[index] - starts[0]) * 30
                #expect(abs(Double(counter - counters[0]) - frames) <= 1, "\(counters) at \(starts)")
            }
            #expect(await bench.end().exit == .finished)
            #expect(!bench.folder.contents.contains { $0.hasSuffix("UNFINISHED") })
        }

        /// A worker that dies during a take, and one that dies while standing by, are both replaced, and the take
        /// continues.
        @Test func aWorkerThatDiesIsFollowedInATakeAndInStandby() async throws {
            let takes = Lock(0)
            let inStandby: @Sendable (Event) -> Bool = { event in
                takes.with { takes in
                    if event.event == "finished" { takes += 1 }
                    return takes > 0 && event.event == "status"
                }
            }
            let recording = try await Recorder(
                command: "serve", pipeline: Self.pipeline, arguments: ["--record", "--duration", "3s"],
                interruptions: [
                    Interruption(SIGKILL, to: .worker) { $0.tells(ofSeconds: 0.9) },
                    Interruption(SIGKILL, to: .worker, when: inStandby),
                    Interruption(SIGINT) { $0.event == "status" },
                ]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let names = recording.events.map(\.event).filter {
                ["standby", "worker-started", "worker-lost", "recording", "gap", "finished"].contains($0)
            }
            #expect(names.filter { $0 == "standby" }.count == 3)
            #expect(names.filter { $0 == "worker-lost" }.count == 2)
            #expect(names.filter { $0 == "recording" }.count == 2)
            #expect(names.filter { $0 == "gap" }.count == 1)
            #expect(recording.paths("session.json").count == 1)
            for file in try await Judgement.of(recording.paths(".mov")) {
                #expect(file.errors.isEmpty, "\(file.file)")
            }
        }

        /// A wrong pipeline file is reported. Changed keys are reported by name, and the running take keeps the old
        /// values. Ctrl-C ends the standby after it.
        @Test func aChangedFileIsTakenOverWhenTheTakeIsOver() async throws {
            let journal = try #require(TemporaryFolder())
            let smaller =
                Self.pipeline.replacing("640x360", with: "320x180")
                + "\nrecording: {name: \"later_{output}\"}\n"
            let mistaken = Self.pipeline.replacing("side-by-side", with: "sideways")
            let recording = try await Recorder(
                command: "serve", pipeline: Self.pipeline, arguments: ["--record", "--duration", "3s"],
                interruptions: [
                    Interruption(SIGHUP) { event in
                        guard event.tells(ofSeconds: 0.9) else { return false }
                        journal.write(mistaken, to: "pipeline.yaml")
                        return true
                    },
                    Interruption(SIGHUP) { event in
                        guard event.tells(ofSeconds: 1.9) else { return false }
                        journal.write(smaller, to: "pipeline.yaml")
                        return true
                    },
                    Interruption(SIGINT) { $0.event == "standby" },
                ],
                journal: journal
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.errors.contains("combined.layout: unknown layout 'sideways'"))
            let reloaded = try #require(recording.first("reloaded"))
            #expect(reloaded.applied == [])
            #expect(reloaded.later == ["cameras.back.size", "recording.name"])
            #expect(recording.events.filter { $0.event == "standby" }.count == 2)
            let file = try await Judgement.of(try recording.path("_back_000.mov"))
            #expect(file.video?.size == "640x360")
            recording.expectWhole(file)
        }
    }
}

/// A loop of takes in the test's own process, with test cameras.
final class TakeLoopBench: Sendable {
    let folder: TemporaryFolder
    private let takeLoop: TakeLoop
    private let serving: Task<SessionOutcome, Never>

    init(_ pipeline: String) async throws {
        folder = try #require(TemporaryFolder())
        folder.write(pipeline, to: "p.yaml")
        let nowhere = Nowhere()
        let place = ProcessEnvironment(
            output: nowhere, errors: nowhere, errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: TestHome.folders(folder.path, sockets: folder.path),
            files: DiskView(), workingDirectory: folder.path)
        let request = PipelineRequest(
            file: folder.path + "/p.yaml", settings: [Setting("recording.directory", folder.path + "/out")],
            simulate: false)
        let prepared = try await Preparation.prepare(request, quiet: true, in: place)
        let take = Take(
            prepared: prepared, worker: WorkerOrder(request: request, quiet: true), place: place,
            controller: ShutdownCoordinator(), pulse: HeartbeatWriter(nowhere, request))
        let takeLoop = TakeLoop(try await take.production())
        self.takeLoop = takeLoop
        serving = Task { await takeLoop.serve() }
    }

    /// Waits until the loop has stood by for the given number of seconds.
    func standBy(seconds: Int) async {
        var left = seconds
        for await case .event(let event) in await takeLoop.news() where event.name == "status" {
            left -= 1
            if left <= 0 { return }
        }
    }

    /// Records a take of a given length and returns its folder's name once it is complete. Appends the take's start in
    /// seconds to `starts`.
    func take(_ length: String, as argument: String = "duration", _ starts: inout [Double]) async throws -> String {
        let news = await takeLoop.news()
        let answer = try await takeLoop.perform(ControlCommand(.record, [.init(argument, .string(length))]))
        starts.append(Double(answer.at?.nanoseconds ?? 0) / 1e9)
        for await case .event(let event) in news where event.name == "finished" { break }
        return answer.members.first?.value.text?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Returns the counter of the first frame in an output's file, for each take.
    func firstCounters(_ output: String) async throws -> [Int] {
        let paths = folder.contents.filter { $0.contains(output + "_") }.map { folder.path + "/" + $0 }
        return try await Judgement.of(paths).compactMap { $0.counters?.read.first }
    }

    func end() async -> SessionOutcome {
        await takeLoop.stop(.interrupt)
        return await serving.value
    }
}

private struct Nowhere: TextSink {
    func write(_ text: TerminalText, patience: Duration?) {}
    func write(bytes: [UInt8]) -> Bool { true }
}

extension TemporaryFolder {
    func paths(below folder: String, _ suffix: String) -> [String] {
        contents.filter { $0.contains(folder + "/") && $0.hasSuffix(suffix) }.map { path + "/" + $0 }
    }
}
