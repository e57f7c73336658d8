import DualCamPlan

/// Converts between three clocks: the session's own time since its beginning, the pipeline's running time, and the wall
/// clock.
struct Timeline: Sendable {
    /// Unix nanoseconds when the session began.
    private var wallStart: Int64
    /// A moment known in the session's time and in running time.
    private var anchor: (session: Duration, running: RunningTime)?
    /// A moment known in running time and in Unix nanoseconds, fixed when recording began.
    private var wallAnchor: (running: RunningTime, unix: Int64)?

    init(wallStart: Int64) { self.wallStart = wallStart }

    /// Sets the wall clock's time at `session` to `wall` (Unix nanoseconds), because the clock may have been set while
    /// the session stood by.
    mutating func begin(wall: Int64, at session: Duration) {
        wallStart = (RunningTime(nanoseconds: wall) + (.zero - session)).nanoseconds
    }

    mutating func synchronise(running: RunningTime, at session: Duration) { anchor = (session, running) }

    mutating func fix(wallClock: Int64, at running: RunningTime) { wallAnchor = (running, wallClock) }

    /// Returns the running time; `nil` before the pipeline's clock runs.
    func running(at session: Duration) -> RunningTime? { anchor.map { $0.running + (session - $0.session) } }

    /// Returns the session's time at which `running` is reached.
    func session(of running: RunningTime) -> Duration {
        anchor.map { $0.session + (running - $0.running) } ?? .zero
    }

    /// Returns the wall clock's time in Unix nanoseconds. Without a running time, it counts from the session's
    /// beginning.
    func wall(of running: RunningTime?, at session: Duration) -> Int64 {
        guard let running, let wallAnchor else {
            return (RunningTime(nanoseconds: wallStart) + session).nanoseconds
        }
        return wallAnchor.unix +| running.nanoseconds -| wallAnchor.running.nanoseconds
    }
}
