import DualCamPlan

/// The end of a worker, the process that records.
package enum WorkerEnding: Sendable, Equatable {
    /// The worker exited by itself, with this exit code.
    case exit(Int32)
    case signal(Int32)
    /// Nothing came from it any more, and it was killed.
    case hung
    /// The worker held too much memory: it handed over, or was killed for it.
    case memory
}

/// Decides whether another worker goes on with a recording, and when.
///
/// The first replacement comes at once; workers that end within ten seconds of their start are followed after 0.5,
/// 2, 5, 5 ... seconds. What has recorded once is never given up; what never has, after three attempts.
package struct RestartPolicy: Sendable {
    package enum Action: Sendable, Equatable {
        case restart(after: Duration)
        /// The recording is over: the worker's own exit code is that of the whole.
        case end(Int32)
        /// Every attempt crashed before anything was recorded.
        case giveUp
    }

    /// Workers that may crash before the first frame.
    package static let attempts = 3
    private static let shortLife = Duration.seconds(10)
    private static let delays: [Duration] = [.zero, .milliseconds(500), .seconds(2), .seconds(5)]
    /// A device that is not there, a fault, a folder or a disk that refuses: by the next attempt it may be otherwise.
    private static let passing: Set<Int32> = [69, 70, 73, 74]

    private var sessionHasRecorded = false
    private var crashes = 0
    /// Replacements in a row of workers that lived shortly.
    private var series = 0
    /// Workers that followed, or are to follow, another.
    package private(set) var restarts = 0

    package init() {}

    /// - Parameters:
    ///   - lived: the time from the worker's start to its end.
    ///   - hasRecorded: true when this worker had begun to record.
    package mutating func observe(_ ending: WorkerEnding, lived: Duration, hasRecorded: Bool) -> Action {
        if case .exit(let code) = ending, !isFollowed(code, hasRecorded) { return .end(code) }
        sessionHasRecorded = sessionHasRecorded || hasRecorded
        if !sessionHasRecorded, ending != .memory {
            crashes += 1
            if crashes >= Self.attempts, !planted(.neverGivesUp) { return .giveUp }
        }
        if lived >= Self.shortLife { series = 0 }
        defer { (series, restarts) = (series + 1, restarts + 1) }
        return .restart(after: planted(.restartAtOnce) ? .zero : Self.delays[min(series, Self.delays.count - 1)])
    }

    /// A worker that recorded and ended in good order has said the last word unless it was a fault of its own; one
    /// that was to go on with a recording and could not is followed by another. A code that is none of dualcam's means that a library ended
    /// the process, as Xlib does when its server is gone (`XSetIOErrorHandler`): a crash.
    private func isFollowed(_ code: Int32, _ hasRecorded: Bool) -> Bool {
        if ExitCode(rawValue: code) == nil { return true }
        if hasRecorded { return code == 70 && !planted(.faultIsLastWord) }
        return sessionHasRecorded && Self.passing.contains(code)
    }
}
