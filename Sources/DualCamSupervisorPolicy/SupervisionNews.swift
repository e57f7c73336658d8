import DualCamPlan
package import DualCamRecordings
package import DualCamSession

/// An event that the supervisor itself reports: as a JSON event for programs, as a ledger entry, and as a line for
/// users.
package struct SupervisionNews: Sendable, Equatable {
    /// The kinds of the supervisor's events, with their values.
    package enum Kind: Sendable, Equatable {
        case workerStarted(pid: Int32)
        /// The worker ended. `delay`: the time until the next worker starts; `nil` if none follows.
        case workerLost(pid: Int32, WorkerEnding, delay: Duration?)
        /// A session's folder is lost. `next`: the directory in which a new session begins; `nil` if the recording
        /// ends.
        case folderLost(String, FolderLoss, next: String?)
        /// Nothing was recorded between `from` and `to`, both in Unix nanoseconds.
        case gap(from: Int64, to: Int64, reason: String)
        /// The result of a hook or of a backup. The values are the kind of the ledger entry, one sentence for users,
        /// and the entry's fields.
        case beside(LedgerEntry.Kind, message: String, [JSONValue.Member])
    }

    package var kind: Kind
    /// The time of the supervisor's event, in Unix nanoseconds.
    package var time: Int64

    package init(kind: Kind, time: Int64) { (self.kind, self.time) = (kind, time) }

    /// The event as an entry of the session's ledger, without a running time.
    package var entry: LedgerEntry {
        LedgerEntry(entryKind, unixNanoseconds: time, runningTime: nil, fields: fields)
    }

    /// The supervisor's event as one line of JSON, including its newline, in the format of `SessionEvent`.
    package var eventLine: String {
        let head: [JSONValue.Member] = [
            .init("event", .string(entryKind.rawValue)), .init("time", .string(WallTime.iso8601(time))),
            .init("running-time", .null),
        ]
        return JSONValue.object(head + fields).line + "\n"
    }

    /// The line that reports the event to users, without the prefix `dualcam: `; `nil` if nothing is printed.
    package var note: (text: String, severity: Severity)? {
        switch kind {
        case .workerStarted: nil
        case .workerLost(_, let ending, let delay): (ending.text + Self.successor(after: delay), ending.severity)
        case .folderLost(let folder, let loss, let next):
            (Self.text(of: loss, folder, next), loss.exit == .finished ? .warning : .error)
        case .gap(let from, let to, _):
            (
                "recording goes on after a gap of \(Self.seconds(to - from)) s",
                .warning
            )
        case .beside(.backedUp, let message, _): (message, .information)
        case .beside(_, let message, _): ("warning: " + message, .warning)
        }
    }

    /// Returns a duration as seconds with one decimal place.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let tenths = max(0, nanoseconds +| 50_000_000) / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func text(of loss: FolderLoss, _ folder: String, _ next: String?) -> String {
        (loss.exit == .finished ? "warning: " : "error: ") + loss.message(of: folder) + " "
            + loss.consequence(for: folder) + (next.map { " Recording goes on in a new session in \($0)." } ?? "")
    }

    private static func successor(after delay: Duration?) -> String {
        guard let delay else { return "" }
        return delay > .zero ? " Another one goes on in \(delay.components.seconds) s." : " Another one goes on."
    }

    /// The event's kind, whose raw value is also the name of the JSON event.
    package var entryKind: LedgerEntry.Kind {
        switch kind {
        case .workerStarted: .workerStarted
        case .workerLost: .workerLost
        case .folderLost: .folderLost
        case .gap: .gap
        case .beside(let kind, _, _): kind
        }
    }

    private var fields: [JSONValue.Member] {
        switch kind {
        case .workerStarted(let pid): [.init("pid", .count(pid))]
        case .workerLost(let pid, let ending, _): [.init("pid", .count(pid)), .init("reason", .string(ending.reason))]
        case .folderLost(let folder, let loss, _):
            [
                .init("folder", .string(folder)), .init("reason", .string(loss.kind.rawValue)),
                .init("found", .text(loss.found)), .init("exit-code", .count(Int(loss.exit.rawValue))),
            ]
        case .gap(let from, let to, let reason):
            [
                .init("from", .string(WallTime.iso8601(from))), .init("to", .string(WallTime.iso8601(to))),
                .init("seconds", .seconds(nanoseconds: to - from)), .init("reason", .string(reason)),
            ]
        case .beside(_, _, let fields): fields
        }
    }
}

extension WorkerEnding {
    /// The worker's ending as the ledger's `reason`, such as `signal 11 (SIGSEGV)`, `hung`, `memory` or `exit code 70`.
    package var reason: String {
        switch self {
        case .exit(let code): "exit code \(code)"
        case .signal(let number): "signal \(number)" + (Self.signals[number].map { " (\($0))" } ?? "")
        case .hung: "hung"
        case .memory: "memory"
        }
    }

    /// The worker's ending as one sentence for users. It begins with `error:` if the ending is an error.
    var text: String {
        switch self {
        case .exit(let code): "error: The process that records ended with exit code \(code)."
        case .signal: "error: The process that records was ended by \(reason)."
        case .hung: "error: The process that records wrote nothing any more and was killed."
        case .memory: "the process that records held more memory than supervision.memory allows."
        }
    }

    var severity: Severity { self == .memory ? .warning : .error }

    /// The names of the signals by their numbers on Linux (signal(7)).
    private static let signals: [Int32: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
        9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
        31: "SIGSYS",
    ]
}
