internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Encoders side by side at a camera's pace, each in a thread of its own whose processor time is taken.
struct PacedRun {
    private struct Feed: Hashable {
        var source: CalibrationTrial.Source
        var size: FrameSize
    }

    private static let branch = BranchName("calibration")
    private let pipeline: MediaPipeline
    private let meters: [(name: String, meter: ThreadMeter)]

    init(_ trials: [CalibrationTrial], _ shelf: PictureShelf) throws(GraphFailure) {
        do { pipeline = try MediaPipeline(name: "calibration") } catch { throw GraphFailure(error, branch: nil) }
        var builder = GraphBuilder(pipeline: pipeline)
        var tees: [Feed: String] = [:]
        var meters: [(name: String, meter: ThreadMeter)] = []
        for (index, trial) in trials.enumerated() {
            guard let source = trial.sources.first else { continue }
            let feed = Feed(source: source, size: trial.size)
            let tee: String
            if let known = tees[feed] {
                tee = known
            } else {
                tee = try Self.makeTee(source, trial, index, shelf, &builder)
            }
            tees[feed] = tee
            meters.append((trial.name, try Self.makeEncoder(trial, index, behind: tee, &builder)))
        }
        self.meters = meters
    }

    /// CPU seconds per frame by the trial's name, of those from which enough came. Blocks.
    func run() throws(GraphFailure) -> [String: Double] {
        defer { _ = try? pipeline.setState(.null) }
        do { try pipeline.setState(.playing) } catch { throw GraphFailure(error, branch: nil) }
        let limit = DispatchTime.now() + .seconds(4)
        var costs: [String: Double] = [:]
        for (name, meter) in meters { costs[name] = meter.reading(until: limit) }
        guard !costs.isEmpty else { throw GraphFailure(.timeout, message: "too few frames came in time") }
        return costs
    }

    /// - Returns: the name of the tee behind the source.
    private static func makeTee(
        _ source: CalibrationTrial.Source, _ trial: CalibrationTrial, _ index: Int, _ shelf: PictureShelf,
        _ builder: inout GraphBuilder
    ) throws(GraphFailure) -> String {
        let last = try TrialRun.makeSource(source, trial, index, shelf, &builder)
        let tee = ElementPlan("tee", name: "split\(index)", branch: branch)
        try builder.make(tee)
        try builder.link(LinkPlan(PadReference(last), PadReference(tee.name)))
        return tee.name
    }

    /// A queue as before an encoder that records, the trial's elements, and a sink that throws everything away.
    private static func makeEncoder(
        _ trial: CalibrationTrial, _ index: Int, behind tee: String, _ builder: inout GraphBuilder
    ) throws(GraphFailure) -> ThreadMeter {
        let queue = ElementPlan(
            "queue", name: "queue\(index)", branch: branch,
            [
                Property("max-size-buffers", .uint(30)), Property("max-size-bytes", .uint(0)),
                Property("max-size-time", .uint(0)),
            ])
        let own = trial.elements.map { element in
            var element = element
            element.name += "\(index)"
            return element
        }
        let sink = ElementPlan(
            "fakesink", name: "sink\(index)", branch: branch,
            [Property("async", .bool(false)), Property("sync", .bool(false))])
        let row = [queue] + own + [sink]
        for element in row { try builder.make(element) }
        for (from, to) in zip(row, row.dropFirst()) {
            try builder.link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
        try builder.link(LinkPlan(PadReference(tee, "src_%u"), PadReference(queue.name)))
        let meter = ThreadMeter()
        try builder.pad(row[1].name, "sink").addProbe(.buffers) { [meter] _ in
            meter.count()
            return .pass
        }
        return meter
    }
}

/// Takes the CPU time of the thread that brings an encoder its frames, between the first that is warm and the last.
private final class ThreadMeter: Sendable {
    private struct State {
        var count = 0
        var begin = 0.0
        var reading: Double?
    }

    /// Lookahead is filled, and the encoder has found its bitrate.
    private static let warmUp = 13
    private static let frames = 30
    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    func count() {
        let time = TrialMeter.clock(CLOCK_THREAD_CPUTIME_ID)
        state.withLock { state in
            state.count += 1
            if state.count == Self.warmUp { state.begin = time }
            guard state.count == Self.warmUp + Self.frames else { return }
            state.reading = (time - state.begin) / Double(Self.frames)
            done.signal()
        }
    }

    /// CPU seconds per frame; `nil` when too few came.
    func reading(until limit: DispatchTime) -> Double? {
        _ = done.wait(timeout: limit)
        return state.withLock { $0.reading }
    }
}
