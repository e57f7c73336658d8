import DualCamRecordings
import DualCamSession
import Soup

/// The error returned for a rejected HTTP request, with the HTTP status.
typealias RouteRefusal = Failure<RouteCode>

enum RouteCode: FailureCode {
    case control(ControlRefusal.Code)
    case unauthorized, badHost, badOrigin, readOnly, notFound
    /// The HTTP method is not allowed for the route; the value lists the allowed methods.
    case methodNotAllowed(String)
    /// The route has another path, which is the value.
    case moved(String)
    case tooLarge, unsupportedMediaType, upgradeRequired, tooManyRequests, busy

    /// The error codes of the HTTP interface that commands do not use, listed in the interface's description. `moved` is
    /// left out, because the description does not list former paths.
    static let own: [RouteCode] = [
        .unauthorized, .badHost, .badOrigin, .readOnly, .notFound, .methodNotAllowed(""), .tooLarge,
        .unsupportedMediaType,
        .upgradeRequired, .tooManyRequests, .busy,
    ]

    var word: String { told.word }

    /// The HTTP status of a response with this error code.
    var status: Int { told.status }

    private var told: (status: Int, word: String) {
        switch self {
        case .control(let code): (code.status, code.word)
        case .unauthorized: (401, "unauthorized")
        case .badHost: (403, "bad-host")
        case .badOrigin: (403, "bad-origin")
        case .readOnly: (403, "read-only")
        case .notFound: (404, "not-found")
        case .moved: (308, "moved")
        case .methodNotAllowed: (405, "method-not-allowed")
        case .tooLarge: (413, "too-large")
        case .unsupportedMediaType: (415, "unsupported-media-type")
        case .upgradeRequired: (426, "upgrade-required")
        case .tooManyRequests: (429, "too-many-requests")
        case .busy: (503, "busy")
        }
    }

    /// The header fields that a response with this error code must have.
    var fields: [WebField] {
        switch self {
        case .unauthorized: [WebField("WWW-Authenticate", "Bearer")]
        case .methodNotAllowed(let method): [WebField("Allow", method)]
        case .moved(let path): [WebField("Location", path)]
        case .upgradeRequired: [WebField("Upgrade", "websocket")]
        case .tooManyRequests, .busy: [WebField("Retry-After", "1")]
        case .control, .badHost, .badOrigin, .readOnly, .notFound, .tooLarge, .unsupportedMediaType: []
        }
    }
}

extension RouteRefusal {
    init(_ refusal: ControlRefusal) {
        self.init(.control(refusal.code), refusal.message, advice: refusal.advice, reason: refusal.reason)
    }

    var response: WebResponse { WebResponse(code.status, json, fields: code.fields) }

    /// Creates the error for a request whose body exceeds the maximum size.
    ///
    /// - Parameter most: the maximum size in bytes; `nil` for the default of `WebLimits`.
    init(body most: Int?) {
        self.init(
            .tooLarge, "The request's body is too large.",
            advice: "Send at most \(most ?? WebLimits().body) bytes.")
    }

    /// Creates the error for a request that the web server itself rejects before it reaches a route.
    ///
    /// - Parameter status: the HTTP status: 400, 413, 429 or 431; any other status means that the server is too busy.
    init(excess status: Int) {
        switch status {
        case 400:
            self.init(
                .control(.badRequest),
                "The request is unclear: a line of its head is no 'name: value', or the length of the body or of a chunk is not plain.",
                advice:
                    "Write no blank before a colon, and one Content-Length of digits or 'Transfer-Encoding: chunked', not both; a chunk's size has 1 to 12 hexadecimal digits."
            )
        case 431:
            self.init(
                .control(.badRequest), "The request's head is too long.",
                advice: "Send at most \(WebLimits.longestHead) bytes before the body.")
        case 413: self.init(body: nil)
        case 429: self.init(.tooManyRequests, "There are too many requests.", advice: "Ask again in a second.")
        default: self.init(.busy, "Too much is being sent already.", advice: "Ask again in a second.")
        }
    }
}

extension ControlCode {
    /// The HTTP status of the response if a command fails with this error code.
    var status: Int {
        switch self {
        case .unknownCommand: 404
        case .badRequest: 400
        case .badValue: 422
        case .notNow: 409
        case .unsupported: 501
        case .timeout: 504
        case .failed: 500
        case .unavailable, .tooHot: 503
        // The status Insufficient Storage (RFC 4918).
        case .diskFull, .diskFailed, .outputNotCreated: 507
        }
    }
}

extension WebResponse {
    /// The media type of metrics in Prometheus's text format.
    static let metricsType = "text/plain; version=0.0.4"

    /// Creates a response with JSON on one line, which clients must not cache.
    init(_ status: Int, _ json: JSONValue, fields: [WebField] = []) {
        self.init(
            status, type: "application/json",
            fields: fields + [WebField("Cache-Control", "no-store"), WebField("X-Content-Type-Options", "nosniff")],
            body: Array((json.line + "\n").utf8))
    }
}
