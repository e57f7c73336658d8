/// What a request says before its body.
public struct WebHead: Sendable, Equatable {
    public var method: String
    /// The path between its slashes, percent-encoding undone; `nil`: it is no valid path.
    public var segments: [String]?
    /// In the order of the request, percent-encoding undone; `nil`: it is no valid query.
    public var query: [WebField]?
    /// Names in small letters, in the order of the request.
    public var fields: [WebField]

    public init(_ method: String, path: String, query: String? = nil, fields: [WebField] = []) {
        (self.method, self.fields) = (method, fields)
        segments = PercentEncoding.segments(of: path)
        self.query = PercentEncoding.fields(of: query ?? "")
    }

    /// The values of a header that came more than once are each here; `name` in small letters.
    public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

/// A name and its value: of a header or of a query.
public struct WebField: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A whole request.
public struct WebRequest: Sendable, Equatable {
    public var head: WebHead
    public var body: [UInt8]

    public init(_ head: WebHead, body: [UInt8] = []) { (self.head, self.body) = (head, body) }
}

public struct WebResponse: Sendable, Equatable {
    /// The HTTP status, 200 ... 599.
    public var status: Int
    /// Of the body, as `application/json`.
    public var type: String
    /// Besides those that HTTP itself needs.
    public var fields: [WebField]
    public var body: [UInt8]

    public init(_ status: Int, type: String, fields: [WebField] = [], body: [UInt8]) {
        (self.status, self.type, self.fields, self.body) = (status, type, fields, body)
    }
}

/// What a server is for.
public protocol WebApplication: Sendable {
    /// Why a request is refused before its body is read; `nil`: it is not. Must be quick.
    func refusal(of head: WebHead) -> WebResponse?

    func response(to request: WebRequest) async -> WebResponse

    /// What is said where the server itself refuses: `status` is 413, 429 or 503.
    func response(toExcess status: Int) -> WebResponse

    /// Speaks with one client; the socket is closed when it returns. Its messages end when the client is gone.
    func converse(over socket: WebSocket) async
}

/// How much of this process clients may have.
public struct WebLimits: Sendable {
    /// Connections at a time.
    public var connections = 256
    /// A request's body, in bytes.
    public var body = 65536
    /// A response's body is not begun while this many bytes of others are on their way.
    public var responses = 64 << 20
    /// A connection must have sent its first request by then.
    public var first = Duration.seconds(10)
    /// A later one.
    public var idle = Duration.seconds(30)
    /// A request is answered, and the answer taken, by then.
    public var answer = Duration.seconds(60)
    /// A WebSocket's client that takes nothing for this long is dropped.
    public var stall = Duration.seconds(10)
    /// Requests of all connections, and of one.
    public var requests = RateLimit(each: .milliseconds(2), burst: 1000)
    public var requestsOfOne = RateLimit(each: .milliseconds(20), burst: 100)
    /// New connections.
    public var arrivals = RateLimit(each: .milliseconds(5), burst: 256)
    /// Messages that wait for one WebSocket's client, and their bytes.
    public var queue = 256
    public var queueBytes = 1 << 20
    /// Messages of one WebSocket's client that are not answered yet.
    public var unanswered = 32

    public init() {}
}
