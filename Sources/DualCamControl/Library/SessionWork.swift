package import DualCamSession

/// A background job on a recorded session, or a measurement of the machine.
package struct SessionWork: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case audit, recover, proxy, calibrate
        /// Jobs that make new files of a session, like the commands of these names.
        case compose, export, trim, dub, stabilise
        /// Copies a session to another place, like `dualcam backup`.
        case backup
        /// Publishes a session to a service, like `dualcam publish`.
        case publish

        /// True when the job sends recorded files to another place.
        package var sends: Bool { [.backup, .publish].contains(self) }
        package var makesFiles: Bool { [.compose, .export, .trim, .dub, .stabilise].contains(self) }
    }

    /// The order for a job.
    package struct Order: Sendable, Equatable {
        package var kind: Kind
        /// The session's name; `nil` if the job concerns none.
        package var session: String?
        /// The name of the file to work on; `nil` for the whole session.
        package var file: String?
        /// The options of the command, by name; `null` if it has none.
        ///
        /// A document that came with the order is replaced by its number of bytes: `{"edit": {"bytes": 1200}}`.
        package var arguments: JSONValue
        /// The arguments that viewers may see: switches, words of a list and lengths of documents, but no freely
        /// written text.
        package var shown = JSONValue.null
        /// The documents that came with the order, by argument name, until the job has ended. No client sees them.
        package var texts: [String: String]
        /// True when a person wrote some of the arguments, or a document that came with the order.
        var isWritten: Bool { shown != arguments || shown.members?.contains { $0.value["bytes"] != nil } ?? false }

        package init(
            _ kind: Kind, _ session: String? = nil, file: String? = nil, arguments: JSONValue = .null,
            texts: [String: String] = [:]
        ) {
            (self.kind, self.session, self.file) = (kind, session, file)
            (self.arguments, self.texts) = (arguments, texts)
        }
    }

    /// A resource of the machine that may be under load.
    package enum Strain: String, Sendable, Codable, CaseIterable { case processor, disk }

    /// The progress of a job.
    package struct Progress: Sendable, Equatable, Codable {
        /// The progress in percent, 0 to 100; `nil` if not known.
        package var percent: Int?
        /// The estimated seconds left; `nil` if not known.
        package var left: Double?
        /// The speed of a copy in bytes per second; `nil` if not known.
        package var speed: Int64?
        /// The resource that other programs need, for which a copy slows down; `nil` if it does not slow down.
        package var slowed: Strain?

        package init(_ percent: Int?, left: Double? = nil, speed: Int64? = nil, slowed: Strain? = nil) {
            (self.percent, self.left, self.speed, self.slowed) = (percent, left, speed, slowed)
        }
    }

    /// The state of a job. `running` includes waiting in the queue.
    package enum State: String, Sendable, CaseIterable { case running, done, failed }

    /// The reason why a job has no result.
    package struct Problem: Error, Sendable, Equatable {
        /// The problem, as one sentence.
        package var message: String
        /// The advice, in full sentences; empty if there is none.
        package var advice: String
        /// True when this session cannot provide the requested result; false when something failed.
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

    /// The JSON object with the members `id`, `kind`, `session`, `file`, `arguments`, `percent`, `left` (seconds),
    /// `speed` (bytes per second), `slowed`, `state`, `result` and `error`.
    var json: JSONValue {
        [
            "id": .count(id), "kind": .string(order.kind.rawValue), "session": .text(order.session),
            "file": .text(order.file), "arguments": order.arguments, "percent": .count(progress.percent),
            "left": .ratio(progress.left), "speed": .count(progress.speed), "slowed": .text(progress.slowed?.rawValue),
            "state": .string(state.rawValue), "result": result, "error": .text(error),
        ]
    }

    /// The event for WebSockets, with the same members.
    var line: String { json.line(ofEvent: "work") }

    /// The job as viewers see it: without freely written text, also in its error. Errors about a cut list name its
    /// keys, which may be anything.
    var reduced: SessionWork {
        guard order.isWritten else { return self }
        var work = self
        work.order.arguments = order.shown
        if error != nil { work.error = "It failed; whoever may direct the recording is told why." }
        return work
    }

    func told(to role: ControlRole) -> SessionWork { role == .director ? self : reduced }
}
