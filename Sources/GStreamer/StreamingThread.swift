internal import CGStreamer
private import Glibc
internal import Synchronization

extension Pad {
    /// Lowers the priority of the thread that pushes through this source pad, and of the threads that elements behind it make
    /// from there: by `steps` of niceness (setpriority(2), where `who` 0 is the calling thread). It cannot be raised again.
    public func yieldStreamingThread(by steps: Int32) {
        let isDone = Mutex(false)
        addProbe([.events, .buffers]) { _ in
            let isFirst = isDone.withLock { done in
                defer { done = true }
                return !done
            }
            let process = __priority_which_t(PRIO_PROCESS.rawValue)
            if isFirst { _ = setpriority(process, 0, getpriority(process, 0) + steps) }
            return .pass
        }
    }
}
