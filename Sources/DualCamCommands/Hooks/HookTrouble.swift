import DualCamConfig
import DualCamSession
import DualCamSupervision

/// A hook that did not do what it should.
struct HookTrouble: Sendable, Equatable {
    /// The raw values stand in events and in the ledger.
    enum Reason: String, Sendable, Equatable, CaseIterable {
        /// The hook ended with another exit code than 0, or by a signal.
        case failed
        /// The hook ran longer than `hooks.limit`.
        case limit
        /// The hook could not be started.
        case missing
        /// Too many events waited for it.
        case dropped
        /// The program ended before its turn or its end came.
        case abandoned
        /// An address gave no answer, or one that asks to try again.
        case unreachable
        /// An address does not take an event, or the event is too old.
        case refused
        /// Events for an address cannot be kept on the disk.
        case queue
    }

    var lane: HookLane
    var reason: Reason
    /// Details beside the reason.
    var words: String

    /// One sentence.
    var message: String {
        let name = lane.name
        return switch reason {
        case .failed: "\(name) ended with \(words)."
        case .limit: "\(name) took longer than hooks.limit and was ended."
        case .missing: "\(name) cannot be started: \(words)."
        case .dropped: "\(name) is too slow, and events are left out: \(words)."
        case .abandoned: "\(name) was not waited for, and events are left out."
        case .unreachable: "\(name) takes no events: \(words). They are kept, and sent later."
        case .refused: "\(name) was not sent everything: \(words)."
        case .queue: "Events for \(name) cannot be kept: \(words)."
        }
    }

    var fields: [JSONValue.Member] {
        [
            .init("hook", .string(lane.place)), .init("reason", .string(reason.rawValue)),
            .init("message", .string(message)),
        ]
    }

    /// The end of a process: `exit code 3`, `signal 9 (SIGKILL)`.
    static func ending(_ code: Int32) -> String {
        (code < 0 ? WorkerEnding.signal(-code) : .exit(code)).reason
    }
}

extension HookLane {
    /// The program's path, or the address without its path, which may hold a secret.
    var place: String {
        switch self {
        case .program(_, let path, _): return path
        case .address(let address):
            let scheme = address.hasPrefix("https://") ? "https://" : "http://"
            let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return scheme + (host.split(separator: "@").last ?? "")
        }
    }

    /// Its place for people, with the key where it stands.
    var name: String {
        switch self {
        case .program(let event, _, _): "\(place) (hooks.\(event.rawValue))"
        case .address: "\(place) (hooks)"
        }
    }
}
