package import DualCamControl
package import DualCamEditing
package import DualCamRecordings
import Glibc

/// A request to a process of `JobCommand`, which reads it from standard input. It may contain private text, which must
/// not be on a command line: every user of the machine can read command lines.
package struct JobRequest: Sendable, Equatable {
    /// The task of a process that works for the control interface.
    package enum Task: Sendable, Equatable {
        case work(Job.Order)
        /// Writes the timeline of a session. A portable timeline refers to files by their paths in the session's
        /// archive.
        case timeline(session: String, TimelineFormat, isPortable: Bool)
    }

    /// The maximum length of a request in bytes. It allows for the largest request with every character escaped.
    package static let most = 8 << 20

    package var task: Task
    /// The path of the recording directory that contains the sessions.
    package var directory: String

    init(_ task: Task, in directory: String) { (self.task, self.directory) = (task, directory) }

    /// Parses a request in the format that `json` writes; `nil` for any other value.
    package init?(_ json: JSONValue) {
        guard let directory = json["directory"]?.text, let task = json["task"]?.text else { return nil }
        self.directory = directory
        if task == "timeline" {
            guard let session = json["session"]?.text,
                let format = json["format"]?.text.flatMap({ TimelineFormat(rawValue: $0) })
            else { return nil }
            self.task = .timeline(session: session, format, isPortable: json["portable"]?.flag ?? false)
            return
        }
        guard let kind = json["kind"]?.text.flatMap({ Job.Kind(rawValue: $0) }) else { return nil }
        let texts = (json["texts"]?.members ?? []).compactMap { member in member.value.text.map { (member.key, $0) } }
        let order = Job.Order(
            kind, json["session"]?.text, file: json["file"]?.text, arguments: json["arguments"] ?? .null,
            texts: Dictionary(texts) { first, _ in first })
        guard (order.session == nil) == (kind == .calibrate) else { return nil }
        guard task == "work" else { return nil }
        self.task = .work(order)
    }

    /// The request as JSON. The keys are `directory` and `task` (`work`, `timeline`). A timeline adds
    /// `session`, `format` and `portable`; work adds `kind`, `session`, `file`, `arguments` and `texts`.
    var json: JSONValue {
        switch task {
        case .work(let order): Self.json(order, directory)
        case .timeline(let session, let format, let isPortable):
            [
                "directory": .string(directory), "task": "timeline", "session": .string(session),
                "format": .string(format.rawValue), "portable": .bool(isPortable),
            ]
        }
    }

    private static func json(_ order: Job.Order, _ directory: String) -> JSONValue {
        let texts = order.texts.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
        return [
            "directory": .string(directory), "task": "work", "kind": .string(order.kind.rawValue),
            "session": .text(order.session), "file": .text(order.file), "arguments": order.arguments,
            "texts": .object(texts),
        ]
    }
}
