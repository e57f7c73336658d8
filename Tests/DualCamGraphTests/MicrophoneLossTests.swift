import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Glibc
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

@Suite(.serialized, .onceMore, .tags(.realTime)) struct MicrophoneLossTests {
    init() throws { try MachineProbe.prepare() }

    /// A microphone is lost and returns during the recording: the number of samples is right, and the time between is
    /// silent.
    @Test(.timeLimit(.minutes(1))) func aLostMicrophoneIsSilentAndReturns() async throws {
        let folder = try #require(TemporaryFolder())
        let take = try MicrophoneTake(in: folder.path)
        try await take.record { graph, began in
            try await take.reach(began + .seconds(1))
            try await graph.apply(.loseInput(.microphone))
            try await take.reach(began + .milliseconds(1500))
            try await graph.apply(.reopenInput(.microphone))
        }
        #expect(take.failures == [])
        expectEvenSound(in: take.file)
        let samples = sound(of: take.file)
        let (began, lost, returned) = (take.began, try #require(take.lost), try #require(take.returned))
        let seconds = (returned - lost) / .seconds(1)
        // Whole packets, one of which is before the first picture, and one in which the encoder starts.
        #expect((141...144).contains(samples.count / 1024), "\(samples.count)")
        #expect(seconds > 0.3)
        let from = Int((lost - began) / .seconds(1) * 48000) + 4800
        let to = Int((returned - began) / .seconds(1) * 48000) - 4800
        try #require(0 < from && from < to && to < samples.count, "\(from), \(to), \(samples.count)")
        #expect(samples[from..<to].allSatisfy { abs($0) < 0.01 })
        #expect(samples[..<from].contains { abs($0) > 0.1 })
        #expect(samples[to...].contains { abs($0) > 0.1 })
    }

    /// With `missing-microphone: continue`, the file is silent from its first sample on, until the microphone is
    /// connected.
    @Test(.timeLimit(.minutes(1))) func aMissingMicrophoneIsSilentAndComes() async throws {
        let folder = try #require(TemporaryFolder())
        let take = try MicrophoneTake(in: folder.path, isAbsent: true)
        try await take.record { graph, began in
            #expect(await graph.statistics().inputs.map(\.isLost) == [true, false])
            try await take.reach(began + .seconds(1))
            try await graph.apply(.reopenInput(.microphone))
        }
        #expect(take.failures == [])
        expectEvenSound(in: take.file)
        let samples = sound(of: take.file)
        #expect((141...144).contains(samples.count / 1024), "\(samples.count)")
        let returned = Int((try #require(take.returned) - take.began) / .seconds(1) * 48000)
        #expect(returned > 48000)
        #expect(samples[..<(returned - 4800)].allSatisfy { abs($0) < 0.01 })
        #expect(samples[returned...].contains { abs($0) > 0.1 })
    }

    /// A device that fails is reported once. Reopening a missing device does not end the silence.
    @Test(.timeLimit(.minutes(1))) func aMicrophoneThatFailsHarmsNoFile() async throws {
        let folder = try #require(TemporaryFolder())
        let take = try MicrophoneTake(in: folder.path, breaksAfter: 60)
        try await take.record { graph, began in
            try await take.reach(began + .milliseconds(1500))
            try await graph.apply(.loseInput(.microphone))
            try await graph.apply(.loseInput(.microphone))
            await graph.replaceMicrophone(with: "pulsesrc", [Property("server", .string("/nowhere"))])
            let refusal = await #expect(throws: GraphFailure.self) {
                try await graph.apply(.reopenInput(.microphone))
            }
            #expect(refusal?.input == .microphone)
            #expect(refusal?.output == nil)
            #expect(await graph.statistics().inputs.map(\.isLost) == [true, false])
        }
        #expect(take.failures.map(\.input) == [.microphone])
        #expect(take.returned == nil)
        expectEvenSound(in: take.file)
        #expect((141...144).contains(sound(of: take.file).count / 1024))
    }

    /// Expects consecutive packets of 1024 samples at 48 kHz, in the file's time base.
    private func expectEvenSound(in file: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let stamps = packets(of: file)
        let steps = zip(stamps, stamps.dropFirst()).map { $1 - $0 }
        let isEven = steps.count > 100 && steps.allSatisfy { abs($0 - 1024.0 / 48000) < 0.0005 }
        #expect(isEven, "\(steps)", sourceLocation: sourceLocation)
    }

    /// Returns the presentation times of a file's audio packets in seconds.
    private func packets(of path: String) -> [Double] {
        let text = output(
            of: "ffprobe -v error -select_streams a -show_entries packet=pts_time -of csv=p=0 '\(path)'")
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            Double(line.prefix { $0 != "," })
        }
    }

    /// Returns the samples of a file's first channel.
    private func sound(of path: String) -> [Float] {
        let bytes = output(of: "ffmpeg -v error -nostdin -i '\(path)' -map 0:a -ac 1 -f f32le -")
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}

/// A recording of 3 s whose microphone is lost and returns.
private final class MicrophoneTake: Sendable {
    private struct Notes: Sendable {
        var began = RunningTime(nanoseconds: 0)
        var lost: RunningTime?
        var returned: RunningTime?
        var failures: [GraphFailure] = []
    }

    let file: String
    private let graph: RecordingPipeline
    private let request: FileRequest
    private let notes = Lock(Notes())
    private let frames = AsyncStream<Int64>.makeStream()

    var began: RunningTime { notes.with { $0.began } }
    var lost: RunningTime? { notes.with { $0.lost } }
    var returned: RunningTime? { notes.with { $0.returned } }
    var failures: [GraphFailure] { notes.with { $0.failures } }

    init(in folder: String, breaksAfter buffers: Int64? = nil, isAbsent: Bool = false) throws {
        var plan = try GraphBench.plan {
            $0.combined = nil
            $0.recording.outputs = [OutputName("back")]
        }
        // A continuous tone can be measured at any time; the plan's test sound only ticks once a second.
        plan.replaceMicrophone(
            with: "audiotestsrc", [Property("is-live", .bool(true)), Property("freq", .double(440))])
        for index in plan.inputs.indices where plan.inputs[index].name == .microphone {
            plan.inputs[index].isAbsent = isAbsent
        }
        if let buffers { plan.insertFault(after: "audio.source", buffers) }
        graph = try RecordingPipeline(plan: plan)
        request = GraphBench.files(plan, in: folder)[0]
        file = request.path
    }

    /// Records, and runs `body` once recording has begun.
    func record(_ body: @escaping @Sendable (RecordingPipeline, RunningTime) async throws -> Void) async throws {
        try await graph.start(files: [request])
        try await graph.live.pad(PadReference("back.encoder-queue", "src")).addProbe(.buffers) { [frames] frame in
            if let time = frame.presentationTime { frames.continuation.yield(Int64(time)) }
            return .pass
        }
        for await event in graph.events {
            switch event {
            case .recording(let at, _, _, _):
                notes.with { $0.began = at }
                try await graph.apply(.stop(at: at + .seconds(3)))
                try await body(graph, at)
            case .inputLost(.microphone, let at): notes.with { $0.lost = at }
            case .inputReturned(.microphone, let at): notes.with { $0.returned = at }
            case .failed(let failure): notes.with { $0.failures.append(failure) }
            case .fileFinished: try await graph.close(within: .seconds(5))
            default: break
            }
        }
    }

    /// Waits until the camera has reached a time.
    func reach(_ time: RunningTime) async throws {
        for await frame in frames.stream where frame >= time.nanoseconds { return }
    }
}

extension GraphPlan {
    fileprivate mutating func replaceMicrophone(with factory: String, _ properties: [Property]) {
        for index in elements.indices where elements[index].name == "audio.source" {
            (elements[index].factory, elements[index].properties) = (factory, properties)
        }
    }

    fileprivate mutating func insertFault(after name: String, _ buffers: Int64) {
        guard let link = links.firstIndex(where: { $0.from.element == name }) else { return }
        let fault = ElementPlan(
            "identity", name: "audio.fault", branch: BranchID.source(.microphone),
            [Property("error-after", .int(buffers))])
        elements.append(fault)
        links.append(LinkPlan(PadReference(fault.name), links[link].to))
        links[link].to = PadReference(fault.name)
    }
}

extension RecordingPipeline {
    fileprivate func replaceMicrophone(with factory: String, _ properties: [Property]) {
        live.plan.replaceMicrophone(with: factory, properties)
    }
}
