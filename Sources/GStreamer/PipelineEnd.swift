internal import CGStreamer

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
