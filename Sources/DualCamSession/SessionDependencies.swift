import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// The functions and values that a session needs in addition to the graph. Tests replace them.
package struct SessionDependencies: Sendable {
    /// The clock for the session's timers. Like the pipeline's clock, it does not run while the machine sleeps
    /// (`CLOCK_MONOTONIC`), so it can measure running time.
    package var clock: any Clock<Duration> = SuspendingClock()
    /// Returns the current Unix time in nanoseconds.
    package var wallClock: @Sendable () -> Int64 = { WallTime.unixNow() }
    /// Returns the time that the machine has been awake since boot, in nanoseconds (`CLOCK_MONOTONIC`).
    package var uptime: @Sendable () -> Int64 = { ClockReading.uptimeNow() }
    /// Returns the nanoseconds since the machine's boot, awake or asleep (`CLOCK_BOOTTIME`).
    package var boottime: @Sendable () -> Int64 = { ClockReading.boottimeNow() }
    /// Returns the processor time that this process has used, in nanoseconds; `nil` if unknown. Also `nil` if the other
    /// clocks are scaled, because processor time cannot then be compared with them.
    package var processorTime: @Sendable () -> Int64? = { nil }
    /// Returns whether the kernel reports the wall clock as synchronised, and the id of the machine's boot; `nil` if
    /// unknown.
    package var clockFacts: @Sendable () -> (isSynchronised: Bool?, boot: String?)? = { nil }
    /// Returns the SHA-256 of a file in hexadecimal digits. Called outside the cooperative pool; may block.
    package var digest: @Sendable (HeldFile) throws -> String
    /// Returns the free bytes on the disk of a path; `nil` if unknown. Called outside the cooperative pool; may block.
    package var freeBytes: @Sendable (String) -> Int64? = { Disk.freeBytes(nearest: $0) }
    /// Measures the properties of a folder's disk. Called outside the cooperative pool; may block.
    package var storage: @Sendable (String) -> StorageFacts = { StorageProbe.facts($0) }
    /// Returns the file size limit in a folder. Called outside the cooperative pool; may block.
    package var limits: @Sendable (String) -> FolderFacts = { StorageProbe.limits($0) }
    /// Returns the reason why no take could begin now; `nil` if none is known. `isThorough`: true if the check may take
    /// a moment. Called outside the cooperative pool; may block.
    package var obstacle: @Sendable (SessionSettings, _ isThorough: Bool) -> SessionFailure? = { _, _ in nil }
    /// The store of older sessions, which can delete them; `nil` if no session may be deleted. Called outside the
    /// cooperative pool.
    package var store: (any SessionStore)?
    /// Reads the machine's sensors and counters. Called once a second, outside the cooperative pool; may block.
    package var machine: @Sendable () -> MachineReading = { MachineReading() }
    /// Stores the settings that commands have changed. Called each time that a command changes them.
    package var remember: @Sendable (Directed) -> Void = { _ in }

    package init(digest: @escaping @Sendable (HeldFile) throws -> String) { self.digest = digest }

    /// The current reading of all clocks.
    var clocks: ClockReading {
        let facts = clockFacts()
        return ClockReading(
            wall: wallClock(), uptime: uptime(), boottime: boottime(), processor: processorTime(),
            isSynchronised: facts?.isSynchronised, boot: facts?.boot)
    }
}

/// A clock that measures the time since this value was created, and that can wait until a given time.
struct SessionClock: Sendable {
    /// Returns the time since this value was created.
    let elapsed: @Sendable () -> Duration
    /// Waits until `elapsed` has reached the given time. Throws `CancellationError` if the waiting task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
