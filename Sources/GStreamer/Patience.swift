internal import Glibc

/// The additional waiting time of a process that runs at low priority: its input may stand still for as long as others
/// want the processor.
package enum Patience {
    /// SCHED_IDLE (bits/sched.h), which is not imported.
    private static let idle: Int32 = 5
    private static let nicest: Int32 = 19

    /// 1; 3 for the nicest priority (setpriority(2)), 12 for one that has the processor only while nobody else wants it (sched(7)).
    package static var factor: Int {
        if sched_getscheduler(0) == idle { return 12 }
        return getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) >= nicest ? 3 : 1
    }
}
