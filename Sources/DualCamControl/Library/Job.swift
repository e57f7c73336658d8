package import DualCamEditing
package import DualCamRecordings
import DualCamTransfer

/// A background job: work on a recorded session, or a measurement of this machine.
package struct Job: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case audit, recover, proxy, calibrate
        /// A job that makes new files from a session, like the `dualcam` command of the same name.
        case compose, export, trim, dub, stabilise
        /// A job that copies a session to another disk or machine, like `dualcam backup`.
        case backup
        /// A job that publishes a session to a service, like `dualcam publish`.
        case publish

        /// True if the job sends recorded files to another disk or machine.
        package var sends: Bool { [.backup, .publish].contains(self) }
        package var makesFiles: Bool { rendering != nil }
        /// The command that makes new files in this job; `nil` for other jobs.
        package var rendering: RenderOrder.Kind? { RenderOrder.Kind(rawValue: rawValue) }

        init(_ kind: RenderOrder.Kind) {
            switch kind {
            case .compose: self = .compose
            case .export: self = .export
            case .trim: self = .trim
            case .dub: self = .dub
            case .stabilise: self = .stabilise
            }
        }
    }

    /// A request to run a job: the type of job, the session and the arguments.
    package struct Order: Sendable, Equatable {
        package var kind: Kind
        /// The name of the session to work on; `nil` if the job does not concern a session.
        package var session: String?
        /// The name of the file to work on; `nil` for the whole session.
        package var file: String?
        /// The options of the job's command, keyed by name; `null` if it has none.
        ///
        /// A document that was sent with the request is replaced by its size in bytes: `{"edit": {"bytes": 1200}}`.
        package var arguments: JSONValue
        /// The arguments that viewers may see: switches, predefined words and the sizes of documents. Free text is
        /// omitted.
        package var shown = JSONValue.null
        /// The content of each document that was sent with the request, keyed by argument name, kept until the job
        /// ends. Clients never see it.
        package var texts: [String: String]
        /// True if the request contains free text or a document that a user wrote.
        var isWritten: Bool { shown != arguments || shown.members?.contains { $0.value["bytes"] != nil } ?? false }

        package init(
            _ kind: Kind, _ session: String? = nil, file: String? = nil, arguments: JSONValue = .null,
            texts: [String: String] = [:]
        ) {
            (self.kind, self.session, self.file) = (kind, session, file)
            (self.arguments, self.texts) = (arguments, texts)
        }
    }

    /// The state of a background job. `running` includes jobs that wait in the queue.
    package enum State: String, Sendable, CaseIterable { case running, done, failed }

    /// The reason why a job produced no result.
    package struct Problem: Error, Sendable, Equatable {
        /// The reason why the job produced no result, as one sentence.
        package var message: String
        /// Advice for users about the problem, in full sentences; empty if there is none.
        package var advice: String
        /// True if the session cannot provide the requested result; false if the attempt itself failed.
        package var isRefusal: Bool

        package init(_ message: String, advice: String = "", isRefusal: Bool = false) {
            (self.message, self.advice, self.isRefusal) = (message, advice, isRefusal)
        }
    }

    package enum Outcome: Sendable, Equatable {
        case done(JSONValue)
        /// The job has failed; the value is the reason, as one sentence.
        case failed(String)
    }

    let id: Int
    var order: Order
    var progress = JobProgress(0)
    var state = State.running
    var result = JSONValue.null
    var error: String?

    /// The job as JSON, with the members `id`, `kind`, `session`, `file`, `arguments`, `percent`, `left` (seconds),
    /// `speed` (bytes per second), `slowed`, `state`, `result` and `error`.
    var json: JSONValue {
        [
            "id": .count(id), "kind": .string(order.kind.rawValue), "session": .text(order.session),
            "file": .text(order.file), "arguments": order.arguments, "percent": .count(progress.percent),
            "left": .ratio(progress.left), "speed": .count(progress.speed), "slowed": .text(progress.slowed?.rawValue),
            "state": .string(state.rawValue), "result": result, "error": .text(error),
        ]
    }

    /// The job as a WebSocket event, in one line of JSON with the members of `json`. The second line is the same event
    /// under its former name, for clients of earlier versions.
    var lines: [String] { ["job", "work"].map { json.line(ofEvent: $0) } }

    /// A copy of the job for viewers, without free text. Its error message is replaced, too, because errors about a cut
    /// list quote its keys.
    var reduced: Job {
        guard order.isWritten else { return self }
        var work = self
        work.order.arguments = order.shown
        if error != nil { work.error = "It failed; whoever may direct the recording is told why." }
        return work
    }

    func told(to role: ControlRole) -> Job { role == .director ? self : reduced }
}
