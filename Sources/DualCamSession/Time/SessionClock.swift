/// Any clock, read as the time since this value was made.
struct SessionClock: Sendable {
    /// Time since the value was made.
    let elapsed: @Sendable () -> Duration
    /// Returns when `elapsed` has reached the given time; throws `CancellationError` when its task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
