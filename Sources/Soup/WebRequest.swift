internal import CGStreamer

/// The head of a request to the web server: everything before the request's body.
package struct WebHead: Sendable, Equatable {
    package var method: String
    /// The percent-decoded components of the request's path; `nil` if the path is invalid.
    package var segments: [String]?
    /// The percent-decoded fields of the request's query, in order; `nil` if the query is invalid.
    package var query: [WebField]?
    /// The header fields of the request, in order, with their names in lower case.
    package var fields: [WebField]

    package init(_ method: String, path: String, query: String? = nil, fields: [WebField] = []) {
        (self.method, self.fields) = (method, fields)
        segments = PercentEncoding.segments(of: path)
        self.query = PercentEncoding.fields(of: query ?? "")
    }

    /// Returns all values of a header field, one for each occurrence. `name` must be in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// A name with its value, in a request's header or query.
package struct WebField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A complete request to the web server.
package struct WebRequest: Sendable, Equatable {
    package var head: WebHead
    package var body: [UInt8]

    package init(_ head: WebHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}

package struct WebResponse: Sendable, Equatable {
    /// The HTTP status of the response, 200 ... 599.
    package var status: Int
    /// The media type of the response's body, such as `application/json`.
    package var type: String
    /// The header fields of the response, in addition to those that HTTP requires.
    package var fields: [WebField]
    package var body: [UInt8]
    /// The content that is sent in pieces instead of `body`; `nil` to send `body`.
    package var content: WebContent?

    package init(_ status: Int, type: String, fields: [WebField] = [], body: [UInt8]) {
        (self.status, self.type, self.fields, self.body) = (status, type, fields, body)
    }

    package init(_ status: Int, type: String, fields: [WebField] = [], content: WebContent) {
        (self.status, self.type, self.fields, body, self.content) = (status, type, fields, [], content)
    }
}

/// The application of a web server, which creates the responses to the requests that the server receives.
package protocol WebApplication: Sendable {
    /// Returns the response that rejects a request before its body is read; `nil` to accept the request. Must be fast.
    func refusal(of head: WebHead) -> WebResponse?

    func response(to request: WebRequest) async -> WebResponse

    /// Returns the response with which the server rejects a request without calling `response(to:)`, for example
    /// because a limit is exceeded.
    ///
    /// - Parameter status: the HTTP status: 413, 429, 503, 431 (the head is too long), or 400. 400 means that a line of
    ///   the head is not a field, the body's length is ambiguous, or a chunk's size is invalid.
    func response(toExcess status: Int) -> WebResponse

    /// Returns the maximum size of the request's body in bytes; `nil` for the server's default.
    func mostOfBody(of head: WebHead) -> Int?

    /// Returns the response to a request whose body exceeds the maximum size.
    func response(toLargeBodyOf head: WebHead) -> WebResponse

    /// Returns true if a WebSocket client has fewer rights and therefore receives the reduced text of each broadcast
    /// (`WebServer.broadcast`).
    func seesLess(_ head: WebHead) -> Bool

    /// Communicates with a WebSocket client. When the function returns, the WebSocket is closed. The stream of the
    /// client's messages ends when the client disconnects.
    func converse(over socket: WebSocket) async
}

extension WebApplication {
    package func mostOfBody(of head: WebHead) -> Int? { nil }

    package func seesLess(_ head: WebHead) -> Bool { false }

    package func response(toLargeBodyOf head: WebHead) -> WebResponse { response(toExcess: 413) }
}

/// The limits of a web server, such as connections, sizes, times and rates.
package struct WebLimits: Sendable {
    /// The maximum size of a request's head in bytes. It is below libsoup's own limit of 64 KiB, above which libsoup
    /// closes the connection without a response.
    package static let longestHead = 60 << 10
    /// The maximum number of simultaneous connections from all clients.
    package var connections = 256
    /// The maximum number of simultaneous connections from one IPv4 address, or from the first half of one IPv6
    /// address.
    package var connectionsOfOne = 192
    /// The maximum size of a request's body in bytes, unless the application sets a different limit.
    package var body = 65536
    /// The maximum total size, in bytes, of responses being sent. Above it, no further response with a body is started.
    package var responses = 64 << 20
    /// The maximum number of simultaneous responses whose content is sent in pieces.
    package var contents = 64
    /// The timeout for a new connection's first request.
    package var first = Duration.seconds(10)
    /// The timeout for each further request on a connection.
    package var idle = Duration.seconds(30)
    /// The timeout for a response: the application must create it and the client must receive it within this time. For
    /// content sent in pieces, it applies to each piece.
    package var answer = Duration.seconds(60)
    /// The maximum number of requests that the application handles simultaneously. Further requests wait.
    package var running = 16
    /// The time after which a WebSocket client is disconnected if it accepts none of the data queued for it.
    package var stall = Duration.seconds(10)
    /// The interval between pings to each WebSocket client, in whole seconds.
    package var ping = Duration.seconds(10)
    /// The timeout for a WebSocket client's response to a ping. A client is disconnected after it has sent nothing for
    /// this time plus the interval between pings.
    package var pong = Duration.seconds(20)
    /// The maximum rate of requests on all connections together.
    package var requests = RateLimit(each: .microseconds(200), burst: 5000)
    /// The maximum rate of requests on a single connection.
    package var requestsOfOne = RateLimit(each: .milliseconds(20), burst: 100)
    /// The maximum rate of new WebSockets. The limit is low, because each new client is sent the complete state, which
    /// is large.
    package var upgrades = RateLimit(each: .milliseconds(20), burst: 100)
    /// The maximum rate of 401 responses to one address. Above it, the address's requests are rejected with 429.
    package var failures = RateLimit(each: .milliseconds(200), burst: 20)
    /// The maximum number of messages that may wait for one WebSocket client.
    package var queue = 256
    /// The maximum total size, in bytes, of the messages that may wait for one WebSocket client.
    package var queueBytes = 1 << 20
    /// The maximum number of messages from one WebSocket client that may wait for the application's response.
    package var unanswered = 32

    package init() {}
}

/// A WebSocket client as seen by the application.
package struct WebSocket: Sendable {
    /// The head of the request that opened the WebSocket.
    package let head: WebHead
    /// The text messages of the client, in order. The stream ends when the client disconnects.
    package let messages: AsyncStream<String>
    let number: WebConnection.Number
    let server: WebServer

    /// Queues a text message for the client. A client that receives too slowly is disconnected.
    package func send(_ text: String) async { await server.send(.text(text), to: number) }

    /// Queues messages for several WebSocket clients, preserving each client's order.
    package static func send(_ messages: [(socket: WebSocket, message: SocketMessage)]) async {
        let parts = Dictionary(grouping: messages) { ObjectIdentifier($0.socket.server) }
        for part in parts.values {
            await part[0].socket.server.send(part.map { ($0.socket.number, $0.message) })
        }
    }

    /// Closes the WebSocket after the queued messages. `messages` ends when the client has closed the WebSocket as
    /// well.
    package func close() async { await server.hangUp(number) }

    /// Queues the first message to a new client, followed by all broadcasts sent since the client connected.
    /// Afterwards, the client receives every broadcast.
    package func begin(with text: String) async { await server.begin(number, with: text) }
}

/// The percent-encoding of paths and queries in URIs (RFC 3986).
package enum PercentEncoding {
    /// Returns the decoded components of a URI path; `nil` if one of them is not valid text. `..` has no special
    /// meaning, because no file has that name.
    static func segments(of path: String) -> [String]? {
        decoded(path.split(separator: "/").map(String.init))
    }

    /// Returns the decoded fields of a URI query such as `a=1&b=2`; `nil` if one of them is not valid text.
    package static func fields(of query: String) -> [WebField]? {
        var fields: [WebField] = []
        for part in query.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let texts = decoded(halves), let name = texts.first else { return nil }
            fields.append(WebField(name, texts.count > 1 ? texts[1] : ""))
        }
        return fields
    }

    private static func decoded(_ parts: [String]) -> [String]? {
        let texts = parts.compactMap { part -> String? in
            guard let text = g_uri_unescape_string(part, nil) else { return nil }
            defer { g_free(text) }
            return String(validatingCString: text)
        }
        return texts.count == parts.count ? texts : nil
    }

    /// Encodes a text as a URI path segment or fragment. Letters, digits and `-._~` stay unchanged.
    package static func encoded(_ text: String) -> String {
        guard let encoded = g_uri_escape_string(text, nil, 0) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
    }
}
