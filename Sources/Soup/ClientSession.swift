internal import CGStreamer
internal import Dispatch
package import GStreamer

/// An HTTP request to a server that listens on a Unix socket.
package struct ClientRequest: Sendable, Equatable {
    package var method: String
    /// The request's path with its query, such as `/api/v1/state`.
    package var target: String
    /// The JSON body of the request; `nil` for none.
    package var body: [UInt8]?

    package init(_ method: String, _ target: String, body: [UInt8]? = nil) {
        (self.method, self.target, self.body) = (method, target, body)
    }
}

package struct ClientResponse: Sendable, Equatable {
    package var status: Int
    package var body: [UInt8]
    /// The value of the response's header `X-Running-Time`; `nil` unless the response is a picture.
    package var runningTime: String?
}

/// The reasons why a request to a Unix socket received no response.
package enum ClientFailure: Error, Sendable, Equatable {
    /// The server's socket does not exist, or no process listens on it.
    case nobodyThere
    case forbidden
    /// The request timed out, because the server did not respond in time.
    case late
    /// The connection ended before the whole response arrived, because the server's process has ended.
    case lost
    case broken(LibraryError)

    /// Converts a library's error to a `ClientFailure`, based on GIO's error domain and code (`GIOErrorEnum`).
    init(_ error: LibraryError) {
        guard error.domain == "g-io-error-quark" else {
            self = .broken(error)
            return
        }
        switch GIOErrorEnum(rawValue: UInt32(error.code)) {
        case .notFound, .connectionRefused: self = .nobodyThere
        case .permissionDenied: self = .forbidden
        case .cancelled, .timedOut: self = .late
        case .brokenPipe, .connectionClosed, .partialInput: self = .lost
        default: self = .broken(error)
        }
    }
}

/// An HTTP client for a server that listens on a Unix socket (`SoupSession` with `remote-connectable`).
package struct SocketClient: Sendable {
    /// The absolute path of the server's Unix socket.
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Sends a request to the server and waits for the whole response. Blocks for up to `patience`.
    package func send(_ request: ClientRequest, patience: Duration) throws(ClientFailure) -> ClientResponse {
        let session = try ClientSession(path)
        let message = try ClientMessage(request)
        let stop = Cancellation()
        stop.cancel(after: patience)
        var error: UnsafeMutablePointer<GError>?
        let bytes = soup_session_send_and_read(session.pointer, message.pointer, stop.pointer, &error)
        guard let bytes else { throw ClientFailure(LibraryError(takingError: error)) }
        defer { g_bytes_unref(bytes) }
        return ClientResponse(
            status: Int(soup_message_get_status(message.pointer).rawValue), body: [UInt8](bytes),
            runningTime: message.header("X-Running-Time"))
    }

    /// Opens a WebSocket to the server and calls `receive` for every text message, on the calling thread. Returns when
    /// `receive` returns false or the server closes the WebSocket. Blocks. `patience` limits only the time to open the
    /// WebSocket.
    package func follow(
        _ target: String, patience: Duration, receive: @escaping (String) -> Bool
    ) throws(ClientFailure) {
        let message = try ClientMessage(ClientRequest("GET", target))
        let following = WebSocketReader(receive)
        try following.run(message, at: path, patience: patience)
    }
}

/// A libsoup session that connects only to one Unix socket, without using proxies or resolving names.
final class ClientSession {
    let pointer: UnsafeMutablePointer<SoupSession>

    /// Creates a session for the socket at `path`. Throws `broken` if GLib cannot create a session.
    init(_ path: String) throws(ClientFailure) {
        let address = g_unix_socket_address_new(path)
        defer { g_object_unref(address) }
        let made = makeObject(
            soup_session_get_type(),
            [
                ("remote-connectable", g_socket_connectable_get_type(), UnsafeMutableRawPointer(address)),
                ("proxy-resolver", g_proxy_resolver_get_type(), nil),
            ])
        guard let made else {
            throw .broken(LibraryError(domain: "dualcam", code: 1, message: "libsoup made no session"))
        }
        pointer = UnsafeMutableRawPointer(made).assumingMemoryBound(to: SoupSession.self)
    }

    deinit { g_object_unref(pointer) }
}

final class ClientMessage {
    let pointer: OpaquePointer

    /// Creates a libsoup message from a request. Throws `broken` if the request's target is not a valid URI.
    init(_ request: ClientRequest) throws(ClientFailure) {
        guard let message = soup_message_new(request.method, "http://localhost" + request.target) else {
            let error = LibraryError(domain: "dualcam", code: 2, message: "'\(request.target)' is not an address")
            throw .broken(error)
        }
        pointer = message
        guard let body = request.body else { return }
        let bytes = g_bytes_new(body, gsize(body.count))
        soup_message_set_request_body_from_bytes(message, "application/json", bytes)
        g_bytes_unref(bytes)
    }

    func header(_ name: String) -> String? {
        soup_message_headers_get_one(soup_message_get_response_headers(pointer), name).map { String(cString: $0) }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// A handle (`GCancellable`) with which one thread can cancel another thread's blocking call into GIO.
final class Cancellation: @unchecked Sendable {
    // Invariant: `pointer` never changes, and g_cancellable_cancel may be called from any thread.
    let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

    func cancel(after patience: Duration) {
        let (seconds, attoseconds) = patience.components
        let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: time) { [self] in g_cancellable_cancel(pointer) }
    }

    func cancel() { g_cancellable_cancel(pointer) }

    deinit { g_object_unref(pointer) }
}

extension [UInt8] {
    /// Copies the content of a `GBytes` into an array.
    init(_ bytes: OpaquePointer) {
        var count: gsize = 0
        let data = g_bytes_get_data(bytes, &count)
        self = [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
}
