internal import CGStreamer

/// The head of a request is what it says before its body.
package struct WebHead: Sendable, Equatable {
    package var method: String
    /// The path between its slashes, percent-encoding undone; `nil`: it is no valid path.
    package var segments: [String]?
    /// The query's fields in the order of the request, percent-encoding undone; `nil`: it is no valid query.
    package var query: [WebField]?
    /// Names in small letters, in the order of the request.
    package var fields: [WebField]

    package init(_ method: String, path: String, query: String? = nil, fields: [WebField] = []) {
        (self.method, self.fields) = (method, fields)
        segments = PercentEncoding.segments(of: path)
        self.query = PercentEncoding.fields(of: query ?? "")
    }

    /// The values of a header that came more than once are each here; `name` in small letters.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// A name and its value: of a header or of a query.
package struct WebField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A whole request.
package struct WebRequest: Sendable, Equatable {
    package var head: WebHead
    package var body: [UInt8]

    package init(_ head: WebHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}

package struct WebResponse: Sendable, Equatable {
    /// The HTTP status, 200 ... 599.
    package var status: Int
    /// The media type of the body, as `application/json`.
    package var type: String
    /// Besides those that HTTP itself needs.
    package var fields: [WebField]
    package var body: [UInt8]
    /// Sent in the body's place.
    package var content: WebContent?

    package init(_ status: Int, type: String, fields: [WebField] = [], body: [UInt8]) {
        (self.status, self.type, self.fields, self.body) = (status, type, fields, body)
    }

    package init(_ status: Int, type: String, fields: [WebField] = [], content: WebContent) {
        (self.status, self.type, self.fields, body, self.content) = (status, type, fields, [], content)
    }
}

/// An application says what a server is for.
package protocol WebApplication: Sendable {
    /// Returns why a request is refused before its body is read; `nil`: it is not. Must be quick.
    func refusal(of head: WebHead) -> WebResponse?

    func response(to request: WebRequest) async -> WebResponse

    /// Makes the response where the server itself refuses: `status` is 400 (the head has a line that is no field, or tells
    /// the body's length unclearly, or a chunk of the body has no plain size), 413, 429, 431 (the head is too long) or 503.
    func response(toExcess status: Int) -> WebResponse

    /// Returns the most bytes that the body of a request may have; `nil`: as many as those of most.
    func mostOfBody(of head: WebHead) -> Int?

    /// Makes the response to a request whose body is too large.
    func response(toLargeBodyOf head: WebHead) -> WebResponse

    /// Returns true for a client that gets the reduced form of what is broadcast.
    func seesLess(_ head: WebHead) -> Bool

    /// Speaks with one client; the socket is closed when it returns. Its messages end when the client is gone.
    func converse(over socket: WebSocket) async
}

extension WebApplication {
    package func mostOfBody(of head: WebHead) -> Int? { nil }

    package func seesLess(_ head: WebHead) -> Bool { false }

    package func response(toLargeBodyOf head: WebHead) -> WebResponse { response(toExcess: 413) }
}

/// The limits of what clients may have of this process.
package struct WebLimits: Sendable {
    /// The bytes of a request's head. libsoup's own limit is 64 KiB: it closes the connection without a word.
    package static let longestHead = 60 << 10
    /// Connections at a time.
    package var connections = 256
    /// Connections of one address, half an IPv6 address included.
    package var connectionsOfOne = 192
    /// A request's body, in bytes, where the application says nothing else.
    package var body = 65536
    /// A response's body is not begun while this many bytes of others are on their way.
    package var responses = 64 << 20
    /// Responses at a time whose content is read while it is sent.
    package var contents = 64
    /// A connection must have sent its first request by then.
    package var first = Duration.seconds(10)
    /// A later one.
    package var idle = Duration.seconds(30)
    /// A request is answered, and the answer taken, by then; of content that is read while it is sent, each piece.
    package var answer = Duration.seconds(60)
    /// Requests that the application has at a time; the others wait.
    package var running = 16
    /// A WebSocket's client that takes nothing for this long is dropped.
    package var stall = Duration.seconds(10)
    /// A WebSocket's client is asked this often whether it is there, in whole seconds.
    package var ping = Duration.seconds(10)
    /// The time within which it must have answered.
    package var pong = Duration.seconds(20)
    /// Requests of all connections, and of one.
    package var requests = RateLimit(each: .microseconds(200), burst: 5000)
    package var requestsOfOne = RateLimit(each: .milliseconds(20), burst: 100)
    /// New WebSockets: each begins with all that there is to tell.
    package var upgrades = RateLimit(each: .milliseconds(20), burst: 100)
    /// The rate at which requests of one address are refused with 401; beyond it they are refused with 429.
    package var failures = RateLimit(each: .milliseconds(200), burst: 20)
    /// Messages that wait for one WebSocket's client, and their bytes.
    package var queue = 256
    package var queueBytes = 1 << 20
    /// Messages of one WebSocket's client that are not answered yet.
    package var unanswered = 32

    package init() {}
}

/// A WebSocket's client, as an application sees it.
package struct WebSocket: Sendable {
    /// The request with which it was opened.
    package let head: WebHead
    /// The text messages of the client, in their order; they end when it is gone.
    package let messages: AsyncStream<String>
    let number: WebConnection.Number
    let server: WebServer

    /// Queues a message. A client that takes too little is dropped, and nothing more reaches it.
    package func send(_ text: String) async { await server.send(.text(text), to: number) }

    /// Queues messages for several clients, each in the order of its own.
    package static func send(_ messages: [(socket: WebSocket, message: SocketMessage)]) async {
        let parts = Dictionary(grouping: messages) { ObjectIdentifier($0.socket.server) }
        for part in parts.values {
            await part[0].socket.server.send(part.map { ($0.socket.number, $0.message) })
        }
    }

    /// Says goodbye behind what was queued; the client's messages end when it does, too.
    package func close() async { await server.hangUp(number) }

    /// Queues its first message, then what has been broadcast since it came; from now on it gets what is broadcast.
    package func begin(with text: String) async { await server.begin(number, with: text) }
}

/// Paths and queries of URIs (RFC 3986).
package enum PercentEncoding {
    /// The parts of a path; `nil` where one is not a text. `..` is a name like another: no file is called so.
    static func segments(of path: String) -> [String]? {
        decoded(path.split(separator: "/").map(String.init))
    }

    /// `a=1&b=2`; `nil` where a part is no text.
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

    /// Returns a text as a segment of a path, or as a fragment: letters, digits and `-._~` stay.
    package static func encoded(_ text: String) -> String {
        guard let encoded = g_uri_escape_string(text, nil, 0) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
    }
}
