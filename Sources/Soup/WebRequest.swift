internal import CGStreamer

/// The head of a request: everything before its body.
package struct WebHead: Sendable, Equatable {
    package var method: String
    /// The percent-decoded path components; `nil` if the path is invalid.
    package var segments: [String]?
    /// The percent-decoded query fields, in order; `nil` if the query is invalid.
    package var query: [WebField]?
    /// The headers with lower-case names, in order.
    package var fields: [WebField]

    package init(_ method: String, path: String, query: String? = nil, fields: [WebField] = []) {
        (self.method, self.fields) = (method, fields)
        segments = PercentEncoding.segments(of: path)
        self.query = PercentEncoding.fields(of: query ?? "")
    }

    /// Returns all values of a header, one for each occurrence. `name` must be in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// A name and its value, of a header or a query.
package struct WebField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A complete request.
package struct WebRequest: Sendable, Equatable {
    package var head: WebHead
    package var body: [UInt8]

    package init(_ head: WebHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}

package struct WebResponse: Sendable, Equatable {
    /// The HTTP status, 200 ... 599.
    package var status: Int
    /// The media type of the body, such as `application/json`.
    package var type: String
    /// The headers besides those that HTTP itself requires.
    package var fields: [WebField]
    package var body: [UInt8]
    /// The content that is sent instead of `body`.
    package var content: WebContent?

    package init(_ status: Int, type: String, fields: [WebField] = [], body: [UInt8]) {
        (self.status, self.type, self.fields, self.body) = (status, type, fields, body)
    }

    package init(_ status: Int, type: String, fields: [WebField] = [], content: WebContent) {
        (self.status, self.type, self.fields, body, self.content) = (status, type, fields, [], content)
    }
}

/// The application behind a server, which answers its requests.
package protocol WebApplication: Sendable {
    /// Returns the response that refuses a request before its body is read; `nil` to accept it. Must be fast.
    func refusal(of head: WebHead) -> WebResponse?

    func response(to request: WebRequest) async -> WebResponse

    /// Returns the response with which the server itself refuses a request.
    ///
    /// - Parameter status: 413, 429, 503, 431 (the head is too long), or 400. 400 means a head line that is not a
    ///   field, an ambiguous body length, or a chunk without a plain size.
    func response(toExcess status: Int) -> WebResponse

    /// Returns the maximum size of a request's body in bytes; `nil` for the server's default.
    func mostOfBody(of head: WebHead) -> Int?

    /// Returns the response to a request whose body is too large.
    func response(toLargeBodyOf head: WebHead) -> WebResponse

    /// Returns true for a client that receives the reduced broadcasts.
    func seesLess(_ head: WebHead) -> Bool

    /// Serves a WebSocket client. The socket is closed when the function returns. The client's messages end when it
    /// disconnects.
    func converse(over socket: WebSocket) async
}

extension WebApplication {
    package func mostOfBody(of head: WebHead) -> Int? { nil }

    package func seesLess(_ head: WebHead) -> Bool { false }

    package func response(toLargeBodyOf head: WebHead) -> WebResponse { response(toExcess: 413) }
}

/// The limits on the resources that clients may use.
package struct WebLimits: Sendable {
    /// The maximum size of a request's head in bytes. libsoup's own limit is 64 KiB, above which it closes the
    /// connection without an answer.
    package static let longestHead = 60 << 10
    /// The maximum number of simultaneous connections.
    package var connections = 256
    /// The maximum number of connections of one address, or of one half of an IPv6 address.
    package var connectionsOfOne = 192
    /// The maximum size of a request's body in bytes, unless the application sets another one.
    package var body = 65536
    /// The total size in bytes of responses in transit, above which no further response with a body is started.
    package var responses = 64 << 20
    /// The maximum number of simultaneous responses whose content is read while it is sent.
    package var contents = 64
    /// The timeout for the first request of a connection.
    package var first = Duration.seconds(10)
    /// The timeout for a later request.
    package var idle = Duration.seconds(30)
    /// The timeout for an answer, including its reception by the client; for streamed content, the timeout for each
    /// piece.
    package var answer = Duration.seconds(60)
    /// The maximum number of requests that the application handles at once. Others wait.
    package var running = 16
    /// The time after which a WebSocket client that receives nothing is dropped.
    package var stall = Duration.seconds(10)
    /// The interval of pings to WebSocket clients, in whole seconds.
    package var ping = Duration.seconds(10)
    /// The timeout for the answer to a ping.
    package var pong = Duration.seconds(20)
    /// The rate of requests of all connections; `requestsOfOne` is that of a single connection.
    package var requests = RateLimit(each: .microseconds(200), burst: 5000)
    package var requestsOfOne = RateLimit(each: .milliseconds(20), burst: 100)
    /// The rate of new WebSockets, each of which begins with the complete state.
    package var upgrades = RateLimit(each: .milliseconds(20), burst: 100)
    /// The rate at which requests of one address are refused with 401. Beyond it they are refused with 429.
    package var failures = RateLimit(each: .milliseconds(200), burst: 20)
    /// The maximum number of messages that wait for one WebSocket client; `queueBytes` limits their size in bytes.
    package var queue = 256
    package var queueBytes = 1 << 20
    /// The maximum number of messages from one WebSocket client that are not answered yet.
    package var unanswered = 32

    package init() {}
}

/// A WebSocket client, as an application sees it.
package struct WebSocket: Sendable {
    /// The request with which the WebSocket was opened.
    package let head: WebHead
    /// The client's text messages, in order. The stream ends when the client disconnects.
    package let messages: AsyncStream<String>
    let number: WebConnection.Number
    let server: WebServer

    /// Queues a message. A client that receives too slowly is dropped and gets nothing more.
    package func send(_ text: String) async { await server.send(.text(text), to: number) }

    /// Queues messages for several clients, in order for each client.
    package static func send(_ messages: [(socket: WebSocket, message: SocketMessage)]) async {
        let parts = Dictionary(grouping: messages) { ObjectIdentifier($0.socket.server) }
        for part in parts.values {
            await part[0].socket.server.send(part.map { ($0.socket.number, $0.message) })
        }
    }

    /// Closes the WebSocket after the queued messages. The client's messages end once it has closed, too.
    package func close() async { await server.hangUp(number) }

    /// Queues the first message, then the broadcasts since the client connected. From then on the client receives
    /// broadcasts.
    package func begin(with text: String) async { await server.begin(number, with: text) }
}

/// The percent-encoding of paths and queries in URIs (RFC 3986).
package enum PercentEncoding {
    /// Returns the decoded components of a path; `nil` if one is not valid text. `..` has no special meaning: no file
    /// has that name.
    static func segments(of path: String) -> [String]? {
        decoded(path.split(separator: "/").map(String.init))
    }

    /// Returns the decoded fields of a query such as `a=1&b=2`; `nil` if a part is not valid text.
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

    /// Encodes a text as a path segment or a fragment. Letters, digits and `-._~` stay unchanged.
    package static func encoded(_ text: String) -> String {
        guard let encoded = g_uri_escape_string(text, nil, 0) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
    }
}
