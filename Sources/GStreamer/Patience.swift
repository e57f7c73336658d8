internal import Glibc

/// The factor by which timeouts are extended in a low-priority process. Its input may stall while other processes use
/// the processor.
package enum Patience {
    /// The scheduling policy SCHED_IDLE (bits/sched.h). Swift does not import it.
    private static let idle: Int32 = 5
    private static let nicest: Int32 = 19

    /// The factor for this process's timeouts. Usually 1; 3 at the highest niceness (setpriority(2)); 12 if the process
    /// only runs while no other needs the processor (sched(7)).
    package static var factor: Int {
        if sched_getscheduler(0) == idle { return 12 }
        return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) >= nicest ? 3 : 1
    }
}
