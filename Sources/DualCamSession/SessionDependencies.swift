import DualCamConfig
package import DualCamPlan

/// The dependencies of a session besides the graph; tests inject their own.
package struct SessionDependencies: Sendable {
    /// As the pipeline's clock it stands still while the machine sleeps (`CLOCK_MONOTONIC`): what is due by running time is due by it.
    package var clock: any Clock<Duration> = SuspendingClock()
    /// Unix time now in nanoseconds.
    package var wallClock: @Sendable () -> Int64 = { WallTime.unixNow() }
    /// Nanoseconds for which the machine has been awake (`CLOCK_MONOTONIC`).
    package var uptime: @Sendable () -> Int64 = { ClockReading.uptimeNow() }
    /// Nanoseconds for which the machine has been awake or asleep (`CLOCK_BOOTTIME`).
    package var boottime: @Sendable () -> Int64 = { ClockReading.boottimeNow() }
    /// Nanoseconds of processor time that this process has used; `nil`: not known, or not by the rate of these clocks.
    package var processorTime: @Sendable () -> Int64? = { nil }
    /// Asks the kernel whether the wall clock is synchronised, and for the boot's id; `nil`: not known.
    package var clockFacts: @Sendable () -> (isSynchronised: Bool?, boot: String?)? = { nil }
    /// SHA-256 of a file, in hexadecimal digits. Called off the cooperative pool; may block.
    package var digest: @Sendable (HeldFile) throws -> String
    /// Free bytes on the disk of a path; `nil`: not known. Called off the cooperative pool; may block.
    package var freeBytes: @Sendable (String) -> Int64? = { Disk.freeBytes(nearest: $0) }
    /// Measures the properties of a folder's disk. Called off the cooperative pool; may block.
    package var storage: @Sendable (String) -> StorageFacts = { StorageProbe.facts($0) }
    /// Looks up how large a file may become in a folder. Called off the cooperative pool; may block.
    package var limits: @Sendable (String) -> FolderFacts = { StorageProbe.limits($0) }
    /// Returns the reason why no take could begin now; `nil`: none is known. `isThorough`: it may take a moment. Called off the cooperative
    /// pool; may block.
    package var obstacle: @Sendable (SessionSettings, _ isThorough: Bool) -> SessionFailure? = { _, _ in nil }
    /// The older sessions that may be deleted; `nil`: none may. Called off the cooperative pool.
    package var store: (any SessionStore)?
    /// Reads the machine's sensors and counters. Called once a second, off the cooperative pool; may block.
    package var machine: @Sendable () -> MachineReading = { MachineReading() }
    /// Receives the settings directed for the pipeline, whenever they change.
    package var remember: @Sendable (Directed) -> Void = { _ in }

    package init(digest: @escaping @Sendable (HeldFile) throws -> String) { self.digest = digest }

    /// The clocks now.
    var clocks: ClockReading {
        let facts = clockFacts()
        return ClockReading(
            wall: wallClock(), uptime: uptime(), boottime: boottime(), processor: processorTime(),
            isSynchronised: facts?.isSynchronised, boot: facts?.boot)
    }
}

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
