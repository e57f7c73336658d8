import DualCamPlan
import DualCamRecordings

/// The way in which a worker (the process that records) ended.
package enum WorkerEnding: Sendable, Equatable {
    /// The worker exited by itself, with this exit code.
    case exit(Int32)
    case signal(Int32)
    /// The supervisor killed the worker, because it was silent or wrote nothing.
    case hung
    /// The worker used too much memory. It handed over to the next worker or was killed.
    case memory
}

/// Decides whether another worker continues a recording, and when. The first replacement starts immediately. Workers
/// that end within ten seconds of their start are replaced after 0.5, 2, 5, 5 ... seconds. A session that has recorded
/// something is never abandoned. A session that has recorded nothing is abandoned after three crashes.
package struct RestartPolicy: Sendable {
    /// The possible actions after a worker has ended.
    package enum Action: Sendable, Equatable {
        case restart(after: Duration)
        /// The recording is over; the supervisor exits with the worker's exit code.
        case end(Int32)
        /// The recording is abandoned, because every worker crashed before anything was recorded.
        case giveUp
    }

    /// The number of worker crashes after which a recording is abandoned if nothing has been recorded.
    package static let attempts = 3
    private static let shortLife = Duration.seconds(10)
    private static let delays: [Duration] = [.zero, .milliseconds(500), .seconds(2), .seconds(5)]
    /// The exit codes after which another attempt may succeed: a missing device, an internal fault, or a folder or disk
    /// that cannot be written.
    private static let passing: Set<Int32> = [69, 70, 73, 74]

    private var sessionHasRecorded = false
    private var crashes = 0
    /// The number of replacements since a worker last ran for at least ten seconds, including the replacement of that
    /// worker. The delay before the next replacement depends on it.
    private var series = 0
    /// The number of replacement workers that were started or are due to start.
    package private(set) var restarts = 0

    package init() {}

    /// Decides what happens after a worker has ended.
    ///
    /// - Parameters:
    ///   - lived: The time from the worker's start to its end.
    ///   - hasRecorded: True if this worker had begun to record.
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

    /// Returns true if another worker should replace a worker that exited with this code.
    ///
    /// A worker that recorded before it exited is replaced only after an internal fault (70). A worker that could not
    /// continue a recording is replaced if another attempt may succeed. An exit code that dualcam does not define
    /// counts as a crash, because a library must have ended the process. Xlib does so when its server is gone
    /// (`XSetIOErrorHandler`).
    private func isFollowed(_ code: Int32, _ hasRecorded: Bool) -> Bool {
        if ExitCode(rawValue: code) == nil { return true }
        if hasRecorded { return code == 70 && !planted(.faultIsLastWord) }
        return sessionHasRecorded && Self.passing.contains(code)
    }
}
