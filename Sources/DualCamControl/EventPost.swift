internal import GStreamer
internal import Soup

/// An event that a hook sends to a web address with an HTTP POST request.
package struct EventPost: Sendable {
    /// The result of an attempt to send an event to a web address.
    package enum Outcome: Sendable, Equatable {
        case taken
        /// The server rejects this event and would reject it if it were sent again; the value is the HTTP status.
        case refused(Int)
        /// The attempt failed and may be repeated; the value is the reason, as text.
        case failed(String)

        /// Determines the result from an HTTP status (RFC 9110, section 15). With 2xx, the event is accepted. With 5xx,
        /// 408, 425 and 429 (RFC 8470, RFC 6585), the attempt may be repeated. Any other status rejects the event.
        init(status: Int) {
            self =
                switch status {
                case 200..<300: .taken
                case 408, 425, 429, 500...: .failed("HTTP status \(status)")
                default: .refused(status)
                }
        }
    }

    private let body: String
    private let fields: [(name: String, value: String)]

    /// Creates an event to send.
    /// - Parameters:
    ///   - body: the event as JSON text.
    ///   - event: the name of the event.
    ///   - session: the folder of the event's session; empty if there is none.
    ///   - key: the idempotency key, which is the same whenever this event is sent again.
    ///   - agent: the value of the header field `User-Agent`.
    package init(body: String, event: String, session: String, key: String, agent: String) {
        self.body = body
        fields = [
            ("User-Agent", agent), ("Idempotency-Key", key), ("DualCam-Event", event),
            (
                "DualCam-Session",
                session.split(separator: "/", omittingEmptySubsequences: false).map {
                    PercentEncoding.encoded(String($0))
                }
                .joined(separator: "/")
            ),
        ]
    }

    /// Sends the event to a web address (POST) and returns the result. Does not follow redirects. Blocks for up to
    /// `patience`.
    package func send(to address: String, patience: Duration) -> Outcome {
        do throws(ClientFailure) {
            return Outcome(
                status: try WebClient.post(Array(body.utf8), to: address, fields, patience: patience))
        } catch {
            return .failed(error.words)
        }
    }
}

extension ClientFailure {
    fileprivate var words: String {
        switch self {
        case .nobodyThere: "nobody listens there"
        case .forbidden: "it may not be reached"
        case .late: "no answer came in time"
        case .lost: "the connection ended before the answer"
        case .broken(let error): error.message
        }
    }
}
