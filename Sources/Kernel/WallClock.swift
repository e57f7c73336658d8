internal import CKernel
internal import Glibc

/// The wall clock: its time, and whether a time service keeps it synchronised.
package enum WallClock {
    /// Returns the current Unix time in nanoseconds (`CLOCK_REALTIME`). Inside a task of a simulated system, it is that
    /// system's time.
    package static func now() -> Int64 { SystemAccess.current.nanoseconds(of: CLOCK_REALTIME) }

    /// Returns the current time of day in the machine's time zone, such as `14:05:03` (`localtime_r`).
    package static func localTimeOfDay() -> String {
        var (seconds, parts) = (time_t(now() / 1_000_000_000), tm())
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// True while a time service keeps the clock synchronised (`STA_UNSYNC` of adjtimex(2) is clear). False after the
    /// clock was set by hand. `nil` if the kernel does not report it.
    package static var isSynchronised: Bool? {
        switch kernel_clock_is_synchronised() {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
