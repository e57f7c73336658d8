internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// Collects the events of streaming threads and of the graph, in one order, with the counts that belong to them.
final class Reporter: Sendable {
    /// The origin and the kind of a loss.
    private enum Loser: Hashable, Sendable {
        case dropping(BranchID, OutputName?)
        case repeating(BranchID)
        case lacking(InputName)
    }

    private struct Counts: Sendable {
        var dropped: [OutputName: Int] = [:]
        var sums = LossCounter<Loser>()
    }

    private let continuation: AsyncStream<GraphEvent>.Continuation
    private let counts = Mutex(Counts())

    init(_ continuation: AsyncStream<GraphEvent>.Continuation) { self.continuation = continuation }

    func yield(_ event: GraphEvent) { continuation.yield(event) }

    func close() {
        tellRest()
        continuation.yield(.closed)
        continuation.finish()
    }

    /// Counts anew, for another take.
    func renew() {
        tellRest()
        counts.withLock { $0 = Counts() }
    }

    func dropped(by output: OutputName) -> Int { counts.withLock { $0.dropped[output, default: 0] } }

    /// Frames that were lost in a branch until now.
    func lost(_ count: Int, in branch: BranchPlan, _ pipeline: MediaPipeline) {
        if let output = branch.output { counts.withLock { $0.dropped[output, default: 0] += count } }
        add(count, to: .dropping(branch.name, branch.output), at: Int64(clamping: pipeline.runningTime ?? 0))
    }

    /// Combined frames until the running time `time` (in nanoseconds) that showed a branch's picture once more.
    func repeated(_ count: Int, in branch: BranchID, at time: Int64) { add(count, to: .repeating(branch), at: time) }

    /// A frame that a camera's clip does not hold and that would have been due at `time` (nanoseconds of running time).
    func absentFromClip(_ input: InputName, at time: Int64) { add(1, to: .lacking(input), at: time) }

    /// Tells the sums of which nothing new has come for a second. `now`: nanoseconds of running time.
    func tellDue(at now: Int64) { tell { $0.due(at: now) } }

    /// Tells every sum.
    func tellRest() { tell { $0.rest() } }

    private func add(_ count: Int, to loser: Loser, at time: Int64) {
        tell { sums in sums.add(count, to: loser, at: time).map { [$0] } ?? [] }
    }

    /// Tells sums under the lock, so that a branch's sums stay in their order.
    private func tell(_ sums: (inout LossCounter<Loser>) -> [LossCounter<Loser>.Sum]) {
        counts.withLock { counts in
            for sum in sums(&counts.sums) { continuation.yield(Self.event(sum)) }
        }
    }

    private static func event(_ sum: LossCounter<Loser>.Sum) -> GraphEvent {
        let time = RunningTime(nanoseconds: sum.time)
        return switch sum.loser {
        case .dropping(let branch, let output):
            .dropped(branch: branch, output: output, count: sum.count, at: time)
        case .repeating(let branch): .repeated(branch: branch, count: sum.count, at: time)
        case .lacking(let input): .absentFromClip(input, count: sum.count, at: time)
        }
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
