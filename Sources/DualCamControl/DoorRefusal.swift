import DualCamSession
import Soup

/// Why a request was not carried out, as HTTP says it.
struct DoorRefusal: Error, Sendable, Equatable {
    /// The HTTP status.
    var status: Int
    /// Stands in the answer, and stays stable.
    var code: String
    /// One full sentence.
    var message: String
    /// What to do, one full sentence; may be empty.
    var advice: String
    /// Headers of the answer.
    var fields: [WebField] = []

    init(_ status: Int, _ code: String, _ message: String, advice: String = "", fields: [WebField] = []) {
        (self.status, self.code, self.message) = (status, code, message)
        (self.advice, self.fields) = (advice, fields)
    }

    init(_ refusal: ControlRefusal) {
        self.init(refusal.code.status, refusal.code.rawValue, refusal.message, advice: refusal.advice)
    }

    /// `{"error": {"code": ..., "message": ..., "advice": ...}}`
    var json: JSONValue {
        let error: JSONValue = ["code": .string(code), "message": .string(message), "advice": .string(advice)]
        return ["error": error]
    }

    var response: WebResponse { WebResponse(status, json, fields: fields) }

    /// All codes that are no `ControlRefusal.Code`, for the description of the interface.
    static let codes = [
        "unauthorized", "bad-host", "bad-origin", "not-found", "method-not-allowed", "too-large",
        "unsupported-media-type",
        "upgrade-required", "too-many-requests", "busy",
    ]

    /// Of what the server refuses by itself.
    init(excess status: Int) {
        let again = [WebField("Retry-After", "1")]
        switch status {
        case 413:
            self.init(413, "too-large", "The request's body is too large.", advice: "Send at most 65536 bytes.")
        case 429:
            self.init(
                429, "too-many-requests", "There are too many requests.", advice: "Ask again in a second.",
                fields: again)
        default:
            self.init(503, "busy", "Too much is being sent already.", advice: "Ask again in a second.", fields: again)
        }
    }
}

extension ControlRefusal.Code {
    /// The HTTP status that says it.
    var status: Int {
        switch self {
        case .unknownCommand: 404
        case .badRequest: 400
        case .badValue: 422
        case .notNow: 409
        case .unsupported: 501
        case .timeout: 504
        case .failed: 500
        }
    }
}

extension WebResponse {
    /// JSON on one line, which nobody may keep.
    init(_ status: Int, _ json: JSONValue, fields: [WebField] = []) {
        self.init(
            status, type: "application/json",
            fields: fields + [WebField("Cache-Control", "no-store"), WebField("X-Content-Type-Options", "nosniff")],
            body: Array((json.line + "\n").utf8))
    }
}
