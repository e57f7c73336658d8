internal import CGStreamer

/// A request to the web server and its response, from the first byte read until the response has been written.
struct WebExchange {
    let number: Int
    var connection: WebConnection.Number
    /// True if the request was rejected before its body was read, because its head is not acceptable.
    var isRefused = false
    /// True while libsoup waits for the application's response.
    var isPaused = false
    /// The size of the response's body in bytes; 0 until it is known.
    var bytes = 0
    /// The values of the request's Range headers. They are hidden from libsoup, which would handle them itself.
    var ranges: [String] = []
    /// The content of a response that is sent in pieces, with the range that has not been read from its source yet.
    var sending: WebContent?
}

extension WebServer {
    private typealias MessageSignal =
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    func connectRequests(socketPaths: [String]) {
        let data = Unmanaged.passUnretained(self).toOpaque()
        let started: MessageSignal = { _, message, data in WebServer.enter(data, message) { $0.begin($1) } }
        let finished: MessageSignal = { _, message, data in WebServer.enter(data, message) { $0.end($1) } }
        connect(server, "request-started", unsafeBitCast(started, to: GCallback.self))
        connect(server, "request-finished", unsafeBitCast(finished, to: GCallback.self))
        connect(server, "request-aborted", unsafeBitCast(finished, to: GCallback.self))
        soup_server_add_early_handler(
            server, nil, { _, message, _, _, data in WebServer.enter(data, message) { $0.examine($1) } }, data, nil)
        soup_server_add_handler(
            server, nil, { _, message, _, _, data in WebServer.enter(data, message) { $0.handle($1) } }, data, nil)
        for path in socketPaths {
            soup_server_add_early_handler(
                server, path, { _, message, _, _, data in WebServer.enter(data, message) { $0.examine($1) } }, data, nil
            )
        }
    }

    static func enter(
        _ data: UnsafeMutableRawPointer?, _ message: OpaquePointer?,
        _ body: @Sendable (isolated WebServer, OpaquePointer) -> Void
    ) {
        guard let data, let message = message.map(UncheckedTransfer.init) else { return }
        Unmanaged<WebServer>.fromOpaque(data).takeUnretainedValue().assumeIsolated { body($0, message.value) }
    }

    func connection(of message: OpaquePointer) -> WebConnection.Number? {
        soup_server_message_get_remote_address(message).flatMap { connections.number(at: $0) }
    }

    private func begin(_ message: OpaquePointer) {
        guard let number = connection(of: message) else { return }
        nextNumber += 1
        exchanges[message] = WebExchange(number: nextNumber, connection: number)
        connections[number]?.message = message
        connections[number]?.meter.rest = Self.mostOfARequest
        if connections[number]?.handle == nil {
            connections[number]?.handle = message
            g_object_ref(UnsafeMutableRawPointer(message))
        }
    }

    private func end(_ message: OpaquePointer) {
        guard let exchange = exchanges.removeValue(forKey: message) else { return }
        requests.responseBytes -= exchange.bytes
        // The first message of a connection exists as long as the connection, so its body is freed here.
        soup_message_body_truncate(soup_server_message_get_request_body(message))
        soup_message_body_truncate(soup_server_message_get_response_body(message))
        // libsoup itself responds to requests that it does not understand, and would keep their connections open.
        guard connections[exchange.connection]?.phase == .answer else {
            return Self.removeSoon(ConnectionLink(self, exchange.connection))
        }
        let now = ContinuousClock.now
        connections[exchange.connection]?.phase = .request
        connections[exchange.connection]?.message = nil
        connections[exchange.connection]?.waitsSince = now
        connections[exchange.connection]?.deadline = now + limits.idle
        connections[exchange.connection]?.meter.rest = Self.mostOfARequest
    }

    /// Accepts or rejects a request when its head has been read, before its body is read.
    private func examine(_ message: OpaquePointer) {
        guard let exchange = exchanges[message] else { return }
        guard let refusal = refusal(of: message, exchange.connection) else {
            let most = mostOfBody(of: message)
            connections[exchange.connection]?.meter.mostOfBody = UInt(most)
            let more = most - limits.body
            if more > 0 { connections[exchange.connection]?.meter.rest = Self.mostOfARequest + more }
            return
        }
        refuse(message, exchange.connection, refusal.response)
        if refusal.isUrgent { answerAtOnce(exchange.connection, refusal.response) }
    }

    private func refuse(_ message: OpaquePointer, _ number: WebConnection.Number, _ refusal: WebResponse) {
        exchanges[message]?.isRefused = true
        soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        // The rest of the body is discarded, so that a client that sends first and reads later gets its answer.
        connections[number]?.meter.rest = 4 * Self.mostOfARequest
        write(refusal, to: message, closing: true)
    }

    /// Rejects a connection's current request if its head or body has turned out to be invalid.
    func refuseFaulty(_ number: WebConnection.Number) {
        guard let connection = connections[number], connection.phase == .request, connection.meter.heads.isJudged,
            let message = connection.message, let exchange = exchanges[message], exchange.connection == number,
            !exchange.isRefused, let refusal = faultRefusal(of: message, connection)
        else { return }
        refuse(message, number, refusal)
        answerAtOnce(number, refusal)
    }

    /// Returns the response that rejects a request for its head or the body read so far; `nil` to accept the request.
    private func faultRefusal(of message: OpaquePointer, _ connection: WebConnection) -> WebResponse? {
        let heads = connection.meter.heads
        switch heads.fault {
        case .endlessHead: return application.response(toExcess: 431)
        case .chunk where heads.isJudged: return application.response(toExcess: 400)
        case .chunk, nil: break
        }
        guard heads.isJudged, heads.announced > UInt(mostOfBody(of: message)) else { return nil }
        return application.response(toLargeBodyOf: head(of: message))
    }

    /// Returns the response that rejects a request by its head, or `nil`. `isUrgent`: true to skip reading the body.
    private func refusal(
        of message: OpaquePointer, _ number: WebConnection.Number
    ) -> (response: WebResponse, isUrgent: Bool)? {
        let now = ContinuousClock.now
        let isClear = connections[number]?.meter.heads.nextVerdict() ?? false
        let fields = soup_server_message_get_request_headers(message)
        // libsoup would copy each requested part of the body. Many small ranges would need many times its memory.
        let ranges = head(of: message).values(of: "range")
        exchanges[message]?.ranges = ranges
        soup_message_headers_remove(fields, "Range")
        let head = head(of: message)
        let length = soup_message_headers_get_content_length(fields)
        let isLarge = length > mostOfBody(of: message)
        let isPlain = isClear && head.hasPlainLength
        let fault = connections[number].flatMap { faultRefusal(of: message, $0) }
        let isUrgent = isLarge || length < 0 || !isPlain || fault != nil
        if let refusal = strangersRefusal(of: head, number, at: now) { return (refusal, isUrgent) }
        let status = connections[number]?.meter.heads.status ?? 400
        guard isPlain else { return (application.response(toExcess: status), isUrgent) }
        // Unauthorised clients must not use up the request rate of authorised ones.
        guard requests.rate.admit(at: now), connections[number]?.requests.admit(at: now) ?? false,
            head.values(of: "upgrade").isEmpty || requests.upgrades.admit(at: now)
        else { return (application.response(toExcess: 429), isUrgent) }
        if isLarge { return (application.response(toLargeBodyOf: head), isUrgent) }
        return fault.map { ($0, isUrgent) }
    }

    /// Returns the maximum size of the request's body, in bytes.
    private func mostOfBody(of message: OpaquePointer) -> Int {
        application.mostOfBody(of: head(of: message)) ?? limits.body
    }

    /// Returns the response that rejects an unauthorised request or a peer with too many failures; `nil` to accept it.
    private func strangersRefusal(
        of head: WebHead, _ number: WebConnection.Number, at now: ContinuousClock.Instant
    ) -> WebResponse? {
        guard let connection = connections[number] else { return application.response(toExcess: 503) }
        if !connection.isKnown, !failures.admits(connection.peer, at: now) {
            return application.response(toExcess: 429)
        }
        guard let refusal = application.refusal(of: head) else {
            // A web page may send a preflight request (OPTIONS) without credentials.
            if head.method != "OPTIONS" { connections[number]?.isKnown = true }
            return nil
        }
        return counted(refusal, of: connection.peer, at: now)
    }

    /// Counts a response that denies access (401) and returns it; returns 429 if the peer has received too many.
    private func counted(
        _ response: WebResponse, of peer: Peer, at now: ContinuousClock.Instant
    ) -> WebResponse {
        response.status != 401 || failures.count(peer, at: now) ? response : application.response(toExcess: 429)
    }

    /// Queues a request that has been read completely for the application.
    private func handle(_ message: OpaquePointer) {
        guard var exchange = exchanges[message], !exchange.isRefused else { return }
        connections[exchange.connection]?.phase = .answer
        connections[exchange.connection]?.deadline = .now + limits.answer
        if let refusal = connections[exchange.connection].flatMap({ faultRefusal(of: message, $0) }) {
            return write(refusal, to: message, closing: true)
        }
        guard let body = body(of: message) else {
            return write(application.response(toLargeBodyOf: head(of: message)), to: message, closing: true)
        }
        exchange.isPaused = true
        exchanges[message] = exchange
        g_object_ref(UnsafeMutableRawPointer(message))
        soup_server_message_pause(message)
        requests.waiting.append(
            WaitingRequest(message: UncheckedTransfer(message), number: exchange.number, body: body))
        startRequests()
    }

    /// Passes waiting requests to the application, up to the maximum number. Skips requests of disconnected clients.
    private func startRequests() {
        while requests.running < limits.running, !requests.waiting.isEmpty {
            let next = requests.waiting.removeFirst()
            guard exchanges[next.message.value]?.number == next.number else {
                g_object_unref(UnsafeMutableRawPointer(next.message.value))
                continue
            }
            requests.running += 1
            let request = WebRequest(head(of: next.message.value), body: next.body)
            Task { [application] in
                let response = await application.response(to: request)
                requests.running -= 1
                answer(next.message, next.number, response)
                startRequests()
            }
        }
    }

    private func answer(_ key: UncheckedTransfer<OpaquePointer>, _ number: Int, _ response: WebResponse) {
        defer { g_object_unref(UnsafeMutableRawPointer(key.value)) }
        guard let exchange = exchanges[key.value], exchange.number == number else { return }
        var response = response
        if let peer = connections[exchange.connection]?.peer { response = counted(response, of: peer, at: .now) }
        exchanges[key.value]?.isPaused = false
        let isTooMuch =
            requests.responseBytes > 0 && requests.responseBytes + response.body.count > limits.responses
            || response.content != nil && sendings >= limits.contents
        let isLast = isTooMuch || connections[exchange.connection]?.meter.heads.isLost ?? true
        write(isTooMuch ? application.response(toExcess: 503) : response, to: key.value, closing: isLast)
        if !sendNext(key, number) { soup_server_message_unpause(key.value) }
    }

    private func write(_ response: WebResponse, to message: OpaquePointer, closing: Bool) {
        // The reason phrases of statuses that libsoup does not know.
        let phrases = [426: "Upgrade Required", 429: "Too Many Requests"]
        soup_server_message_set_status(message, guint(response.status), phrases[response.status])
        let fields = soup_server_message_get_response_headers(message)
        for field in response.fields { soup_message_headers_replace(fields, field.name, field.value) }
        if closing { soup_message_headers_replace(fields, "Connection", "close") }
        if let content = response.content { return prepare(content, type: response.type, message) }
        response.body.withUnsafeBytes { body in
            soup_server_message_set_response(
                message, response.type, .copy, body.assumingMemoryBound(to: CChar.self).baseAddress, gsize(body.count))
        }
        exchanges[message]?.bytes = response.body.count
        requests.responseBytes += response.body.count
    }

    /// Returns the body of the request; `nil` if it is too large.
    private func body(of message: OpaquePointer) -> [UInt8]? {
        guard let body = soup_server_message_get_request_body(message), body.pointee.length <= mostOfBody(of: message)
        else { return nil }
        guard let bytes = soup_message_body_flatten(body) else { return [] }
        defer { g_bytes_unref(bytes) }
        return [UInt8](bytes)
    }

    func head(of message: OpaquePointer) -> WebHead {
        let uri = soup_server_message_get_uri(message)
        let collected = FieldList()
        soup_message_headers_foreach(
            soup_server_message_get_request_headers(message),
            { name, value, data in
                guard let name, let value, let data else { return }
                let list = Unmanaged<FieldList>.fromOpaque(data).takeUnretainedValue()
                list.fields.append(WebField(String(cString: name).lowercased(), String(cString: value)))
            }, Unmanaged.passUnretained(collected).toOpaque())
        return WebHead(
            soup_server_message_get_method(message).map { String(cString: $0) } ?? "",
            path: g_uri_get_path(uri).map { String(cString: $0) } ?? "",
            query: g_uri_get_query(uri).map { String(cString: $0) },
            fields: collected.fields + (exchanges[message]?.ranges ?? []).map { WebField("range", $0) })
    }
}

private final class FieldList { var fields: [WebField] = [] }

/// The queue of requests from all connections of the web server, with the limits on their rates.
struct RequestQueue {
    var rate: RateLimit
    var upgrades: RateLimit
    /// The requests that wait for the application, in order of arrival.
    var waiting: [WaitingRequest] = []
    /// The number of requests that the application is handling now.
    var running = 0
    /// The total size of the responses that are being sent, in bytes.
    var responseBytes = 0
}

/// A complete request that waits to be passed to the application.
struct WaitingRequest: Sendable {
    /// An owned reference to libsoup's message for the request.
    fileprivate let message: UncheckedTransfer<OpaquePointer>
    /// The number of the exchange to which the request belongs.
    fileprivate let number: Int
    fileprivate let body: [UInt8]
}
