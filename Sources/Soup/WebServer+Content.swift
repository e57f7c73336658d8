internal import CGStreamer

/// Content on its way to a client.
struct WebSending {
    let source: any WebSource
    /// The part that has not been asked of the source yet.
    var rest: Range<Int64>
}

/// Content is read a piece at a time, and the next piece only when the client has taken the one before: a slow client holds one
/// piece of it in memory, whatever its length.
extension WebServer {
    private typealias ChunkSignal = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private static let piece: Int64 = 256 << 10

    /// Responses whose content is on its way.
    var sendings: Int { exchanges.values.count { $0.sending != nil } }

    /// Writes the head of a response whose content follows. HEAD gets the same head, and no content.
    func prepare(_ content: WebContent, type: String, _ message: OpaquePointer) {
        let fields = soup_server_message_get_response_headers(message)
        soup_message_headers_replace(fields, "Content-Type", type)
        soup_message_headers_set_encoding(fields, .contentLength)
        soup_message_headers_set_content_length(fields, goffset(content.range.count))
        guard soup_server_message_get_method(message).map({ String(cString: $0) }) != "HEAD" else { return }
        soup_message_body_set_accumulate(soup_server_message_get_response_body(message), 0)
        exchanges[message]?.sending = WebSending(source: content.source, rest: content.range)
        let written: ChunkSignal = { message, data in
            WebServer.enter(data, message) { server, message in
                guard let exchange = server.exchanges[message] else { return }
                server.connections[exchange.connection]?.deadline = .now + server.limits.answer
                server.sendNext(MessageKey(message: message), exchange.number)
            }
        }
        connect(UnsafeMutableRawPointer(message), "wrote-chunk", unsafeBitCast(written, to: GCallback.self))
    }

    /// Reads the next piece. libsoup waits for it by itself, but not for the first one. False: there is none.
    @discardableResult
    func sendNext(_ key: MessageKey, _ number: Int) -> Bool {
        guard let sending = exchanges[key.message]?.sending, !sending.rest.isEmpty else { return false }
        let start = sending.rest.lowerBound
        let end = min(sending.rest.upperBound, start + Self.piece)
        exchanges[key.message]?.sending?.rest = end..<sending.rest.upperBound
        g_object_ref(UnsafeMutableRawPointer(key.message))
        Task {
            let bytes = await sending.source.bytes(at: start, count: Int(end - start))
            append(bytes?.count == Int(end - start) ? bytes : nil, to: key, number)
        }
        return true
    }

    /// - Parameter bytes: `nil`: there are not as many as the head says, and the connection is all that can tell it.
    private func append(_ bytes: [UInt8]?, to key: MessageKey, _ number: Int) {
        defer { g_object_unref(UnsafeMutableRawPointer(key.message)) }
        guard let exchange = exchanges[key.message], exchange.number == number else { return }
        guard let bytes else { return remove(exchange.connection) }
        bytes.withUnsafeBytes { raw in
            let piece = g_bytes_new(raw.baseAddress, gsize(raw.count))
            soup_message_body_append_bytes(soup_server_message_get_response_body(key.message), piece)
            g_bytes_unref(piece)
        }
        soup_server_message_unpause(key.message)
    }
}
