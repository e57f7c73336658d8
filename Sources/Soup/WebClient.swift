internal import CGStreamer
internal import Dispatch
internal import GStreamer
internal import Synchronization

/// A request to a web server.
package struct OutgoingRequest {
    package var method: String
    /// The URL of the request, `http://...` or `https://...`.
    package var address: String
    /// The header fields of the request, in ASCII.
    package var fields: [(name: String, value: String)] = []
    package var body: UploadBody?
    /// True to send the body only once the server has accepted the request's head (`Expect: 100-continue`, RFC 9110,
    /// section 10.1.1). If the server does not respond to this, the body is sent anyway.
    package var asksFirst = false
    /// The timeout for the response after the whole request was sent; `nil` to use the client's `patience`.
    package var answerPatience: Duration?

    package init(_ method: String, _ address: String) { (self.method, self.address) = (method, address) }
}

package struct OutgoingAnswer: Sendable, Equatable {
    package var status: Int
    /// The first megabyte of the response's body.
    package var body: [UInt8]
    package var location: String?
    package var range: String?
    /// The value of the response's header `Retry-After` in seconds; `nil` if it is missing or a date.
    package var retryAfter: Int?
}

/// The reasons why a request to a web server failed without a response.
package enum WebFailure: Sendable, Equatable {
    /// The host is unknown, or no server listens there. Nothing was sent.
    case unreachable(String)
    /// The server's certificate does not match the host. Nothing was sent.
    case untrusted(String)
    /// The request timed out: the server accepted no more data, or did not respond in time.
    case late
    /// The caller has cancelled the request.
    case ended
    /// The content to send has changed since it was opened, or cannot be read.
    case unreadable(String)
    case broken(String)
}

/// The error of a failed request to a web server, with the progress of the upload.
package struct WebLoss: Error, Sendable, Equatable {
    package var failure: WebFailure
    /// The number of bytes of the request's body that have been passed to libsoup.
    package var sent: Int64 = 0
    /// True if the whole body was passed to libsoup, so that the server may have received all of it.
    package var isSentWhole = false
}

/// An HTTP client that sends request bodies of any size. It trusts the system's certificate authorities, does not
/// follow redirects, and stores no passwords. Each request uses a new connection, so that libsoup never repeats a
/// request automatically.
package struct WebClient: Sendable {
    /// The timeout after which a request fails if the server accepts no data or does not respond.
    package var patience: Duration
    /// The closure that is called several times a second; it returns false to cancel the request.
    package var goesOn: @Sendable () -> Bool

    private static let mostOfAnswer = 1 << 20
    /// The timeout for the server's response to the header field `Expect`. A server that does not support `Expect` does
    /// not respond to it at all.
    private static let mostAsked = Duration.seconds(10)
    /// True once HTTP/2 has been disabled in libsoup (`SOUP_FORCE_HTTP1`). HTTP/2 in libsoup 3.2 does not work well
    /// with bodies that are read while they are being sent.
    private static let isPlain: Bool = g_setenv("SOUP_FORCE_HTTP1", "1", 1) != 0

    package init(patience: Duration, goesOn: @escaping @Sendable () -> Bool) {
        (self.patience, self.goesOn) = (patience, goesOn)
    }

    /// Sends a request to a web server and waits for the response. Blocks.
    package func send(_ request: OutgoingRequest) throws(WebLoss) -> OutgoingAnswer {
        guard request.asksFirst else { return try attempt(request, isAsking: false) }
        do throws(WebLoss) { return try attempt(request, isAsking: true) } catch {
            guard error.failure == .late, error.sent == 0 else { throw error }
            return try attempt(request, isAsking: false)
        }
    }

    private func attempt(_ request: OutgoingRequest, isAsking: Bool) throws(WebLoss) -> OutgoingAnswer {
        _ = Self.isPlain
        guard let message = soup_message_new(request.method, request.address) else {
            throw WebLoss(failure: .unreachable("it is not a web address"))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        soup_message_add_flags(message, [.noRedirect, .newConnection])
        let fields = soup_message_get_request_headers(message)
        for (name, value) in request.fields { soup_message_headers_replace(fields, name, value) }
        let watch = RequestWatch(isAsking ? min(patience, Self.mostAsked) : patience, goesOn)
        let atEnd = request.answerPatience ?? patience
        let reader = request.body.map { body in
            UploadReader(body) { [patience] isAtEnd in watch.hear(isAtEnd ? atEnd : patience) }
        }
        if let reader, let body = request.body {
            let stream = UploadStream.make(reader)
            soup_message_set_request_body(message, body.mediaType, stream, gssize(body.count))
            if let stream { g_object_unref(stream) }
            if isAsking { soup_message_headers_set_expectations(fields, .continue) }
        }
        return try answer(of: message, reader, watch)
    }

    private func answer(
        of message: OpaquePointer, _ reader: UploadReader?, _ watch: RequestWatch
    ) throws(WebLoss) -> OutgoingAnswer {
        watch.begin()
        defer { watch.end() }
        guard let session = soup_session_new() else {
            throw WebLoss(failure: .broken("libsoup made no session"))
        }
        defer { g_object_unref(session) }
        var error: UnsafeMutablePointer<GError>?
        guard let stream = soup_session_send(session, message, watch.stop.pointer, &error) else {
            throw loss(LibraryError(takingError: error), reader, watch)
        }
        defer { g_object_unref(stream) }
        watch.hear(patience)
        var answer = OutgoingAnswer(status: Int(soup_message_get_status(message).rawValue), body: [])
        // A response whose body is truncated is still accepted, with its status.
        answer.body = read(stream, watch)
        let fields = soup_message_get_response_headers(message)
        let value = { (name: String) in soup_message_headers_get_one(fields, name).map { String(cString: $0) } }
        (answer.location, answer.range) = (value("Location"), value("Range"))
        answer.retryAfter = value("Retry-After").flatMap { Int($0) }
        return answer
    }

    private func read(_ stream: UnsafeMutablePointer<GInputStream>, _ watch: RequestWatch) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.mostOfAnswer)
        var filled = 0
        while filled < bytes.count {
            let count = bytes[filled...].withUnsafeMutableBytes {
                g_input_stream_read(stream, $0.baseAddress, gsize($0.count), watch.stop.pointer, nil)
            }
            guard count > 0 else { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    private func loss(_ error: LibraryError, _ reader: UploadReader?, _ watch: RequestWatch) -> WebLoss {
        let failure = reader?.failure ?? watch.reason ?? WebFailure(error)
        return WebLoss(failure: failure, sent: reader?.sent ?? 0, isSentWhole: reader?.isAtEnd ?? true)
    }
}

extension WebClient {
    /// Sends JSON to a web address with a POST request and returns the response's status. Blocks for up to `patience`.
    /// Trusts the system's certificate authorities, and does not follow redirects.
    ///
    /// - Parameters:
    ///   - address: the URL, `http://...` or `https://...`.
    ///   - fields: the header fields of the request, in ASCII.
    /// - Returns: the HTTP status of the response. The response's body is ignored.
    package static func post(
        _ body: [UInt8], to address: String, _ fields: [(name: String, value: String)], patience: Duration
    ) throws(ClientFailure) -> Int {
        guard let message = soup_message_new("POST", address) else {
            throw .broken(LibraryError(domain: "dualcam", code: 2, message: "it is not a web address"))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        soup_message_add_flags(message, .noRedirect)
        let bytes = g_bytes_new(body, gsize(body.count))
        soup_message_set_request_body_from_bytes(message, "application/json", bytes)
        g_bytes_unref(bytes)
        for (name, value) in fields {
            soup_message_headers_replace(soup_message_get_request_headers(message), name, value)
        }
        guard let session = soup_session_new() else {
            throw .broken(LibraryError(domain: "dualcam", code: 1, message: "libsoup made no session"))
        }
        defer { g_object_unref(session) }
        let stop = Cancellation()
        stop.cancel(after: patience)
        var error: UnsafeMutablePointer<GError>?
        guard let answer = soup_session_send(session, message, stop.pointer, &error) else {
            throw ClientFailure(LibraryError(takingError: error))
        }
        g_object_unref(answer)
        return Int(soup_message_get_status(message).rawValue)
    }
}

extension WebFailure {
    /// Converts a library's error to a `WebFailure`, based on GIO's error domain and code.
    fileprivate init(_ error: LibraryError) {
        switch error.domain {
        case "g-resolver-error-quark": self = .unreachable(error.message)
        case "g-tls-error-quark":
            switch GTlsError(rawValue: UInt32(error.code)) {
            case .badCertificate, .notTls, .unavailable: self = .untrusted(error.message)
            default: self = .broken(error.message)
            }
        case "g-io-error-quark":
            switch GIOErrorEnum(rawValue: UInt32(error.code)) {
            case .connectionRefused, .hostNotFound, .hostUnreachable, .networkUnreachable, .notFound:
                self = .unreachable(error.message)
            case .timedOut: self = .late
            default: self = .broken(error.message)
            }
        default: self = .broken(error.message)
        }
    }
}

/// A timer that ends a request when the caller cancels it or when it makes no progress.
private final class RequestWatch: @unchecked Sendable {
    // Invariant: `timer` never changes, and its functions may be called from any thread; the rest is protected by the
    // mutex.
    private static let queue = DispatchQueue(label: "dualcam.request-watch")

    let stop = Cancellation()
    private let goesOn: @Sendable () -> Bool
    /// The state of the request. `deadline`: the time at which the request ends unless it makes progress. `reason`: the
    /// reason why it was ended; `nil` if it was not.
    private let state: Mutex<(deadline: ContinuousClock.Instant, reason: WebFailure?)>
    private let timer: any DispatchSourceTimer

    init(_ patience: Duration, _ goesOn: @escaping @Sendable () -> Bool) {
        self.goesOn = goesOn
        state = Mutex((.now + patience, nil))
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
    }

    /// The reason why the request was ended, `late` or `ended`; `nil` if it was not ended.
    var reason: WebFailure? { state.withLock { $0.reason } }

    func begin() {
        timer.setEventHandler { [self] in look() }
        timer.schedule(deadline: .now(), repeating: .milliseconds(200))
        timer.activate()
    }

    /// Stops checking the request. Must be called after `begin`.
    func end() { timer.cancel() }

    /// Registers that the request has made progress, and moves its deadline to `patience` from now.
    func hear(_ patience: Duration) { state.withLock { $0.deadline = .now + patience } }

    private func look() {
        let isWanted = goesOn()
        let ends = state.withLock { state in
            if state.reason == nil { state.reason = !isWanted ? .ended : state.deadline < .now ? .late : nil }
            return state.reason != nil
        }
        if ends { stop.cancel() }
    }
}
