import DualCamConfig
import DualCamPlan

/// Decides what happens as the disk fills, before it is full, and when old sessions are checked for deletion.
///
/// If a write fails because the disk is full all the same, the graph's `WriteRefusal` says so, `SessionMachine+Failing`
/// decides, and `OutputWatch` tries again or continues in the fallback folder.
struct StoragePolicy: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// Warns that less than this is left: the lowest value of `storage.warn-at` that was passed.
        case warn(below: Int64)
        case stop
        case deleteOldest
        case dropCombined
        case restoreCombined
        /// Deletes the sessions that `storage.retain` does not keep.
        case retain
    }

    /// The remaining time below which `storage.when-full` applies.
    static let reserve = Duration.seconds(10)
    /// The remaining time above which the combined output returns.
    static let comeback = Duration.seconds(60)
    static let retentionPause = Duration.seconds(600)

    private let rules: Storage
    private let hasCombined: Bool
    /// The thresholds that caused a warning and above which the free space has not returned.
    private var warned: Set<Int64> = []
    private var isDeleting = false
    private var nothingLeft = false
    /// The bytes per second when the combined output was dropped; `nil` if it was not.
    private var rateWithCombined: Double?
    private var nextRetention = Duration.zero
    private var toldOf: Set<String> = []

    /// - Parameter hasCombined: True when a combined output can be dropped and another output remains.
    init(_ rules: Storage, hasCombined: Bool) { (self.rules, self.hasCombined) = (rules, hasCombined) }

    private var keepFree: Int64 { rules.keepFree.bytes }

    /// Returns true the first time for a path that could not be deleted.
    mutating func isNews(_ path: String) -> Bool { toldOf.insert(path).inserted }

    /// Returns the time for which recording can continue before `storage.when-full` applies; `nil` if unknown.
    func lasts(free: Int64, bytesPerSecond: Double) -> Duration? {
        guard bytesPerSecond > 0 else { return nil }
        return .seconds(min(Double(max(0, free -| keepFree)) / bytesPerSecond, 1e9))
    }

    /// - Parameters:
    ///   - free: The free bytes; `nil` if unknown.
    ///   - bytesPerSecond: The bytes a second that are written to the same disk; 0 while unknown.
    ///   - clockIsKnown: False before the clocks have been read. Retention waits for them.
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

    /// Returns true if an older session is to be deleted for a file that the disk does not accept.
    mutating func makeRoomForFile() -> Bool {
        guard rules.whenFull == .deleteOldest, !isDeleting else { return false }
        isDeleting = true
        return true
    }

    /// Handles the result of `deleteOldest`. `something`: true when a session was deleted.
    mutating func deleted(_ something: Bool) {
        isDeleting = false
        nothingLeft = !something && !planted(.nothingLeftForgotten)
    }

    private func comeback(_ rate: Double) -> Int64 {
        keepFree +| max(keepFree / 10, Int64(saturating: rate * (Self.comeback / .seconds(1))))
    }

    /// Returns one warning for the lowest threshold that was passed. The thresholds above it are passed, too.
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

/// The bytes written per second, over the last half minute, or over the last frames if all outputs are slow. The second
/// with the most bytes does not count, because new files begin with room for their index.
struct WriteRate: Sendable {
    static let window = Duration.seconds(30)
    /// The shortest time over which a rate is meaningful.
    static let shortest = Duration.seconds(3)
    private static let step = Duration.seconds(1)

    private let window: Duration
    private var last: [OutputName: Int64] = [:]
    private var total: Int64 = 0
    private var samples: [(at: Duration, total: Int64)] = []

    /// - Parameter fastest: The timeouts of the fastest picture. Each frame is written in one piece.
    init(_ fastest: FrameTimeouts = FrameTimeouts()) { window = fastest.limit(Self.window, frames: 10) }

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

    /// The bytes per second; 0 before a rate has been measured.
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

    /// Forgets the measurements, because different data is written from now on.
    mutating func restart() { samples = [] }
}
