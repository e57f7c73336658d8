package import DualCamPlan

/// Converts between three kinds of time: the time since the beginning of the session, the pipeline's running time, and
/// the wall clock's time.
package struct Timeline: Sendable {
    /// The Unix time, in nanoseconds, at the beginning of the session.
    private var wallStart: Int64
    /// The session's time and the running time at the same moment, by which one is converted to the other; `nil` before
    /// the pipeline's clock runs.
    private var anchor: (session: Duration, running: RunningTime)?
    /// The running time and the Unix time in nanoseconds at the same moment, by which one is converted to the other.
    /// Set when recording begins.
    private var wallAnchor: (running: RunningTime, unix: Int64)?

    /// Creates the timeline of a session that begins at this Unix time, in nanoseconds.
    package init(wallStart: Int64) { self.wallStart = wallStart }

    /// Sets the relation between the wall clock's time and the session's time. Called again if the wall clock was set
    /// while the session stood by.
    ///
    /// - Parameters:
    ///   - wall: The wall clock's time, in Unix nanoseconds.
    ///   - session: The session's time at the same moment.
    package mutating func begin(wall: Int64, at session: Duration) {
        wallStart = (RunningTime(nanoseconds: wall) + (.zero - session)).nanoseconds
    }

    /// Sets which running time corresponds to a time since the session's beginning. A later call replaces an earlier
    /// one.
    package mutating func synchronise(running: RunningTime, at session: Duration) { anchor = (session, running) }

    /// Sets which wall-clock time, in Unix nanoseconds, corresponds to a running time. Later changes of the wall clock
    /// then do not affect the results of `wall(of:at:)`.
    package mutating func fix(wallClock: Int64, at running: RunningTime) { wallAnchor = (running, wallClock) }

    /// Converts a time since the session's beginning to a running time; `nil` before the pipeline's clock runs.
    package func running(at session: Duration) -> RunningTime? { anchor.map { $0.running + (session - $0.session) } }

    /// Converts a running time to the time since the session's beginning; 0 before the pipeline's clock runs.
    package func session(of running: RunningTime) -> Duration {
        anchor.map { $0.session + (running - $0.running) } ?? .zero
    }

    /// Converts a running time to the wall clock's time, in Unix nanoseconds. If the running time is `nil` or recording
    /// has not begun, converts the session's time instead.
    package func wall(of running: RunningTime?, at session: Duration) -> Int64 {
        guard let running, let wallAnchor else {
            return (RunningTime(nanoseconds: wallStart) + session).nanoseconds
        }
        return wallAnchor.unix +| running.nanoseconds -| wallAnchor.running.nanoseconds
    }
}
