internal import CGStreamer

/// A pipeline: the outermost bin, with the bus and the clock.
public final class MediaPipeline: Element, @unchecked Sendable {
    // Invariant: as Object's.
    private var bin: UnsafeMutablePointer<GstBin> { pointer.assumingMemoryBound(to: GstBin.self) }
    private var pipeline: UnsafeMutablePointer<GstPipeline> { pointer.assumingMemoryBound(to: GstPipeline.self) }

    /// A pipeline that runs on the given clock, else on the system's monotonic one, and forwards every child's end of stream.
    public init(name: String, clock: FastClock? = nil) throws(GraphError) {
        guard let made = gst_pipeline_new(name) else { throw .noFactory("pipeline") }
        super.init(sinking: made)
        if let clock { use(clock.clock) } else { useSystemClock() }
        do { try set("message-forward", .bool(true)) } catch { throw .notAdded(element: name) }
    }

    private func use(_ clock: UnsafeMutablePointer<GstClock>?) { gst_pipeline_use_clock(pipeline, clock) }

    private func useSystemClock() {
        let clock = gst_system_clock_obtain()
        use(clock)
        gst_object_unref(clock)
    }

    public func add(_ element: Element) throws(GraphError) {
        guard gst_bin_add(bin, element.element) != 0 else { throw .notAdded(element: element.name) }
    }

    /// Takes an element out; it must be in the null state already (`gst_bin_remove`).
    public func remove(_ element: Element) { gst_bin_remove(bin, element.element) }

    /// Running time now in nanoseconds; `nil` while the clock does not run.
    public var runningTime: UInt64? {
        let time = gst_element_get_current_running_time(element)
        return time == UInt.max ? nil : UInt64(time)
    }

    /// Distributes the latency anew (`gst_bin_recalculate_latency`), as a latency message asks for.
    public func recalculateLatency() { gst_bin_recalculate_latency(bin) }

    /// Follows the state of the pipeline for an element added while it runs (`gst_element_sync_state_with_parent`).
    public func syncState(of element: Element) throws(GraphError) {
        guard gst_element_sync_state_with_parent(element.element) != 0 else {
            throw .stateRefused(element: element.name, state: "the pipeline's")
        }
    }

    /// The name of the clock in use.
    public var clockName: String {
        guard let clock = gst_pipeline_get_pipeline_clock(pipeline) else { return "none" }
        defer { gst_object_unref(clock) }
        return String(
            taking: gst_object_get_name(UnsafeMutableRawPointer(clock).assumingMemoryBound(to: GstObject.self)))
    }

    /// Takes every message of the bus, in order, and ends when the returned tap is closed or goes.
    ///
    /// There is one reader: a second call takes the bus over.
    public func tapBus() -> BusTap { BusTap(bus: gst_pipeline_get_bus(pipeline)) }
}
