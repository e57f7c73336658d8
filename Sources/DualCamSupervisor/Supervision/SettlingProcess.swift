import DualCamConfig
import DualCamWorker
import Synchronization

/// The process that finishes a session after its last worker has ended. Its progress is monitored, because a slow disk
/// may stall it.
final class SettlingProcess: Sendable {
    private let state = Mutex<(pid: Int32?, worked: Int64)>((nil, -1))

    func begin(_ pid: Int32) { state.withLock { $0 = (pid, -1) } }

    /// Returns true if the process has used CPU time or has read or written data since the last call.
    func hasWorked(on machine: Machine) -> Bool {
        let facts = ProcessFacts(proc: machine.proc, sysfs: machine.sysfs)
        return state.withLock { state in
            guard let pid = state.pid, let work = facts.work(of: pid), work != state.worked else { return false }
            state.worked = work
            return true
        }
    }
}
