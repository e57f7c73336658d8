internal import CGStreamer
internal import GStreamer

/// The client side of a WebSocket, which receives the server's messages. Used only on the thread that calls `run`.
final class WebSocketReader: CallbackContext {
    /// The maximum size of a received message in bytes. libsoup's default maximum is 128 KiB.
    private static let longest: guint64 = 4 << 20

    private let receive: (String) -> Bool
    private var connection: OpaquePointer?
    private var failure: ClientFailure?
    private var isOver = false

    init(_ receive: @escaping (String) -> Bool) { self.receive = receive }

    deinit { if let connection { g_object_unref(UnsafeMutableRawPointer(connection)) } }

    func run(_ message: ClientMessage, at path: String, patience: Duration) throws(ClientFailure) {
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        let session = try ClientSession(path)
        let opening = Cancellation()
        opening.cancel(after: patience)
        soup_session_websocket_connect_async(
            session.pointer, message.pointer, nil, nil, 0, opening.pointer,
            { source, result, data in
                guard let data else { return }
                Unmanaged<WebSocketReader>.fromOpaque(data).takeRetainedValue().open(source, result)
            }, retained)
        while !isOver { g_main_context_iteration(context, 1) }
        disconnect()
        if let failure { throw failure }
    }

    private func open(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
        var error: UnsafeMutablePointer<GError>?
        let session = source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: SoupSession.self) }
        guard let made = soup_session_websocket_connect_finish(session, result, &error) else {
            failure = ClientFailure(LibraryError(takingError: error))
            isOver = true
            return
        }
        connection = made
        soup_websocket_connection_set_max_incoming_payload_size(made, Self.longest)
        let heard: @convention(c) (OpaquePointer?, CInt, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            _, kind, bytes, data in
            guard let bytes, kind == CInt(SoupWebsocketDataType.text.rawValue) else { return }
            WebSocketReader.of(data)?.hear([UInt8](bytes))
        }
        let ended: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            WebSocketReader.of(data)?.isOver = true
        }
        connect("message", unsafeBitCast(heard, to: GCallback.self))
        connect("closed", unsafeBitCast(ended, to: GCallback.self))
    }

    private func connect(_ signal: String, _ callback: GCallback) {
        g_signal_connect_data(
            UnsafeMutableRawPointer(connection), signal, callback, retained, { data, _ in releaseContext(data) },
            GConnectFlags(rawValue: 0))
    }

    private func disconnect() {
        guard let connection else { return }
        g_signal_handlers_disconnect_matched(
            UnsafeMutableRawPointer(connection), .data, 0, 0, nil, nil, Unmanaged.passUnretained(self).toOpaque())
    }

    private func hear(_ bytes: [UInt8]) {
        guard !isOver, !receive(String(decoding: bytes, as: UTF8.self)) else { return }
        isOver = true
    }
}
