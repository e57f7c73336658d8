internal import CGStreamer
private import Glibc
internal import Synchronization

extension Pad {
    /// Lowers the priority of the thread that pushes through this source pad, and of the threads that elements behind it make
    /// from there: to `steps` of niceness below the process's own (setpriority(2), where `who` 0 is the calling thread). It cannot
    /// be raised again; a thread that comes from GLib's pool may have been lowered before, for another pad.
    package func yieldStreamingThread(by steps: Int32) {
        let isDone = Mutex(false)
        addProbe([.events, .buffers]) { _ in
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            let process = __priority_which_t(PRIO_PROCESS.rawValue)
            let wanted = getpriority(process, id_t(getpid())) + steps
            if isFirst, getpriority(process, 0) < wanted { _ = setpriority(process, 0, wanted) }
            return .pass
        }
    }
}
