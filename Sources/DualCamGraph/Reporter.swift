internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Where streaming threads and the graph leave their events, in one order, with the counts that belong to them.
final class Reporter: Sendable {
    private let continuation: AsyncStream<GraphEvent>.Continuation
    private let dropped = Mutex<[OutputName: Int]>([:])

    init(_ continuation: AsyncStream<GraphEvent>.Continuation) { self.continuation = continuation }

    func yield(_ event: GraphEvent) { continuation.yield(event) }

    func close() {
        continuation.yield(.closed)
        continuation.finish()
    }

    func dropped(by output: OutputName) -> Int { dropped.withLock { $0[output, default: 0] } }

    func lost(_ count: Int, in branch: BranchPlan, _ pipeline: MediaPipeline) {
        if let output = branch.output { dropped.withLock { $0[output, default: 0] += count } }
        let now = RunningTime(nanoseconds: Int64(pipeline.runningTime ?? 0))
        continuation.yield(.dropped(branch: branch.name, output: branch.output, count: count, at: now))
    }

    func recordingBegan(at start: Int64, _ pipeline: MediaPipeline) {
        let since = Int64(pipeline.runningTime ?? 0) - start
        continuation.yield(
            .recording(
                at: RunningTime(nanoseconds: start), wallClock: wallClockNanoseconds() - since,
                clock: pipeline.clockName))
    }
}

/// Unix time in nanoseconds (`clock_gettime(CLOCK_REALTIME)`).
func wallClockNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
