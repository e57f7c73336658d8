internal import CGStreamer

extension Element {
    /// Makes matroskamux write the given tag texts without escape sequences. By default, it writes the result of
    /// `gst_value_serialize`, which adds quotes, backslashes and octal numbers to any text that contains more than
    /// letters and digits (GStreamer 1.22, `gst_matroska_mux_write_simple_tag`).
    ///
    /// A probe on the muxer's output replaces the escaped texts. It fills the remaining bytes with zeros, which
    /// terminate a text (RFC 8794, 13).
    package func writeAsTheyAre(_ texts: [String]) throws(GraphError) {
        let escaped: [(from: [UInt8], to: [UInt8])] = texts.compactMap { text in
            let (own, written) = (Array(text.utf8), Self.serialized(text))
            guard own != written else { return nil }
            return (written, own + Array(repeating: 0, count: max(0, written.count - own.count)))
        }
        guard !escaped.isEmpty else { return }
        try pad("src").addProbe(.buffers) { info in
            // The tags are in a buffer of a few hundred bytes, separate from the frames.
            guard info.size < 8192 else { return .pass }
            let bytes = info.bytes
            for text in escaped {
                if let place = bytes.firstRange(of: text.from) { info.overwrite(at: place.lowerBound, text.to) }
            }
            return .pass
        }
    }

    private static func serialized(_ text: String) -> [UInt8] {
        var value = Value(type: Fundamental.string)
        g_value_set_string(&value.raw, text)
        return gst_value_serialize(&value.raw).map { Array(String(taking: $0).utf8) } ?? []
    }
}

extension ProbeInfo {
    /// Replaces bytes of the buffer that a probe has received, starting at the offset `place`.
    fileprivate func overwrite(at place: Int, _ bytes: [UInt8]) {
        guard let buffer = writableBuffer() else { return }
        gst_buffer_fill(buffer, UInt(place), bytes, UInt(bytes.count))
    }
}
