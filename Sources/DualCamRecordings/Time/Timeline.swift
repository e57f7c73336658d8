package import DualCamPlan

/// Converts between three kinds of time: the time since the beginning of the session, the pipeline's running time, and
/// the wall clock's time.
package struct Timeline: Sendable {
    /// The Unix time, in nanoseconds, at which the session began.
    private var wallStart: Int64
    /// A moment of which both the session's time and the running time are known; `nil` before the pipeline's clock
    /// runs.
    private var anchor: (session: Duration, running: RunningTime)?
    /// A moment of which both the running time and the Unix time in nanoseconds are known, set when recording begins.
    private var wallAnchor: (running: RunningTime, unix: Int64)?

    /// Creates the timeline of a session that begins at this Unix time, in nanoseconds.
    package init(wallStart: Int64) { self.wallStart = wallStart }

    /// Sets the wall clock's time (`wall`, in Unix nanoseconds) at the session's time `session`. Needed again if the
    /// wall clock was set while the session stood by.
    package mutating func begin(wall: Int64, at session: Duration) {
        wallStart = (RunningTime(nanoseconds: wall) + (.zero - session)).nanoseconds
    }

    /// Sets the running time at a time of the session. A later call replaces an earlier one.
    package mutating func synchronise(running: RunningTime, at session: Duration) { anchor = (session, running) }

    /// Sets the wall clock's time, in Unix nanoseconds, at a running time. From then on, later changes of the wall
    /// clock do not affect the results.
    package mutating func fix(wallClock: Int64, at running: RunningTime) { wallAnchor = (running, wallClock) }

    /// Returns the running time at a time of the session; `nil` before the pipeline's clock runs.
    package func running(at session: Duration) -> RunningTime? { anchor.map { $0.running + (session - $0.session) } }

    /// Returns the session's time at which a running time is reached; 0 before the pipeline's clock runs.
    package func session(of running: RunningTime) -> Duration {
        anchor.map { $0.session + (running - $0.running) } ?? .zero
    }

    /// Returns the wall clock's time, in Unix nanoseconds, at a running time. If the running time is `nil`, the
    /// session's time is converted instead.
    package func wall(of running: RunningTime?, at session: Duration) -> Int64 {
        guard let running, let wallAnchor else {
            return (RunningTime(nanoseconds: wallStart) + session).nanoseconds
        }
        return wallAnchor.unix +| running.nanoseconds -| wallAnchor.running.nanoseconds
    }
}
