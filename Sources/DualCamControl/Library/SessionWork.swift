package import DualCamSession

/// Something that takes its time: it is done to a recorded session, or measures the machine.
package struct SessionWork: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case audit, recover, proxy, calibrate
        /// They make new files of a session, as the commands of these names do.
        case compose, export, trim

        package var makesFiles: Bool { [.compose, .export, .trim].contains(self) }
    }

    /// What is to be done.
    package struct Order: Sendable, Equatable {
        package var kind: Kind
        /// `nil`: none.
        package var session: String?
        /// The one that is worked at, by name; `nil`: the whole session.
        package var file: String?
        /// Options of the command of that name, by their names; `null`: it takes none.
        package var arguments: JSONValue

        package init(
            _ kind: Kind, _ session: String? = nil, file: String? = nil, arguments: JSONValue = .null
        ) {
            (self.kind, self.session, self.file, self.arguments) = (kind, session, file, arguments)
        }
    }

    /// How far it is.
    package struct Progress: Sendable, Equatable {
        /// 0 ... 100; `nil`: not known.
        package var percent: Int?
        /// The seconds that it still takes; `nil`: not known.
        package var left: Double?

        package init(_ percent: Int?, left: Double? = nil) { (self.percent, self.left) = (percent, left) }
    }

    /// `running` is also what waits for its turn.
    package enum State: String, Sendable, CaseIterable { case running, done, failed }

    /// Why there is no result, as one sentence.
    package struct Problem: Error, Sendable, Equatable {
        package var message: String

        package init(_ message: String) { self.message = message }
    }

    package enum Outcome: Sendable, Equatable {
        case done(JSONValue)
        /// The reason why there is no result, as one sentence.
        case failed(String)
    }

    let id: Int
    let order: Order
    var progress = Progress(0)
    var state = State.running
    var result = JSONValue.null
    var error: String?

    /// Keys: `id`, `kind`, `session`, `file`, `arguments`, `percent`, `left` (seconds), `state`, `result`, `error`.
    var json: JSONValue {
        .object([
            .init("id", .count(id)), .init("kind", .string(order.kind.rawValue)),
            .init("session", .text(order.session)), .init("file", .text(order.file)),
            .init("arguments", order.arguments), .init("percent", .count(progress.percent)),
            .init("left", .ratio(progress.left)), .init("state", .string(state.rawValue)), .init("result", result),
            .init("error", .text(error)),
        ])
    }

    /// The event of WebSockets: the same keys.
    var line: String { JSONValue.object([.init("event", "work")] + (json.members ?? [])).line }
}
