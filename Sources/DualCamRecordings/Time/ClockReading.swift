import Glibc
import Kernel

/// The readings of the system's clocks at one moment, in nanoseconds, and the kernel's information about the clocks.
package struct ClockReading: Sendable, Equatable {
    /// The wall clock's reading, in nanoseconds since 1970 (`CLOCK_REALTIME`); it can be set.
    package var wall: Int64
    /// The nanoseconds for which the machine has been awake since boot (`CLOCK_MONOTONIC`).
    package var uptime: Int64
    /// The nanoseconds since the machine's boot, including sleep (`CLOCK_BOOTTIME`).
    package var boottime: Int64
    /// True when a time service keeps the wall clock synchronised; `nil` if unknown.
    package var isSynchronised: Bool?
    /// The nanoseconds of processor time that this process has used (`CLOCK_PROCESS_CPUTIME_ID`); `nil` if unknown.
    package var processor: Int64?
    /// The kernel's id of the machine's current boot; `nil` if unknown. `boottime` values can be compared only within
    /// one boot.
    package var boot: String?

    package init(
        wall: Int64, uptime: Int64, boottime: Int64, processor: Int64? = nil, isSynchronised: Bool? = nil,
        boot: String? = nil
    ) {
        (self.wall, self.uptime, self.boottime, self.processor) = (wall, uptime, boottime, processor)
        (self.isSynchronised, self.boot) = (isSynchronised, boot)
    }

    /// Returns the kernel's id of the current boot (`/proc/sys/kernel/random/boot_id`); `nil` if unknown. Blocks.
    package static func bootNow() -> String? {
        let text = Disk.systemText("/proc/sys/kernel/random/boot_id")?.filter { $0.isHexDigit || $0 == "-" }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the nanoseconds for which the machine has been awake since boot (`clock_gettime`).
    package static func uptimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_MONOTONIC) }

    /// Returns the nanoseconds of processor time that this process has used (`clock_gettime`).
    package static func processorNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    /// Returns the nanoseconds since the machine's boot, awake or asleep (`clock_gettime`).
    package static func boottimeNow() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_BOOTTIME) }
}
