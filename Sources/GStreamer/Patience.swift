internal import Glibc

/// The extension of timeouts in a low-priority process, which may have to wait while other processes use the CPU.
package enum Patience {
    /// The scheduling policy SCHED_IDLE (bits/sched.h), which Swift does not import.
    private static let idle: Int32 = 5
    private static let nicest: Int32 = 19

    /// The factor for this process's timeouts: usually 1; 3 at the highest niceness (setpriority(2)); 12 if the process
    /// runs only while no other process needs the CPU (sched(7)).
    package static var factor: Int {
        if sched_getscheduler(0) == idle { return 12 }
        return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) >= nicest ? 3 : 1
    }
}
