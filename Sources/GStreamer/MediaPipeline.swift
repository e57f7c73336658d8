internal import CGStreamer

/// A pipeline: the outermost bin, with the bus and the clock.
package final class MediaPipeline: Bin, @unchecked Sendable {
    // Invariant: as Object's.
    private var pipeline: UnsafeMutablePointer<GstPipeline> { pointer.assumingMemoryBound(to: GstPipeline.self) }

    /// A pipeline that runs on the given clock, else on the system's monotonic one, and forwards every child's end of stream.
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

    /// Gives the elements a base time far ahead until the pipeline plays (`gst_element_set_base_time`).
    ///
    /// When it begins to play it gives them its clock first, and then to each of them its base time. An aggregator whose thread
    /// looks between the two (`gst_aggregator_wait_and_check`, GStreamer 1.22) takes all frames since base time 0 for late and
    /// makes them at once: seen were 219 frames, so that a recording began 7.3 s ahead of its time. With a base time a day ahead
    /// it waits until something comes in, which nothing does before the pipeline plays. (For a time centuries ahead
    /// `gst_clock_id_wait` spins.)
    private func holdUntilPlaying(_ clock: UnsafeMutablePointer<GstClock>?) {
        let day: GstClockTime = 86_400_000_000_000
        gst_element_set_base_time(element, gst_clock_get_time(clock) + day)
    }

    private func useSystemClock() {
        let clock = gst_system_clock_obtain()
        use(clock)
        gst_object_unref(clock)
    }

    /// Adds elements and links each of them to the next one: to its `sink`, or to one that it is asked for.
    package func addChain(_ elements: [Element]) throws(GraphError) {
        for element in elements { try add(element) }
        for (from, to) in zip(elements, elements.dropFirst()) {
            let sink = if let sink = to.existingPad("sink") { sink } else { try to.requestPad("sink_%u") }
            try from.pad("src").link(to: sink)
        }
    }

    /// Running time now in nanoseconds; `nil` while the clock does not run.
    package var runningTime: UInt64? {
        let time = gst_element_get_current_running_time(element)
        return time == UInt.max ? nil : UInt64(time)
    }

    /// Distributes the latency anew (`gst_bin_recalculate_latency`), as a latency message asks for.
    package func recalculateLatency() { gst_bin_recalculate_latency(bin) }

    /// Follows the state of the pipeline for an element added while it runs, or for a bin with all that it holds
    /// (`gst_element_sync_state_with_parent`).
    package func syncState(of element: Element) throws(GraphError) {
        guard gst_element_sync_state_with_parent(element.element) != 0 else {
            throw .stateRefused(element: element.name, state: "the pipeline's")
        }
    }

    /// The name of the clock in use.
    package var clockName: String {
        guard let clock = gst_pipeline_get_pipeline_clock(pipeline) else { return "none" }
        defer { gst_object_unref(clock) }
        return nameOfObject(clock)
    }

    /// Takes every message of the bus, in order, and ends when the returned tap is closed or goes.
    ///
    /// There is one reader: a second call takes the bus over.
    package func tapBus() -> BusTap { BusTap(bus: gst_pipeline_get_bus(pipeline)) }
}

extension MediaPipeline {
    /// Waits for the end of the stream, on a bus that nobody else reads. Blocks.
    ///
    /// - Returns: `false` when `nanoseconds` went by first.
    /// - Throws: the first error that an element posts.
    package func waitForEnd(nanoseconds: UInt64) throws(LibraryError) -> Bool {
        try pop([.error, .eos], nanoseconds) { _ in } != nil
    }

    /// Reads the next message of these kinds off a bus that nobody else reads (`gst_bus_timed_pop_filtered`); `nil` when
    /// `nanoseconds` went by. Blocks. Throws the error of an error message.
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
