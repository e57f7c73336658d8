internal import CGStreamer
internal import Synchronization

/// A thread that runs a GLib main loop and is the executor of Swift actors.
///
/// Callbacks that such an actor registers with GLib, GIO or libsoup run on this thread, so that they can use
/// `assumeIsolated`. Switching to the thread takes about 15 microseconds. The thread ends when the last actor that uses
/// it is released.
package final class GLibThread: SerialExecutor {
    private let loop: GLibLoop

    /// Starts the thread. The system shows only the first 15 bytes of `name`.
    package init(named name: String) {
        loop = GLibLoop()
        loop.start(named: name)
    }

    deinit { loop.end() }

    /// The thread's main context, to which event sources are attached. It lives as long as the executor.
    var context: OpaquePointer { loop.context }

    package func enqueue(_ job: consuming ExecutorJob) { loop.enqueue(GLibJob(job: UnownedJob(job), executor: self)) }

    /// Returns true if the caller runs on this thread (`g_main_context_is_owner`).
    package func isIsolatingCurrentContext() -> Bool? { loop.isOwner }

    package func checkIsolated() { precondition(loop.isOwner, "This is not the thread of the actor's main context.") }
}

/// A queued job of an actor. It holds a reference to the executor, so that the executor exists until the job has run.
private struct GLibJob {
    let job: UnownedJob
    let executor: GLibThread

    func run() { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
}

/// The main loop of a `GLibThread`: the main context, its thread and the queued jobs.
private final class GLibLoop: CallbackContext, @unchecked Sendable {
    // Invariant: `context` and `wake` never change, and every function called with them is documented as thread-safe;
    // the rest is protected by the mutex.
    let context: OpaquePointer = g_main_context_new()
    /// The event source that wakes the main loop while jobs are queued.
    private let wake: UnsafeMutablePointer<GSource>
    private let state = Mutex<(jobs: [GLibJob], isOver: Bool)>(([], false))

    init() {
        wake = g_source_new(WakeSource.functions, UInt32(MemoryLayout<GSource>.size))
        g_source_set_ready_time(wake, -1)
    }

    deinit {
        g_source_unref(wake)
        g_main_context_unref(context)
    }

    var isOwner: Bool { g_main_context_is_owner(context) != 0 }

    func start(named name: String) {
        let run: GSourceFunc = { loop in
            GLibLoop.of(loop)?.runJobs()
            return 1
        }
        g_source_set_callback(wake, run, retained, { releaseContext($0) })
        g_source_attach(wake, context)
        let thread = g_thread_new(
            name,
            { loop in
                if let loop { Unmanaged<GLibLoop>.fromOpaque(loop).takeRetainedValue().run() }
                return nil
            }, retained)
        g_thread_unref(thread)
    }

    func enqueue(_ job: GLibJob) {
        state.withLock { $0.jobs.append(job) }
        g_source_set_ready_time(wake, 0)
    }

    /// Ends the loop's thread after the current job.
    func end() {
        state.withLock { $0.isOver = true }
        g_main_context_wakeup(context)
    }

    private func run() {
        g_main_context_acquire(context)
        g_main_context_push_thread_default(context)
        while !state.withLock({ $0.isOver }) { g_main_context_iteration(context, 1) }
        g_source_destroy(wake)
        g_main_context_pop_thread_default(context)
        g_main_context_release(context)
    }

    private func runJobs() {
        // Resets the source before removing the jobs, so that a job queued later wakes the loop again.
        g_source_set_ready_time(wake, -1)
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.run() }
    }
}

/// The C functions of an event source that fires only at the time set with `g_source_set_ready_time`.
private enum WakeSource {
    // GLib only reads the table, and does so until the process ends.
    nonisolated(unsafe) static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { _, callback, data in callback?(data) ?? 0 }
        return functions
    }()
}
