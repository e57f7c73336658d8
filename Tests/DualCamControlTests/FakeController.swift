@testable import DualCamConfig
import DualCamControl
import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import Foundation
import DualCamTestKit

/// A controller that carries out every command at 12.5 s, except the layout `broken`.
actor FakeController: SessionController {
    private(set) var performed: [ControlCommand] = []
    private let phase: ControlState.Phase
    /// `previewed`: the previews that were requested; `previews`: those that are still running.
    private(set) var previewed: [PreviewRequest] = []
    private(set) var previews: [PreviewRequest: AsyncStream<PreviewItem>.Continuation] = [:]
    private var readers: [AsyncStream<ControlNews>.Continuation] = []
    /// A stream that never ends.
    nonisolated let warnings: AsyncStream<String>
    private let warning: AsyncStream<String>.Continuation

    init(_ phase: ControlState.Phase = .recording) {
        self.phase = phase
        (warnings, warning) = AsyncStream.makeStream()
    }

    func state() -> ControlState {
        ControlState(
            name: "fake", phase: phase, folder: "/films/1", runningTime: .seconds(2), status: nil,
            settings: [
                ControlSetting("layout", "pip", .choice(["pip", "stacked"]), by: .layout),
                ControlSetting(
                    "gain", "0dB", .number(-12...12, step: 0.5, unit: "dB"), by: .gain, obstacle: "No sound."),
                ControlSetting("mute", .bool(false), .flag, by: .mute),
                ControlSetting("microphone", "pulse", .text, by: .microphone),
            ])
    }

    func perform(_ command: ControlCommand) throws(ControlRefusal) -> ControlAnswer {
        if command.arguments == [.init("layout", "broken")] {
            throw ControlRefusal(.badValue, "There is no layout 'broken'.", advice: "Choose pip.")
        }
        performed.append(command)
        return ControlAnswer(at: .seconds(12), command.arguments)
    }

    func warn(_ code: SessionEvent.WarningCode, _ message: String) { warning.yield("\(code.rawValue): \(message)") }

    func snapshot(of output: OutputNameWord, as format: Snapshot.Format) throws(ControlRefusal) -> Snapshot {
        guard output == "back" else { throw ControlRefusal(.badValue, "There is no picture called '\(output)'.") }
        return Snapshot(bytes: [0xFF, 0xD8, 0xFF], at: .seconds(3))
    }

    /// Starts a preview whose frames the test sends.
    func preview(_ request: PreviewRequest) throws(ControlRefusal) -> AsyncStream<PreviewItem> {
        guard request.source.word == "back" else { throw ControlRefusal(.notNow, "It is lost.", advice: "Ask again.") }
        let (items, continuation) = AsyncStream.makeStream(of: PreviewItem.self)
        continuation.onTermination = { [weak self] _ in Task { [weak self] in await self?.forget(request) } }
        previewed.append(request)
        previews[request] = continuation
        return items
    }

    private func forget(_ request: PreviewRequest) { previews[request] = nil }

    func show(_ item: PreviewItem) { for preview in previews.values { preview.yield(item) } }

    func news() -> AsyncStream<ControlNews> {
        let (stream, continuation) = AsyncStream.makeStream(of: ControlNews.self, bufferingPolicy: .bufferingNewest(64))
        readers.append(continuation)
        return stream
    }

    func tell(_ news: ControlNews) { for reader in readers { reader.yield(news) } }
}

/// Endpoints in a folder of their own.
struct TestEndpoints {
    let controller = FakeController()
    let endpoints: ControlServer
    let folder: TemporaryFolder

    init(library: DualCamControl.Library? = nil, _ change: (inout Control) -> Void = { _ in }) async throws {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        self.folder = folder
        var control = Control()
        change(&control)
        let places = EndpointPlaces(
            sockets: folder.path + "/dualcam", state: folder.path + "/state", host: "TakeLoop", process: getpid())
        endpoints = await ControlServer.open(
            control, to: controller, name: "my take/1", places, library: library, metrics: { "dualcam_recording 1\n" })
    }

    /// The token for clients over TCP.
    var token: String {
        get throws {
            try String(contentsOfFile: endpoints.address.tokenFile ?? "", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}

/// Runs programs and returns their output.
enum Program {
    struct Output: Sendable {
        var text: String
        var code: Int32
    }

    static func run(_ words: [String]) async throws -> Output {
        try await onOwnThread { Result { try runBlocking(words) } }.get()
    }

    private static func runBlocking(_ words: [String]) throws -> Output {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(TestHome.nowhere) { $1 }
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(text: String(decoding: data, as: UTF8.self), code: process.terminationStatus)
    }

    /// Runs curl and returns the body, a blank and the HTTP status.
    static func curl(_ words: String...) async throws -> String {
        try await run(["curl", "-sS", "-m", "120", "-w", " %{http_code}"] + words).text
    }
}
