import DualCamConfig
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy

/// A failure of a hook, for reports to users and programs.
struct HookTrouble: Sendable, Equatable {
    /// The reasons why a hook failed. The raw values appear in events and in the ledger.
    enum Reason: String, Sendable, Equatable, CaseIterable {
        /// The hook's program ended with an exit code other than 0, or was ended by a signal.
        case failed
        /// The hook's program ran longer than `hooks.limit`.
        case limit
        /// The hook's program could not be started.
        case missing
        /// Too many events were waiting for the hook's program, and some were dropped.
        case dropped
        /// dualcam ended before the hook was started or had ended.
        case abandoned
        /// The hook's address did not answer, or its answer requests another attempt.
        case unreachable
        /// The hook's address rejects an event, or the event is too old.
        case refused
        /// Events for the hook's address cannot be stored on the disk.
        case queue
    }

    var lane: HookLane
    var reason: Reason
    /// Details of the failure, such as the exit code; may be empty.
    var words: String

    /// The failure as one sentence for users.
    var message: String {
        let name = lane.name
        return switch reason {
        case .failed: "\(name) ended with \(words)."
        case .limit: "\(name) took longer than hooks.limit and was stopped."
        case .missing: "\(name) cannot be started: \(words)."
        case .dropped: "\(name) is too slow, so events are skipped: \(words)."
        case .abandoned: "\(name) did not finish in time at the end, so events are skipped."
        case .unreachable: "\(name) does not accept events: \(words). They are kept and sent later."
        case .refused: "Some events were not sent to \(name): \(words)."
        case .queue: "Events for \(name) cannot be kept: \(words)."
        }
    }

    var fields: [JSONValue.Member] {
        [
            .init("hook", .string(lane.place)), .init("reason", .string(reason.rawValue)),
            .init("message", .string(message)),
        ]
    }

    /// Returns text that says how a process ended, such as `exit code 3` or `signal 9 (SIGKILL)`.
    static func ending(_ code: Int32) -> String {
        (code < 0 ? WorkerEnding.signal(-code) : .exit(code)).reason
    }
}

extension HookLane {
    /// The path of the hook's program, or the scheme and host of the hook's address. The rest of an address may contain
    /// a secret.
    var place: String {
        switch self {
        case .program(_, let path, _): return path
        case .address(let address):
            let scheme = address.hasPrefix("https://") ? "https://" : "http://"
            let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return scheme + (host.split(separator: "@").last ?? "")
        }
    }

    /// The name of the hook for display: its program or address, followed by its key in the pipeline file.
    var name: String {
        switch self {
        case .program(let event, _, _): "\(place) (hooks.\(event.rawValue))"
        case .address: "\(place) (hooks)"
        }
    }
}
