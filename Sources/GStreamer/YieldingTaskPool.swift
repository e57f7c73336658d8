internal import CGStreamer
private import Glibc

extension Pad {
    /// Gives this source pad its own streaming thread, whose niceness is `steps` higher than the process's
    /// (setpriority(2)). Applies to every later start of the pad's task. Threads that elements start from that thread
    /// inherit the niceness.
    ///
    /// The thread ends with the task. A thread of GLib's pool, which GStreamer uses otherwise, would keep its niceness
    /// for its next task, which might be a camera's. An unprivileged user may not raise the priority again, so GLib
    /// would log a critical message for its next thread ("Failed to set scheduler settings", GLib 2.74).
    package func yieldStreamingThread(by steps: Int32) {
        guard let pool = g_object_new_with_properties(YieldingTaskPool.type, 0, nil, nil) else { return }
        gst_object_ref_sink(pool)
        g_object_set_qdata(pool, YieldingTaskPool.steps, gpointer(bitPattern: Int(steps)))
        let object = pointer.assumingMemoryBound(to: GObject.self)
        g_object_set_qdata_full(object, YieldingTaskPool.pool, pool) { gst_object_unref($0) }
    }
}

/// A subclass of GstTaskPool that creates a new thread for each task. It is registered with GObject on first use.
enum YieldingTaskPool {
    /// The key under which a pad stores its own task pool (`g_object_set_qdata`).
    fileprivate static let pool = g_quark_from_string("yielding-pool")
    /// The key under which a task pool stores the niceness of its threads (`g_object_set_qdata`).
    fileprivate static let steps = g_quark_from_string("yielding-steps")

    fileprivate static let type: GType = g_type_register_static_simple(
        gst_task_pool_get_type(), "YieldingTaskPool", UInt32(MemoryLayout<GstTaskPoolClass>.stride),
        { kind, _ in YieldingTaskPool.fill(kind) }, UInt32(MemoryLayout<GstTaskPool>.stride), nil, [])

    /// Assigns a pad's own task pool, if it has one, to a task that was created for the pad. Must be called with
    /// GStreamer's message about the task, on the thread that posts it (GST_STREAM_STATUS_TYPE_CREATE,
    /// `gst_task_set_pool`).
    static func assignPool(_ message: UnsafeMutablePointer<GstMessage>) {
        guard message.pointee.type == .streamStatus else { return }
        var kind = GstStreamStatusType.create
        var owner: UnsafeMutablePointer<GstElement>?
        gst_message_parse_stream_status(message, &kind, &owner)
        guard kind == .create, let pad = message.pointee.src,
            let found = g_object_get_qdata(UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self), pool),
            let value = gst_message_get_stream_status_object(message), let task = g_value_get_object(value)
        else { return }
        gst_task_set_pool(
            task.assumingMemoryBound(to: GstTask.self), found.assumingMemoryBound(to: GstTaskPool.self))
    }

    private static func fill(_ kind: UnsafeMutableRawPointer?) {
        guard let members = kind?.assumingMemoryBound(to: GstTaskPoolClass.self) else { return }
        members.pointee.push = { pool, function, data, error in
            guard let pool = UnsafeMutableRawPointer(pool)?.assumingMemoryBound(to: GObject.self) else { return nil }
            let steps = Int(bitPattern: g_object_get_qdata(pool, YieldingTaskPool.steps))
            let work = Unmanaged.passRetained(Work(steps: Int32(steps), function, data))
            let thread = g_thread_try_new("yielding", { Work.perform($0) }, work.toOpaque(), error)
            if thread == nil { work.release() } else { g_thread_unref(thread) }
            // Returns no identifier, as GStreamer's own pools do, because GstTask tracks the end of its thread itself.
            return nil
        }
    }

    private final class Work {
        private let steps: Int32
        private let function: GstTaskPoolFunction?
        private let data: gpointer?

        init(steps: Int32, _ function: GstTaskPoolFunction?, _ data: gpointer?) {
            (self.steps, self.function, self.data) = (steps, function, data)
        }

        static func perform(_ data: gpointer?) -> gpointer? {
            guard let data else { return nil }
            let work = Unmanaged<Work>.fromOpaque(data).takeRetainedValue()
            let process = __priority_which_t(PRIO_PROCESS.rawValue)
            let wanted = getpriority(process, id_t(getpid())) + work.steps
            // The value 0 for `who` means the calling thread.
            if getpriority(process, 0) < wanted { _ = setpriority(process, 0, wanted) }
            work.function?(work.data)
            return nil
        }
    }
}
