internal import CGStreamer

/// A GStreamer pipeline: the outermost bin, with a bus and a clock.
package final class MediaPipeline: Bin, @unchecked Sendable {
    // Invariant: as for Object, `pointer` never changes, and every function called through it is MT safe.
    private var pipeline: UnsafeMutablePointer<GstPipeline> { pointer.assumingMemoryBound(to: GstPipeline.self) }

    /// Creates a pipeline that forwards the end of stream of each child. It uses the given clock; `nil` means the
    /// system's monotonic clock.
    package init(name: String, clock: FastClock? = nil) throws(GraphError) {
        guard let made = gst_pipeline_new(name) else { throw .noFactory("pipeline") }
        super.init(sinking: made)
        let bus = gst_pipeline_get_bus(pipeline)
        BusTap.leave(bus)
        gst_object_unref(bus)
        if let clock { use(clock.clock) } else { useSystemClock() }
        do { try set("message-forward", .bool(true)) } catch { throw .notAdded(element: name) }
    }

    private func use(_ clock: UnsafeMutablePointer<GstClock>?) {
        gst_pipeline_use_clock(pipeline, clock)
        holdUntilPlaying(clock)
    }

    /// Gives the pipeline's elements a base time one day in the future until the pipeline plays
    /// (`gst_element_set_base_time`).
    ///
    /// When it changes to PLAYING, a pipeline first gives all elements its clock, and then gives each its base time. An
    /// aggregator whose thread runs in between treats all frames since base time 0 as late and outputs them at once
    /// (`gst_aggregator_wait_and_check`, GStreamer 1.22). In one case it output 219 frames, so that a recording began
    /// 7.3 s ahead of its time. With a base time one day ahead it waits for input, which arrives only once the pipeline
    /// plays. (For a time centuries ahead, `gst_clock_id_wait` spins.)
    private func holdUntilPlaying(_ clock: UnsafeMutablePointer<GstClock>?) {
        let day: GstClockTime = 86_400_000_000_000
        gst_element_set_base_time(element, gst_clock_get_time(clock) + day)
    }

    private func useSystemClock() {
        let clock = gst_system_clock_obtain()
        use(clock)
        gst_object_unref(clock)
    }

    /// Adds elements to the pipeline and links each of them to the next: to the next one's `sink` pad, or to a
    /// requested `sink_%u` pad.
    package func addChain(_ elements: [Element]) throws(GraphError) {
        for element in elements { try add(element) }
        for (from, to) in zip(elements, elements.dropFirst()) {
            let sink = if let sink = to.existingPad("sink") { sink } else { try to.requestPad("sink_%u") }
            try from.pad("src").link(to: sink)
        }
    }

    /// The current running time of the pipeline in nanoseconds; `nil` while the clock does not run.
    package var runningTime: UInt64? {
        let time = gst_element_get_current_running_time(element)
        return time == UInt.max ? nil : UInt64(time)
    }

    /// Recalculates the latency and distributes it to the pipeline's elements, as a latency message requests
    /// (`gst_bin_recalculate_latency`).
    package func recalculateLatency() { gst_bin_recalculate_latency(bin) }

    /// Sets an element, or a bin with its content, to the state of the running pipeline to which it has been added
    /// (`gst_element_sync_state_with_parent`).
    package func syncState(of element: Element) throws(GraphError) {
        guard gst_element_sync_state_with_parent(element.element) != 0 else {
            throw .stateRefused(element: element.name, state: "the pipeline's")
        }
    }

    /// The name of the clock that the pipeline uses; `none` if it has no clock.
    package var clockName: String {
        guard let clock = gst_pipeline_get_pipeline_clock(pipeline) else { return "none" }
        defer { gst_object_unref(clock) }
        return nameOfObject(clock)
    }

    /// Starts to read every message of the pipeline's bus, in order, until the returned tap is closed or released.
    ///
    /// A bus has only one reader, so a second call replaces the reader of the first.
    package func tapBus() -> BusTap { BusTap(bus: gst_pipeline_get_bus(pipeline)) }
}

extension MediaPipeline {
    /// Waits for the end of the pipeline's stream. Nothing else may read the bus meanwhile. Blocks.
    ///
    /// - Returns: true at the end of the stream; false after `nanoseconds`.
    /// - Throws: the first error that an element posts.
    package func waitForEnd(nanoseconds: UInt64) throws(LibraryError) -> Bool {
        try pop([.error, .eos], nanoseconds) { _ in } != nil
    }

    /// Reads the next message of the given types from the bus (`gst_bus_timed_pop_filtered`). Nothing else may read the
    /// bus meanwhile. Returns the result of `read`; `nil` if no message arrives within `nanoseconds`. Blocks. Throws
    /// the error of an error message.
    func pop<Content>(
        _ kinds: GstMessageType, _ nanoseconds: UInt64, _ read: (UnsafeMutablePointer<GstMessage>) -> Content
    ) throws(LibraryError) -> Content? {
        let bus = gst_pipeline_get_bus(pointer.assumingMemoryBound(to: GstPipeline.self))
        defer { gst_object_unref(bus) }
        guard let message = gst_bus_timed_pop_filtered(bus, UInt(nanoseconds), kinds) else { return nil }
        defer { gst_message_unref(message) }
        if case .error(let error, _)? = BusMessage(message)?.kind { throw error }
        return read(message)
    }
}
