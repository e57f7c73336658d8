import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

/// A recording in the test's own process that is directed command by command.
final class DirectedTake: Sendable {
    let folder: TemporaryFolder
    let session: RecordingSession
    private let news: AsyncStream<ControlNews>
    private let counted = Lock<[Int]>([])

    /// The remaining seconds that the self-timer has reported, in order.
    var countdown: [Int] { counted.with { $0 } }

    /// Prepares a recording into a temporary folder. `record` starts it.
    ///
    /// - Parameter text: The text of the pipeline file.
    init(_ text: String) async throws {
        folder = try #require(TemporaryFolder())
        let loaded = try PipelineLoader.load(
            Array((text + "\nbudget: {enforce: off, shed: []}\n").utf8), named: "pipeline.yaml",
            overrides: ["recording.directory=\(folder.path)"],
            context: LoadContext(environment: [:], home: "/root", encoders: EncoderCatalog.words))
        try MachineProbe.prepare()
        let found = try MachineProbe.resolve(loaded.pipeline)
        let plan = try Planner.plan(
            PlannedInputs(
                pipeline: loaded.pipeline, cameras: found.cameras, microphones: found.microphones,
                machine: MachineProbe.facts()))
        let description = SessionDescription(version: "test", name: "take", host: "here", pipeline: text)
        var order = try SessionOrder(
            loaded.pipeline, longestFile: plan.outputs.compactMap(\.longestFile).min(), description: description,
            time: WallTime.local(WallTime.unixNow()))
        for branch in plan.branches {
            guard let output = branch.output, branch.name.rawValue == "\(output).file" else { continue }
            order.rates[output] = branch.rate
        }
        session = RecordingSession(
            graph: try RecordingPipeline(plan: plan), order: order,
            dependencies: SessionDependencies { try FileDigest.sha256($0.path) })
        news = await session.news()
    }

    /// Records until the session ends, and returns the session's outcome. Calls `directing` once the recording has
    /// begun.
    func record(_ directing: @escaping @Sendable (DirectedTake) async throws -> Void) async throws -> SessionOutcome {
        let task = Task { await session.run() }
        do {
            try await until { if case .recording = $0.kind { true } else { false } }
            try await directing(self)
        } catch {
            session.stop(.request)
            _ = await task.value
            throw error
        }
        return await task.value
    }

    /// Waits for the next event for which `isIt` returns true. Throws `Over` if the session ends first.
    func until(_ isIt: (SessionEvent) -> Bool) async throws {
        for await item in news {
            guard case .event(let event) = item else { continue }
            if case .countdown(let seconds) = event.kind { counted.with { $0.append(seconds) } }
            if isIt(event) { return }
        }
        throw Over()
    }

    /// Waits until the given number of seconds has been recorded.
    func until(recorded seconds: Double) async throws {
        try await until { event in
            if case .status(let status) = event.kind { status.recorded >= .seconds(seconds) } else { false }
        }
    }

    /// Waits for `count` status events during a pause; one is sent per second.
    func until(statusesInPause count: Int) async throws {
        var left = count
        try await until { event in
            if case .status(let status) = event.kind, status.isPaused { left -= 1 }
            return left == 0
        }
    }

    @discardableResult
    func perform(_ name: ControlCommand.Name, _ arguments: [JSONValue.Member] = []) async throws -> Int64 {
        let answer = try await session.perform(ControlCommand(named: name.rawValue, .object(arguments)))
        return try #require(answer.at).nanoseconds
    }

    struct Over: Error {}
}
