internal import Glibc

/// The factor by which timeouts are extended in a low-priority process, whose input may stall while other processes use
/// the processor.
package enum Patience {
    /// SCHED_IDLE (bits/sched.h), which is not imported.
    private static let idle: Int32 = 5
    private static let nicest: Int32 = 19

    /// The factor: 1; 3 for the nicest priority (setpriority(2)); 12 for a process that runs only when no other needs
    /// the processor (sched(7)).
    package static var factor: Int {
        if sched_getscheduler(0) == idle { return 12 }
        return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) >= nicest ? 3 : 1
    }
}
