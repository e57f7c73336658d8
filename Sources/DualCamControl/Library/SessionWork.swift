package import DualCamSession

/// Something that takes its time: it is done to a recorded session, or measures the machine.
package struct SessionWork: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case audit, recover, proxy, calibrate
        /// Jobs that make new files of a session, as the commands of these names do.
        case compose, export, trim, dub, stabilise
        /// Copies a session to another place, as the command of that name does.
        case backup
        /// Hands a session over to a service, as the command of that name does.
        case publish

        /// True when the job sends recorded files to another place.
        package var sends: Bool { [.backup, .publish].contains(self) }
        package var makesFiles: Bool { [.compose, .export, .trim, .dub, .stabilise].contains(self) }
    }

    /// The order for a job.
    package struct Order: Sendable, Equatable {
        package var kind: Kind
        /// `nil`: none.
        package var session: String?
        /// The one that is worked at, by name; `nil`: the whole session.
        package var file: String?
        /// Options of the command of that name, by their names; `null`: it takes none.
        ///
        /// Of a text that came with it, the number of its bytes alone: `{"edit": {"bytes": 1200}}`.
        package var arguments: JSONValue
        /// The arguments that everybody may see who may look: switches, words of a list, lengths of texts, and nothing that somebody
        /// has written.
        package var shown = JSONValue.null
        /// The texts that came with it, by the names of their arguments, as long as it has not ended. Nobody is told of them.
        package var texts: [String: String]
        /// Somebody has written some of the arguments, or a text that came with it.
        var isWritten: Bool { shown != arguments || shown.members?.contains { $0.value["bytes"] != nil } ?? false }

        package init(
            _ kind: Kind, _ session: String? = nil, file: String? = nil, arguments: JSONValue = .null,
            texts: [String: String] = [:]
        ) {
            (self.kind, self.session, self.file) = (kind, session, file)
            (self.arguments, self.texts) = (arguments, texts)
        }
    }

    /// A resource of the machine that may be short.
    package enum Strain: String, Sendable, Codable, CaseIterable { case processor, disk }

    /// The progress of a job.
    package struct Progress: Sendable, Equatable, Codable {
        /// 0 ... 100; `nil`: not known.
        package var percent: Int?
        /// The seconds that it still takes; `nil`: not known.
        package var left: Double?
        /// Bytes a second, of a copy; `nil`: not known.
        package var speed: Int64?
        /// The resource that other programs need, so that a copy slows down; `nil`: it does not slow down.
        package var slowed: Strain?

        package init(_ percent: Int?, left: Double? = nil, speed: Int64? = nil, slowed: Strain? = nil) {
            (self.percent, self.left, self.speed, self.slowed) = (percent, left, speed, slowed)
        }
    }

    /// `running` is also what waits for its turn.
    package enum State: String, Sendable, CaseIterable { case running, done, failed }

    /// Why there is no result.
    package struct Problem: Error, Sendable, Equatable {
        /// One sentence.
        package var message: String
        /// The advice, in full sentences; empty: there is none.
        package var advice: String
        /// True when this session cannot give what was requested; otherwise something failed.
        package var isRefusal: Bool

        package init(_ message: String, advice: String = "", isRefusal: Bool = false) {
            (self.message, self.advice, self.isRefusal) = (message, advice, isRefusal)
        }
    }

    package enum Outcome: Sendable, Equatable {
        case done(JSONValue)
        /// The reason why there is no result, as one sentence.
        case failed(String)
    }

    let id: Int
    var order: Order
    var progress = Progress(0)
    var state = State.running
    var result = JSONValue.null
    var error: String?

    /// Keys: `id`, `kind`, `session`, `file`, `arguments`, `percent`, `left` (seconds), `speed` (bytes a second), `slowed`, `state`, `result`, `error`.
    var json: JSONValue {
        [
            "id": .count(id), "kind": .string(order.kind.rawValue), "session": .text(order.session),
            "file": .text(order.file), "arguments": order.arguments, "percent": .count(progress.percent),
            "left": .ratio(progress.left), "speed": .count(progress.speed), "slowed": .text(progress.slowed?.rawValue),
            "state": .string(state.rawValue), "result": result, "error": .text(error),
        ]
    }

    /// The event of WebSockets: the same keys.
    var line: String { json.line(ofEvent: "work") }

    /// The work as those are told of it who may only look: without what somebody has written, in an error either. Errors about a cut
    /// list name its keys, which may be anything.
    var reduced: SessionWork {
        guard order.isWritten else { return self }
        var work = self
        work.order.arguments = order.shown
        if error != nil { work.error = "It failed; whoever may direct the recording is told why." }
        return work
    }

    func told(to role: ControlRole) -> SessionWork { role == .director ? self : reduced }
}
