import DualCamConfig
import DualCamPlan

/// Decides what happens as the disk fills up, and when old sessions are considered for deletion.
///
/// If a write nevertheless fails because the disk is full, the graph's `WriteRefusal` reports it.
/// `SessionMachine+Failing` then decides, and `OutputWatch` tries again or continues in the fallback folder.
struct StoragePolicy: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// Warns that less than this number of bytes of disk space remains. The number is the lowest threshold in
        /// `storage.warn-at` that the free space has fallen below.
        case warn(below: Int64)
        case stop
        case deleteOldest
        case dropCombined
        case restoreCombined
        /// Deletes the sessions that `storage.retain` does not keep.
        case retain
    }

    /// The remaining recording time below which the rule `storage.when-full` applies.
    static let reserve = Duration.seconds(10)
    /// The remaining recording time above which a combined output that was dropped for lack of space is restored.
    static let comeback = Duration.seconds(60)
    static let retentionPause = Duration.seconds(600)

    private let rules: Storage
    private let hasCombined: Bool
    /// The thresholds, in bytes, for which a warning was given and below which the free space has stayed since.
    private var warned: Set<Int64> = []
    private var isDeleting = false
    private var nothingLeft = false
    /// The bytes written per second when the combined output was dropped for lack of space; `nil` if it was not
    /// dropped.
    private var rateWithCombined: Double?
    private var nextRetention = Duration.zero
    private var toldOf: Set<String> = []

    /// Creates the policy from the rules in the pipeline file.
    ///
    /// - Parameter hasCombined: True if a combined output is recorded and another output would remain without it.
    init(_ rules: Storage, hasCombined: Bool) { (self.rules, self.hasCombined) = (rules, hasCombined) }

    private var keepFree: Int64 { rules.keepFree.bytes }

    /// Returns true if this path is passed for the first time, so that each path that cannot be deleted is reported
    /// only once.
    mutating func isNews(_ path: String) -> Bool { toldOf.insert(path).inserted }

    /// Returns how long recording can continue before `storage.when-full` applies; `nil` if the write rate is unknown.
    func lasts(free: Int64, bytesPerSecond: Double) -> Duration? {
        guard bytesPerSecond > 0 else { return nil }
        return .seconds(min(Double(max(0, free -| keepFree)) / bytesPerSecond, 1e9))
    }

    /// Decides what to do about the free disk space. Called for each reading of it, once a second.
    ///
    /// - Parameters:
    ///   - free: The free bytes; `nil` if unknown.
    ///   - bytesPerSecond: The bytes a second that are written to the same disk; 0 if unknown.
    ///   - clockIsKnown: False before the clocks have been read. Retention waits until they have been.
    mutating func observe(
        free: Int64?, bytesPerSecond: Double, clockIsKnown: Bool = true, at now: Duration
    ) -> [Action] {
        var actions: [Action] = []
        if rules.retain != .off, clockIsKnown, now >= nextRetention {
            nextRetention = now + Self.retentionPause
            actions.append(.retain)
        }
        guard let free else { return actions }
        actions += warnings(free)
        let reserve = Int64(saturating: bytesPerSecond * (Self.reserve / .seconds(1)))
        if free < keepFree || free -| keepFree < reserve || planted(.roomOfOthers) {
            actions += makeRoom(bytesPerSecond)
        } else if let rate = rateWithCombined, free > comeback(rate) {
            rateWithCombined = nil
            actions.append(.restoreCombined)
        } else {
            nothingLeft = false
        }
        return actions
    }

    /// Returns true if the oldest session should be deleted because the disk accepts no further file. Always false if
    /// `storage.when-full` is not `delete-oldest`, or while a deletion is running.
    mutating func makeRoomForFile() -> Bool {
        guard rules.whenFull == .deleteOldest, !isDeleting else { return false }
        isDeleting = true
        return true
    }

    /// Records that the deletion requested by `deleteOldest` has ended.
    ///
    /// - Parameter something: True if a session was deleted.
    mutating func deleted(_ something: Bool) {
        isDeleting = false
        nothingLeft = !something && !planted(.nothingLeftForgotten)
    }

    private func comeback(_ rate: Double) -> Int64 {
        keepFree +| max(keepFree / 10, Int64(saturating: rate * (Self.comeback / .seconds(1))))
    }

    /// Returns one warning, for the lowest threshold that the free space has fallen below. The higher thresholds then
    /// count as reported as well.
    private mutating func warnings(_ free: Int64) -> [Action] {
        warned = warned.filter { free < $0 +| (planted(.warnedAgain) ? 0 : $0 / 10) }
        let warnAt = rules.warnAt.map(\.bytes).sorted(by: >)
        guard let passed = warnAt.last(where: { free < $0 }), !warned.contains(passed) else { return [] }
        warned.formUnion(warnAt.filter { $0 >= passed })
        return [.warn(below: passed)]
    }

    private mutating func makeRoom(_ bytesPerSecond: Double) -> [Action] {
        switch rules.whenFull {
        case .stop: return planted(.fullUnseen) ? [] : [.stop]
        case .deleteOldest:
            if isDeleting { return [] }
            if nothingLeft { return [.stop] }
            isDeleting = true
            return [.deleteOldest]
        case .dropCombined:
            guard hasCombined, rateWithCombined == nil else { return [.stop] }
            rateWithCombined = bytesPerSecond
            return [.dropCombined]
        }
    }
}

/// Measures the bytes written per second, over the last half minute, or over the last frames if all outputs are slow.
/// The second in which most bytes were written is ignored, because new files begin with space reserved for their index.
struct WriteRate: Sendable {
    static let window = Duration.seconds(30)
    /// The shortest time over which a write rate is meaningful.
    static let shortest = Duration.seconds(3)
    private static let step = Duration.seconds(1)

    private let window: Duration
    private var last: [OutputName: Int64] = [:]
    private var total: Int64 = 0
    private var samples: [(at: Duration, total: Int64)] = []

    /// Creates a measurement of the write rate.
    ///
    /// - Parameter fastest: The timeouts of the fastest output. They lengthen the measured window for slow frame rates,
    ///   because each frame is written in one piece.
    init(_ fastest: FrameTimeouts = FrameTimeouts()) { window = fastest.limit(Self.window, frames: 10) }

    /// Adds the numbers of bytes that the outputs have written so far.
    ///
    /// - Parameter outputs: The outputs that write to the disk.
    mutating func observe(_ outputs: [GraphStatistics.Output], at now: Duration) {
        for output in outputs {
            total = total +| max(0, output.bytes -| (last[output.name] ?? output.bytes))
            last[output.name] = output.bytes
        }
        if let newest = samples.last, now - newest.at < max(Self.step, window / 100) { return }
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= window { samples.removeFirst() }
    }

    /// The bytes written per second; 0 before a rate has been measured.
    var bytesPerSecond: Double {
        guard let first = samples.first, let newest = samples.last,
            newest.at - first.at >= (planted(.rateOfMoment) ? .zero : Self.shortest)
        else {
            return 0
        }
        let steps = zip(samples, samples.dropFirst()).map { (bytes: $1.total - $0.total, time: $1.at - $0.at) }
        guard let most = steps.max(by: { $0.bytes < $1.bytes }) else { return 0 }
        if planted(.indexIsRate) { return Double(newest.total - first.total) / ((newest.at - first.at) / .seconds(1)) }
        let time = (newest.at - first.at - most.time) / .seconds(1)
        return time > 0 ? Double(newest.total - first.total - most.bytes) / time : 0
    }

    /// Forgets the measured write rate, because different data is written from now on.
    mutating func restart() { samples = [] }
}
