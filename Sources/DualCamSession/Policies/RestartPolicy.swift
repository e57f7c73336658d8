import DualCamPlan

/// The way in which a worker, the process that records, ended.
package enum WorkerEnding: Sendable, Equatable {
    /// The worker exited by itself, with this exit code.
    case exit(Int32)
    case signal(Int32)
    /// The worker was killed because nothing came from it any more.
    case hung
    /// The worker used too much memory: it handed over, or was killed.
    case memory
}

/// Decides whether another worker continues a recording, and when.
///
/// The first replacement starts at once. Workers that end within ten seconds of their start are replaced after 0.5, 2,
/// 5, 5 ... seconds. A session that has recorded is never given up; one that has not, after three attempts.
package struct RestartPolicy: Sendable {
    /// The decision after the end of a worker.
    package enum Action: Sendable, Equatable {
        case restart(after: Duration)
        /// The recording is over, and its exit code is that of the worker.
        case end(Int32)
        /// Every attempt crashed before anything was recorded.
        case giveUp
    }

    /// The number of workers that may crash before the first frame.
    package static let attempts = 3
    private static let shortLife = Duration.seconds(10)
    private static let delays: [Duration] = [.zero, .milliseconds(500), .seconds(2), .seconds(5)]
    /// The exit codes that may differ at the next attempt: a missing device, a fault, a folder or a disk that refuses.
    private static let passing: Set<Int32> = [69, 70, 73, 74]

    private var sessionHasRecorded = false
    private var crashes = 0
    /// The consecutive replacements of workers that ended soon after their start.
    private var series = 0
    /// The number of workers that replaced, or will replace, another.
    package private(set) var restarts = 0

    package init() {}

    /// - Parameters:
    ///   - lived: The time from the worker's start to its end.
    ///   - hasRecorded: True when this worker had begun to record.
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

    /// Returns true if another worker replaces one that exited with this code.
    ///
    /// A worker that recorded and exited is not replaced, except after a fault of its own. A worker that could not
    /// continue a recording is. An exit code that is not one of dualcam's counts as a crash. It means that a library
    /// ended the process, as Xlib does when its server is gone (`XSetIOErrorHandler`).
    private func isFollowed(_ code: Int32, _ hasRecorded: Bool) -> Bool {
        if ExitCode(rawValue: code) == nil { return true }
        if hasRecorded { return code == 70 && !planted(.faultIsLastWord) }
        return sessionHasRecorded && Self.passing.contains(code)
    }
}
