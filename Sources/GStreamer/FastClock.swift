internal import CGStreamer

/// A clock that runs a whole number of times as fast as the monotonic clock. With it, soak tests process hours of live
/// media in minutes.
///
/// It is a subclass of GstClock, registered with GObject on first use. It does not support asynchronous waits
/// (`gst_clock_id_wait_async`).
package final class FastClock: Object, @unchecked Sendable {
    // Invariant: as for Object; its own fields are guarded by their mutex, and set before the instance is shared.

    /// Creates a clock that starts at the monotonic clock's current time and runs `rate` times as fast; a `rate` of 0
    /// counts as 1. The clock's name is, for example, `monotonic x50`.
    package init(rate: UInt16) {
        super.init(sinking: UnsafeMutableRawPointer(g_object_new_with_properties(Self.type, 0, nil, nil)))
        FastClockState.of(pointer).pointee.rate = UInt(max(1, rate))
        FastClockState.of(pointer).pointee.start = Self.microseconds
        gst_object_set_name(pointer.assumingMemoryBound(to: GstObject.self), "monotonic x\(rate)")
    }

    var clock: UnsafeMutablePointer<GstClock> { pointer.assumingMemoryBound(to: GstClock.self) }

    private static let type: GType = g_type_register_static_simple(
        gst_clock_get_type(), "FastMonotonicClock", UInt32(MemoryLayout<GstClockClass>.stride),
        { kind, _ in FastClock.fill(kind) }, UInt32(FastClockState.offset + MemoryLayout<FastClockState>.stride), nil,
        [])

    private static var microseconds: UInt { UInt(g_get_monotonic_time()) }

    private static func fill(_ kind: UnsafeMutableRawPointer?) {
        guard let members = kind?.assumingMemoryBound(to: GstClockClass.self) else { return }
        members.pointee.get_resolution = { clock in (FastClockState.of(clock)?.pointee.rate ?? 1) * 1000 }
        members.pointee.get_internal_time = { clock in
            FastClockState.of(clock)?.pointee.time(at: FastClock.microseconds) ?? 0
        }
        members.pointee.wait = { clock, entry, jitter in
            guard let clock, let entry, let state = FastClockState.of(clock) else { return .error }
            let late = Int(bitPattern: gst_clock_get_time(clock) &- entry.pointee.time)
            jitter?.pointee = late
            return FastClock.wait(entry, late: late, state)
        }
        members.pointee.unschedule = { clock, entry in
            guard let state = FastClockState.of(clock) else { return }
            g_mutex_lock(&state.pointee.mutex)
            entry?.pointee.status = .unscheduled
            g_cond_broadcast(&state.pointee.changed)
            g_mutex_unlock(&state.pointee.mutex)
        }
    }

    /// Blocks until a clock entry is due or has been unscheduled. `late` is the time since the entry was due, in
    /// nanoseconds of this clock; negative if it is not due yet.
    private static func wait(
        _ entry: UnsafeMutablePointer<GstClockEntry>, late: Int, _ state: UnsafeMutablePointer<FastClockState>
    ) -> GstClockReturn {
        g_mutex_lock(&state.pointee.mutex)
        defer { g_mutex_unlock(&state.pointee.mutex) }
        guard entry.pointee.status != .unscheduled else { return .unscheduled }
        entry.pointee.status = late < 0 ? .busy : .early
        let due = g_get_monotonic_time() + gint64(-late / Int(state.pointee.rate) / 1000)
        while entry.pointee.status == .busy {
            let isDue = g_cond_wait_until(&state.pointee.changed, &state.pointee.mutex, due) == 0
            if isDue, entry.pointee.status == .busy { entry.pointee.status = .ok }
        }
        return entry.pointee.status
    }
}

/// The additional fields of a clock instance, located after its GstClock in memory. GObject fills them with zeros,
/// which is the initial state of a GMutex and a GCond.
private struct FastClockState {
    var mutex: GMutex
    var changed: GCond
    var rate: UInt
    /// The monotonic clock's time at which this clock started, in microseconds.
    var start: UInt

    static let offset = (MemoryLayout<GstClock>.stride + 15) / 16 * 16

    static func of(_ clock: UnsafeMutablePointer<GstClock>?) -> UnsafeMutablePointer<FastClockState>? {
        clock.map { of(UnsafeMutableRawPointer($0)) }
    }

    static func of(_ clock: UnsafeMutableRawPointer) -> UnsafeMutablePointer<FastClockState> {
        (clock + offset).assumingMemoryBound(to: FastClockState.self)
    }

    /// Returns the fast clock's time in nanoseconds for a time of the monotonic clock in microseconds.
    func time(at microseconds: UInt) -> UInt { (start + (microseconds - start) * rate) * 1000 }
}
