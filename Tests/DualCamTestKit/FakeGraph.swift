package import DualCamConfig
package import DualCamPlan
import Glibc

/// A graph without devices: it does what its script says, writes one short file per request and remembers what was
/// asked of it.
package actor FakeGraph: RecordingGraph {
    /// The behaviour of the graph.
    package struct Script: Sendable {
        /// `standBy` throws this.
        package var standbyFailure: GraphFailure?
        /// `start` throws this.
        package var startFailure: GraphFailure?
        /// `start` is followed by `recording` at running time 1 s, at Unix time `FakeGraph.wallClock`.
        package var begins = true
        /// Files of these outputs are never finished ...
        package var stuck: Set<OutputName> = []
        /// ... unless stalled inputs are abandoned.
        package var abandoningHelps = false
        /// Those that this does not help.
        package var stuckForGood: Set<OutputName> = []
        /// The time at which a stop without a time cuts.
        package var end = RunningTime(nanoseconds: 2_000_000_000)
        /// `close` throws this.
        package var closeFailure: GraphFailure?
        /// `openSegment` throws this.
        package var segmentFailure: GraphFailure?
        /// The number of times that a lost input's device is not there yet; an input that is not listed returns at once.
        package var absences: [InputName: Int] = [:]
        /// The number of times that an output cannot be restored.
        package var refusals: [OutputName: Int] = [:]
        /// The times at which lost inputs end, and those at which they begin again.
        package var loss = RunningTime(nanoseconds: 2_000_000_000)
        package var comeback = RunningTime(nanoseconds: 3_000_000_000)

        /// `direct` throws this ...
        package var directionFailure: GraphFailure?
        /// `direct` answers with this otherwise.
        package var directed = RunningTime(nanoseconds: 2_500_000_000)

        /// The controls that the cameras' devices report.
        package var controls: [InputName: [ControlFacts]] = [:]

        package init() {}
    }

    /// Unix nanoseconds of 2026-11-21T14:05:03.250Z: when recording begins.
    package static let wallClock: Int64 = 1_795_269_903_250_000_000
    package static let begin = RunningTime(nanoseconds: 1_000_000_000)

    package nonisolated let events: AsyncStream<GraphEvent>
    private nonisolated let eventContinuation: AsyncStream<GraphEvent>.Continuation
    /// Everything that was asked for, in order.
    package private(set) var changes: [GraphChange] = []
    package private(set) var directions: [Direction] = []
    package private(set) var isClosed = false
    /// True when its devices were asked to open.
    package private(set) var wasOpened = false
    package var figures = GraphStatistics(now: nil, outputs: [])

    private var script: Script
    private var open: [FileRequest] = []
    /// The time at which the newest segment begins, and its files.
    private var boundary = FakeGraph.begin
    private var newest: [FileRequest] = []
    /// The times at which files begin, by their paths.
    private var starts: [String: RunningTime] = [:]

    package init(_ script: Script = Script()) {
        self.script = script
        (events, eventContinuation) = AsyncStream.makeStream()
    }

    /// Tells the session something.
    package nonisolated func tell(_ event: GraphEvent) { eventContinuation.yield(event) }

    package func set(_ figures: GraphStatistics) { self.figures = figures }

    package func standBy() throws(GraphFailure) {
        wasOpened = true
        if let failure = script.standbyFailure { throw failure }
    }

    package func start(files: [FileRequest], after delay: Duration?) throws(GraphFailure) {
        wasOpened = true
        if let failure = script.startFailure { throw failure }
        newest = files
        for file in files { write(file) }
        if script.begins { tell(.recording(at: Self.begin, wallClock: Self.wallClock, clock: "fake")) }
    }

    package func apply(_ change: GraphChange) throws(GraphFailure) {
        changes.append(change)
        switch change {
        case .openSegment(let files, let time):
            if let failure = script.segmentFailure { throw failure }
            for file in files {
                write(file)
                starts[file.path] = time
            }
            let outputs = Set(files.map(\.output))
            open += newest.filter { outputs.contains($0.output) }
            newest = newest.filter { !outputs.contains($0.output) } + files
            boundary = time
        case .stop(let end): if end == nil { stop(at: script.end) }
        case .abandonStalledInputs:
            guard script.abandoningHelps else { return }
            for file in open where !script.stuckForGood.contains(file.output) { abandon(file) }
        case .dropOutput(let output):
            open.removeAll { $0.output == output }
            newest.removeAll { $0.output == output }
        case .restoreOutput(let output):
            guard (script.refusals[output] ?? 0) <= 0 else {
                script.refusals[output]? -= 1
                throw GraphFailure(.encoderFailed, output: output, message: "No encoder for \(output).")
            }
        case .loseInput(let input): lose(input)
        case .reopenInput(let input):
            guard (script.absences[input] ?? 0) <= 0 else {
                script.absences[input]? -= 1
                throw GraphFailure(.deviceMissing, input: input, message: "No device for \(input).")
            }
            tell(.inputReturned(input, at: script.comeback))
        case .throttle: break
        }
    }

    /// Ends the input's own files; one that would begin later has no frames.
    private func lose(_ input: InputName) {
        tell(.inputLost(input, at: script.loss))
        let output = OutputName(input.rawValue)
        finish((open + newest).filter { $0.output == output }, at: script.loss)
        newest.removeAll { $0.output == output }
    }

    /// Ends every file at `end`, as a scheduled stop does when its time has come. A segment that would begin later
    /// gets no frames and is never told of.
    package func stop(at end: RunningTime) {
        tell(.stopping(at: end))
        if boundary < end { open += newest }
        finish(open, at: end)
    }

    /// Ends a stuck file a third of a second early, and tells what it lacks.
    private func abandon(_ file: FileRequest) {
        let (lacking, end) = (10, script.end)
        tell(.dropped(branch: .encoder(file.output), output: file.output, count: lacking, at: end))
        finish([file], at: end + .nanoseconds(Int64(lacking) * -33_333_333), stuckToo: true)
    }

    package func direct(_ direction: Direction) throws(GraphFailure) -> RunningTime? {
        directions.append(direction)
        if let failure = script.directionFailure { throw failure }
        return script.directed
    }

    package func controls() -> [InputName: [ControlFacts]] { script.controls }

    package func snapshot(of output: OutputName, as format: Snapshot.Format) throws(GraphFailure) -> Snapshot {
        Snapshot(bytes: Array("\(output).\(format.rawValue)".utf8), at: script.directed)
    }

    package func preview(_ request: PreviewRequest) throws(GraphFailure) -> AsyncStream<PreviewItem> {
        AsyncStream { $0.finish() }
    }

    package func statistics() -> GraphStatistics { figures }

    package func close(within limit: Duration) throws(GraphFailure) {
        isClosed = true
        tell(.closed)
        eventContinuation.finish()
        if let failure = script.closeFailure { throw failure }
    }

    /// Ends files, which have every frame up to then: thirty a second. One that would begin later has none.
    private func finish(_ files: [FileRequest], at end: RunningTime, stuckToo: Bool = false) {
        for file in files where stuckToo || !script.stuck.contains(file.output) {
            open.removeAll { $0 == file }
            let start = starts[file.path] ?? Self.begin
            let length = max(0, end.nanoseconds - start.nanoseconds)
            let frames = Int((Double(length) * 30 / 1e9).rounded())
            tell(
                .fileFinished(
                    FileSummary(
                        output: file.output, segment: file.segment, path: file.path, frames: frames, start: start,
                        end: start + .nanoseconds(length))))
        }
    }

    private nonisolated func write(_ file: FileRequest) {
        guard let stream = fopen(file.path, "wx") else { return }
        fputs("\(file.output)\n", stream)
        fclose(stream)
    }
}
