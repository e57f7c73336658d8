internal import CGStreamer

extension MediaPipeline {
    /// Waits for the end of the stream, on a bus that nobody else reads (`gst_bus_timed_pop_filtered`). Blocks.
    ///
    /// - Returns: `false` when `nanoseconds` went by first.
    /// - Throws: the first error that an element posts.
    package func waitForEnd(nanoseconds: UInt64) throws(LibraryError) -> Bool {
        let bus = gst_pipeline_get_bus(pointer.assumingMemoryBound(to: GstPipeline.self))
        defer { gst_object_unref(bus) }
        guard let message = gst_bus_timed_pop_filtered(bus, UInt(nanoseconds), [.error, .eos]) else { return false }
        defer { gst_message_unref(message) }
        if case .error(let error, _)? = BusMessage(message)?.kind { throw error }
        return true
    }
}
