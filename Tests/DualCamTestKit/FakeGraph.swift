package import DualCamConfig
package import DualCamPlan
import Glibc

/// A recording graph without devices. It behaves as its script says, writes one short file per request and records
/// every change that the session requests.
package actor FakeGraph: RecordingGraph {
    /// The behaviour of the fake graph.
    package struct Script: Sendable {
        /// The error that `standBy` throws; `nil` if it succeeds.
        package var standbyFailure: GraphFailure?
        /// The error that `start` throws; `nil` if it succeeds.
        package var startFailure: GraphFailure?
        /// True if `start` is followed by the event `recording`, at running time 1 s and at the Unix time
        /// `FakeGraph.wallClock`.
        package var begins = true
        /// The outputs whose files are not finished after a stop.
        package var stuck: Set<OutputName> = []
        /// True if the files of `stuck` are finished once the session abandons stalled inputs.
        package var abandoningHelps = false
        /// The outputs whose files are not finished even after stalled inputs were abandoned.
        package var stuckForGood: Set<OutputName> = []
        /// The running time at which a stop without a time ends the files.
        package var end = RunningTime(nanoseconds: 2_000_000_000)
        /// The error that `close` throws; `nil` if it succeeds.
        package var closeFailure: GraphFailure?
        /// The error that the change `openSegment` throws; `nil` if it succeeds.
        package var segmentFailure: GraphFailure?
        /// The number of failing attempts to reopen a lost input, because its device is still missing. An input that is
        /// not listed returns at the first attempt.
        package var absences: [InputName: Int] = [:]
        /// The number of failing attempts to restore an output. An output that is not listed is restored at the first
        /// attempt.
        package var refusals: [OutputName: Int] = [:]
        /// The running time at which lost inputs end.
        package var loss = RunningTime(nanoseconds: 2_000_000_000)
        /// The running time at which lost inputs deliver again.
        package var comeback = RunningTime(nanoseconds: 3_000_000_000)

        /// The error that `direct` throws; `nil` if it succeeds.
        package var directionFailure: GraphFailure?
        /// The running time that `direct` returns if it does not throw.
        package var directed = RunningTime(nanoseconds: 2_500_000_000)

        /// The controls that each camera's device reports.
        package var controls: [InputName: [ControlFacts]] = [:]

        package init() {}
    }

    /// The wall-clock time at which recording begins, 2026-11-21T14:05:03.250Z, in Unix nanoseconds.
    package static let wallClock: Int64 = 1_795_269_903_250_000_000
    package static let begin = RunningTime(nanoseconds: 1_000_000_000)

    package nonisolated let events: AsyncStream<GraphEvent>
    private nonisolated let eventContinuation: AsyncStream<GraphEvent>.Continuation
    /// The changes that the session requested, in order.
    package private(set) var changes: [GraphChange] = []
    package private(set) var directions: [Direction] = []
    package private(set) var isClosed = false
    /// True once the graph was asked to open its devices.
    package private(set) var wasOpened = false
    package var figures = GraphStatistics(now: nil, outputs: [])

    private var script: Script
    private var open: [FileRequest] = []
    /// The running time at which the newest segment begins.
    private var boundary = FakeGraph.begin
    /// The files of the newest segment.
    private var newest: [FileRequest] = []
    /// The running time at which each file begins, by the file's path.
    private var starts: [String: RunningTime] = [:]

    package init(_ script: Script = Script()) {
        self.script = script
        (events, eventContinuation) = AsyncStream.makeStream()
    }

    /// Sends an event to the session.
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

    /// Ends the files of a lost input's own output. A file that would begin after the loss has no frames.
    private func lose(_ input: InputName) {
        tell(.inputLost(input, at: script.loss))
        let output = OutputName(input.rawValue)
        finish((open + newest).filter { $0.output == output }, at: script.loss)
        newest.removeAll { $0.output == output }
    }

    /// Ends every file at `end`, as the real graph does once a scheduled stop is due. A segment that would begin later
    /// gets no frames and is not reported.
    package func stop(at end: RunningTime) {
        tell(.stopping(at: end))
        if boundary < end { open += newest }
        finish(open, at: end)
    }

    /// Ends a stuck file ten frames early (a third of a second) and reports those frames as dropped.
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

    /// Finishes files that hold all frames until `end`, at 30 frames per second. A file that would begin later has no
    /// frames.
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
