import DualCamSession
import Glibc

/// The process's place among others.
enum Priority {
    /// Takes the processor only when nobody else wants it. Each thread has its own value (setpriority(2)); those that are made later
    /// take it over.
    static func yieldToOthers() {
        for thread in DiskView().names(in: "/proc/self/task").compactMap({ id_t($0) }) {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread, 19)
        }
    }
}
