import Dispatch
import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Recordings of test cameras with the planner's plans.
@Suite(.serialized, .tags(.process)) struct RecordingPipelineTests {
    /// The time limit for closing a graph, which usually takes milliseconds.
    private static let patience = Duration.seconds(30)

    init() throws { try MachineProbe.prepare() }

    private func plan(_ change: (inout Pipeline) -> Void = { _ in }) throws -> GraphPlan {
        try GraphBench.plan(change)
    }

    /// Records for `length` of running time. Returns the start, the summary of each file, and all events.
    private func record(_ plan: GraphPlan, _ length: Duration, in folder: String) async throws -> (
        RunningTime, [FileSummary], [GraphEvent]
    ) {
        let graph = try RecordingPipeline(plan: plan)
        try await graph.start(
            files: plan.outputs.map { FileRequest(output: $0.name, segment: 0, path: "\(folder)/\($0.name).mov") })
        var (began, files, seen) = (RunningTime(nanoseconds: 0), [FileSummary](), [GraphEvent]())
        for await event in graph.events {
            seen.append(event)
            switch event {
            case .recording(let at, _, let clock, _):
                began = at
                #expect(clock.contains("GstSystemClock"))
                try await graph.apply(.stop(at: at + length))
            case .fileFinished(let file):
                files.append(file)
                if files.count == plan.outputs.count { try await graph.close(within: Self.patience) }
            case .failed(let failure): Issue.record("\(failure)")
            default: break
            }
        }
        return (began, files, seen)
    }

    @Test(.timeLimit(.minutes(1))) func everyFileCoversTheSameInterval() async throws {
        let folder = try #require(TemporaryFolder())
        let (began, files, seen) = try await record(try plan(), .seconds(2), in: folder.path)
        #expect(files.count == 3)
        let frame: Int64 = 33_400_000
        for file in files {
            // The first or the last frame may be one that was reported lost.
            let told = seen.dropped(by: file.output)
            let unsure = frame * Int64(told + 1)
            #expect((59 - told...61).contains(file.frames), "\(file)")
            #expect((0...unsure).contains(file.start.nanoseconds - began.nanoseconds), "\(file)")
            let late = file.end.nanoseconds - began.nanoseconds - 2_000_000_000
            #expect((-unsure...frame).contains(late), "\(file)")
        }
    }

    /// If a session ends while its devices are being opened, its files are removed after the graph was closed. No file
    /// may be created later.
    @Test(.timeLimit(.minutes(1))) func aGraphThatWasClosedOpensNoFile() async throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/back.mov"
        let graph = try RecordingPipeline(plan: try plan { $0.recording.outputs = [OutputName("back")] })
        try await graph.close(within: Self.patience)
        try await graph.start(files: [FileRequest(output: OutputName("back"), segment: 0, path: path)])
        #expect(access(path, F_OK) != 0)
    }

    /// The stream of events ends even if a device does not close in time.
    @Test(.timeLimit(.minutes(1))) func theEventsEndThoughTheDevicesDoNotClose() async throws {
        let graph = try RecordingPipeline(plan: try plan { $0.recording.outputs = [OutputName("back")] })
        let states = await graph.states
        states.suspend()
        defer { states.resume() }
        let failure = await #expect(throws: GraphFailure.self) { try await graph.close(within: .milliseconds(100)) }
        #expect(failure?.code == .timeout)
        var last: GraphEvent?
        for await event in graph.events { last = event }
        #expect(last == .closed)
    }

    /// A clip whose end nothing watches would stop after its first repetition, so this is a failure.
    @Test func aLoopThatCannotBeMadeIsAFailure() async throws {
        var plan = try plan { $0.recording.outputs = [OutputName("back")] }
        plan.loops = [LoopPlan(demuxer: "nobody", length: 1, pad: PadReference("nobody"))]
        let graph = try RecordingPipeline(plan: plan)
        let failure = await #expect(throws: GraphFailure.self) { try await graph.start(files: []) }
        #expect(failure?.code == .fault)
        try await graph.close(within: Self.patience)
    }

    /// No file is open in the end, even if the close reaches the graph before the start.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<20) func aCloseIsNeverOvertakenByTheStartBeforeIt(round: Int)
        async throws
    {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/back.mov"
        let graph = try RecordingPipeline(plan: try plan { $0.recording.outputs = [OutputName("back")] })
        async let start: Void = graph.start(
            files: [FileRequest(output: OutputName("back"), segment: 0, path: path)])
        async let close: Void = graph.close(within: Self.patience)
        _ = try await (start, close)
        #expect(!openFiles().contains(path))
    }
}

/// Returns the paths of the process's open files.
private func openFiles() -> [String] {
    (0..<256).compactMap { number in
        guard let path = realpath("/proc/self/fd/\(number)", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

extension RecordingPipelineTests {
    /// All outputs share the sound's encoder. A file that fails must not silence the others, nor end a camera or the
    /// mixer.
    @Test(.timeLimit(.minutes(1))) func aFullDiskUnderOneFileHarmsNoOther() async throws {
        let folder = try #require(TemporaryFolder())
        let plan = try plan()
        let graph = try RecordingPipeline(plan: plan)
        let paths = [
            "back": "/dev/full", "front": "\(folder.path)/front.mov", "combined": "\(folder.path)/combined.mov",
        ]
        try await graph.start(
            files: plan.outputs.map { FileRequest(output: $0.name, segment: 0, path: paths[$0.name.rawValue] ?? "") })
        var (failures, files, seen) = ([GraphFailure](), [FileSummary](), [GraphEvent]())
        for await event in graph.events {
            seen.append(event)
            switch event {
            case .recording(let at, _, _, _): try await graph.apply(.stop(at: at + .seconds(2)))
            case .failed(let failure): failures.append(failure)
            case .fileFinished(let file):
                files.append(file)
                if files.count == 2 { try await graph.close(within: Self.patience) }
            default: break
            }
        }
        #expect(failures.first?.code == .diskFull)
        #expect(failures.first?.output == OutputName("back"))
        for file in files {
            #expect((59 - seen.dropped(by: file.output)...61).contains(file.frames), "\(file)")
            #expect(soundSeconds(of: file.path) >= 1.9, "\(file)")
        }
    }

    /// Returns the length of a file's sound in seconds, by ffprobe.
    private func soundSeconds(of path: String) -> Double {
        let text = output(of: "ffprobe -v error -select_streams a -show_entries stream=duration -of csv=p=0 '\(path)'")
        return strtod(String(decoding: text, as: UTF8.self), nil)
    }
}
