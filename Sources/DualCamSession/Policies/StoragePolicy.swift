import DualCamConfig
import DualCamPlan

/// Decides what is done as the disk fills, before it is full, and when older sessions are looked through.
struct StoragePolicy: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// Less than this is left: the lowest of `storage.warn-at` that was passed.
        case warn(below: Int64)
        case stop
        case deleteOldest
        case dropCombined
        case restoreCombined
        /// Delete what is beyond `storage.retain`.
        case retain
    }

    /// `when-full` is carried out when what is left lasts for less than this.
    static let reserve = Duration.seconds(10)
    /// The combined output comes back when what is left lasts for more than this.
    static let comeback = Duration.seconds(60)
    static let retentionPause = Duration.seconds(600)

    private let rules: Storage
    private let hasCombined: Bool
    /// Thresholds of which there was a warning and above which space has not returned.
    private var warned: Set<Int64> = []
    private var isDeleting = false
    private var nothingLeft = false
    /// Bytes per second when the combined output was dropped; `nil`: it was not.
    private var rateWithCombined: Double?
    private var nextRetention = Duration.zero
    private var toldOf: Set<String> = []

    /// - Parameter hasCombined: true when there is a combined output that could be dropped, and another one that would stay.
    init(_ rules: Storage, hasCombined: Bool) { (self.rules, self.hasCombined) = (rules, hasCombined) }

    private var keepFree: Int64 { rules.keepFree.bytes }

    /// Returns true for a path that could not be deleted and has not been told of yet.
    mutating func isNews(_ path: String) -> Bool { toldOf.insert(path).inserted }

    /// Returns the time for which recording can go on before `when-full` is due; `nil`: not known.
    func lasts(free: Int64, bytesPerSecond: Double) -> Duration? {
        guard bytesPerSecond > 0 else { return nil }
        return .seconds(min(Double(max(0, free -| keepFree)) / bytesPerSecond, 1e9))
    }

    /// - Parameters:
    ///   - free: bytes that are left; `nil`: not known.
    ///   - bytesPerSecond: the bytes a second that are written to the same disk; 0 when it is not known yet.
    ///   - clockIsKnown: false before the clocks have been read: retention waits for them.
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

    /// Returns whether an older session is to be deleted for a file that the disk does not take.
    mutating func makeRoomForFile() -> Bool {
        guard rules.whenFull == .deleteOldest, !isDeleting else { return false }
        isDeleting = true
        return true
    }

    /// The answer to `deleteOldest`: whether there was something to delete.
    mutating func deleted(_ something: Bool) {
        isDeleting = false
        nothingLeft = !something && !planted(.nothingLeftForgotten)
    }

    private func comeback(_ rate: Double) -> Int64 {
        keepFree +| max(keepFree / 10, Int64(saturating: rate * (Self.comeback / .seconds(1))))
    }

    /// One warning for the lowest threshold that was passed; those above it are past, too.
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

/// The bytes written per second, over the last half minute, or the last frames where all come slowly. The second with the most is left out: files begin with room for
/// their index, which is no rate.
struct WriteRate: Sendable {
    static let window = Duration.seconds(30)
    /// A shorter time tells nothing of the rate.
    static let shortest = Duration.seconds(3)
    private static let step = Duration.seconds(1)

    private let window: Duration
    private var last: [OutputName: Int64] = [:]
    private var total: Int64 = 0
    private var samples: [(at: Duration, total: Int64)] = []

    /// - Parameter fastest: the timeouts of the fastest picture. Frames are written in one piece each.
    init(_ fastest: FrameTimeouts = FrameTimeouts()) { window = fastest.limit(Self.window, frames: 10) }

    /// - Parameter outputs: those that write to the disk in question.
    mutating func observe(_ outputs: [GraphStatistics.Output], at now: Duration) {
        for output in outputs {
            total = total +| max(0, output.bytes -| (last[output.name] ?? output.bytes))
            last[output.name] = output.bytes
        }
        if let newest = samples.last, now - newest.at < max(Self.step, window / 100) { return }
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= window { samples.removeFirst() }
    }

    /// Bytes per second; 0 before a rate has been measured.
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

    /// Forgets what was measured, because something else is being written from now on.
    mutating func restart() { samples = [] }
}
