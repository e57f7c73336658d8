@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Dispatch
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// A recording of two test cameras side by side that a test controls step by step. Time passes from cut to cut of the
/// second camera's files, which also shows that no frame is lost at a cut.
final class Rehearsal {
    static let size = FrameSize(width: 320, height: 180)
    static let back = InputName("back")
    static let output = OutputName("back")

    let plan: GraphPlan
    let graph: RecordingPipeline
    let folder: TemporaryFolder
    private var events: AsyncStream<GraphEvent>.Iterator
    private(set) var seen: [GraphEvent] = []
    /// True once the graph was closed because an expected event did not arrive.
    private let isGivenUp = Lock(false)
    private var segments: [OutputName: Int] = [:]

    init(
        _ plan: GraphPlan, findAgain: RecordingPipeline.CameraFinder? = nil,
        findMicrophone: RecordingPipeline.MicrophoneSearch? = nil
    ) throws {
        self.plan = plan
        folder = try #require(TemporaryFolder())
        graph = try RecordingPipeline(plan: plan, findAgain: findAgain, findMicrophone: findMicrophone)
        events = graph.events.makeAsyncIterator()
    }

    static func inputs(absent: Bool = false, _ change: (inout Pipeline) -> Void = { _ in }) throws -> PlannedInputs {
        try MachineProbe.prepare()
        var pipeline = Pipeline(cameras: ["back", "front"].map { Camera(name: $0) })
        for index in pipeline.cameras.indices {
            pipeline.cameras[index].size = size
            pipeline.cameras[index].device = .test(pattern: index == 0 ? .smpte : .gradient)
        }
        pipeline.microphone?.device = .test
        pipeline.combined = Combined()
        pipeline.combined?.layout = .sideBySide
        pipeline.combined?.size = FrameSize(width: 640, height: 180)
        // This encoder is fast enough even on a busy machine.
        (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = ("x264", "ultrafast")
        pipeline.encoders.standard.bitrate = Bitrate(bitsPerSecond: 4_000_000)
        change(&pipeline)
        var found = try MachineProbe.resolve(pipeline)
        if absent { found.cameras[0].source = .absent }
        return PlannedInputs(
            pipeline: pipeline, cameras: found.cameras, microphones: found.microphones, machine: MachineProbe.facts())
    }

    /// Starts with a file for each of `outputs` and waits until recording has begun.
    func start(_ outputs: [String] = ["back", "front", "combined"]) async throws {
        try await wake(outputs)
        await began()
    }

    func wake(_ outputs: [String]) async throws {
        closeInTime()
        try await graph.start(files: outputs.map { next(OutputName($0)) })
    }

    /// The time limit for all waiting, in seconds: at least ten times the usual length, and within the time limit of a
    /// test.
    private static let limit = 50

    /// Closes the graph once the limit is reached, so that a test that waits in vain continues and reports what is
    /// missing.
    private func closeInTime() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.limit)) { [weak graph, isGivenUp] in
            isGivenUp.with { $0 = true }
            Task { [weak graph] in try await graph?.close(within: .seconds(5)) }
        }
    }

    func began() async {
        _ = await event { if case .recording(let at, _, _, _) = $0 { at } else { nil } }
    }

    /// Returns the next event that `pick` accepts; earlier ones are kept in `seen`. Records an issue if it does not
    /// arrive.
    func event<Found>(
        sourceLocation: SourceLocation = #_sourceLocation, _ pick: (GraphEvent) -> Found?
    ) async -> Found? {
        while let event = await events.next() {
            seen.append(event)
            if let found = pick(event) { return found }
        }
        if isGivenUp.with({ $0 }) {
            Issue.record(
                "the event that is waited for here did not come within \(Self.limit) s; the last ones: \(seen.suffix(8))",
                sourceLocation: sourceLocation)
        }
        return nil
    }

    var now: RunningTime {
        get async { await graph.statistics().now ?? RunningTime(nanoseconds: 0) }
    }

    /// Opens a new file for an output, 0.3 s from now.
    func open(_ output: String) async throws {
        try await graph.apply(.openSegment([next(OutputName(output))], at: await now + .milliseconds(300)))
    }

    /// Waits for `length` and cuts the files of the second camera (or of `outputs`) at its end.
    func pass(
        _ length: Duration, cutting outputs: [String] = ["front"], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let requests = outputs.map { next(OutputName($0)) }
        try await graph.apply(.openSegment(requests, at: await now + length))
        var open = Set(requests.map { "\($0.output) \($0.segment - 1)" })
        _ = await event(sourceLocation: sourceLocation) { event in
            if let file = event.file { open.remove("\(file.output) \(file.segment)") }
            return open.isEmpty ? true : nil
        }
    }

    /// Ends the recording and returns all files, sorted by output and segment.
    func stop(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [FileSummary] {
        try await graph.apply(.stop(at: nil))
        var files = seen.compactMap(\.file)
        let wanted = segments.values.reduce(0, +)
        while files.count < wanted, let file = await event(sourceLocation: sourceLocation, \.file) {
            files.append(file)
        }
        try await graph.close(within: .seconds(5))
        while let event = await events.next() { seen.append(event) }
        return files.sorted { ($0.output.rawValue, $0.segment) < ($1.output.rawValue, $1.segment) }
    }

    /// Returns the request for an output's next file.
    func next(_ output: OutputName) -> FileRequest {
        let segment = segments[output, default: 0]
        let container = plan.outputs.first?.container.rawValue ?? ""
        segments[output] = segment + 1
        return FileRequest(output: output, segment: segment, path: "\(folder.path)/\(output)_\(segment).\(container)")
    }
}

extension [GraphEvent] {
    /// Returns the number of frames that were reported lost before an output's encoder. A busy machine may lose frames,
    /// but must report them.
    func dropped(by output: OutputName) -> Int {
        reduce(0) { sum, event in
            if case .dropped(_, output, let count, _) = event { sum + count } else { sum }
        }
    }

    /// Returns the number of combined frames that show an older picture of a camera than was due.
    func repeated(_ camera: InputName) -> Int {
        reduce(0) { sum, event in
            if case .repeated(BranchID.mixerInput(camera), let count, _) = event { sum + count } else { sum }
        }
    }

    /// Expects that no more frames were reported lost than are missing. Losses outside an output's first and last
    /// frame are not counted.
    func expectToldOnly(
        _ lacking: Int, in files: [FileSummary], of outputs: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let told = outputs.map(OutputName.init).reduce(0) { sum, output in
            let own = files.filter { $0.output == output && $0.frames > 0 }
            guard let first = own.map(\.start).min(), let last = own.map(\.end).max() else { return sum }
            // An event reports what a branch has lost since its previous one. The first event after the first frame may
            // therefore report losses before that frame.
            var branches: Set<BranchID> = []
            return reduce(sum) { sum, event in
                guard case .dropped(let branch, output, let count, let at) = event, at > first, at <= last,
                    !branches.insert(branch).inserted
                else { return sum }
                return sum + count
            }
        }
        #expect(told <= lacking, sourceLocation: sourceLocation)
    }
}

extension GraphEvent {
    var file: FileSummary? { if case .fileFinished(let file) = self { file } else { nil } }

    var failure: GraphFailure? { if case .failed(let failure) = self { failure } else { nil } }

    var lost: RunningTime? { if case .inputLost(Rehearsal.back, let at) = self { at } else { nil } }

    /// The number of frames of the first camera that did not reach the combined picture; `nil` for other events.
    var droppedBeforeMixer: Int? {
        if case .dropped(BranchID.mixerInput(InputName("back")), _, let count, _) = self { count } else { nil }
    }

    var returned: RunningTime? { if case .inputReturned(Rehearsal.back, let at) = self { at } else { nil } }
}

extension GraphPlan {
    /// Inserts an element after the one called `name`.
    mutating func insert(_ factory: String, named new: String, after name: String, _ properties: [Property]) {
        guard let place = elements.firstIndex(where: { $0.name == name }) else { return }
        elements.insert(
            ElementPlan(factory, name: new, branch: elements[place].branch, properties), at: place + 1)
        for index in links.indices where links[index].from == PadReference(name) {
            links[index].from.element = new
        }
        links.append(LinkPlan(PadReference(name), PadReference(new)))
    }
}

extension RecordingPipeline {
    func set(_ property: String, of element: String, _ setting: Setting) throws {
        try live.element(element).set(property, setting)
    }

    func integer(_ property: String, of element: String) throws -> Int64 {
        try live.element(element).integer(property)
    }

    /// Sets the measured distance of a camera's pictures for the output's encoder, in nanoseconds.
    func followCadence(of output: OutputName, frame: Int64) { outputs[output]?.rate.followCadence(frame: frame) }

    /// Returns the planned distance of an output's frames, in nanoseconds.
    func frameLength(of output: OutputName) -> Int64? { outputs[output]?.frameLength }

    /// The queue on which the pipeline changes its state.
    var states: DispatchQueue { live.states }

    /// Returns the queue on which an output's files are closed.
    func closings(of output: OutputName) -> DispatchQueue? { outputs[output]?.files.closings }

    func holds(_ element: String) -> Bool { live[element] != nil }
}

extension RecordingGraph {
    /// Starts with the plan's delay.
    func start(files: [FileRequest]) async throws(GraphFailure) { try await start(files: files, after: nil) }
}
