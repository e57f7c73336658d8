package import DualCamSession

/// Something that takes its time: it is done to a recorded session, or measures the machine.
package struct SessionWork: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case audit, recover, proxy, calibrate }

    /// What is to be done.
    package struct Order: Sendable, Hashable {
        package var kind: Kind
        /// `nil`: none.
        package var session: String?
        /// The one that is worked at, by name; `nil`: the whole session.
        package var file: String?

        package init(_ kind: Kind, _ session: String? = nil, file: String? = nil) {
            (self.kind, self.session, self.file) = (kind, session, file)
        }
    }

    /// `running` is also what waits for its turn.
    package enum State: String, Sendable, CaseIterable { case running, done, failed }

    package enum Outcome: Sendable, Equatable {
        case done(JSONValue)
        /// The reason why there is no result, as one sentence.
        case failed(String)
    }

    let id: Int
    let order: Order
    /// 0 ... 100; `nil`: not known.
    var percent: Int? = 0
    var state = State.running
    var result = JSONValue.null
    var error: String?

    /// Keys: `id`, `kind`, `session`, `file`, `percent`, `state`, `result`, `error`.
    var json: JSONValue {
        .object([
            .init("id", .count(id)), .init("kind", .string(order.kind.rawValue)),
            .init("session", .text(order.session)), .init("file", .text(order.file)),
            .init("percent", .count(percent)), .init("state", .string(state.rawValue)), .init("result", result),
            .init("error", .text(error)),
        ])
    }

    /// The event of WebSockets: the same keys.
    var line: String { JSONValue.object([.init("event", "work")] + (json.members ?? [])).line }
}
