internal import CSystemd

/// systemd as a service sees it: told of what goes on by datagrams to `NOTIFY_SOCKET`.
package enum InitSystem {
    /// The messages that it understands (sd_notify(3)).
    package enum Message: Sendable, Equatable {
        /// The service does its work.
        case ready
        /// One line for `systemctl status`.
        case status(String)
        /// The work goes on: the watchdog begins to count anew.
        case alive
        /// The service is about to end.
        case stopping

        /// The message as the protocol writes it.
        package var text: String {
            switch self {
            case .ready: "READY=1"
            case .status(let line): "STATUS=" + line.split(whereSeparator: \.isNewline).joined(separator: " ")
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            }
        }
    }

    /// Sends all messages in one datagram (`sd_notify`). May block as long as the manager's queue is full.
    ///
    /// - Returns: `false` when the process is no service that is listened to, or the manager cannot be reached: the
    ///   recording goes on without it.
    @discardableResult
    package static func tell(_ messages: [Message]) -> Bool {
        sd_notify(0, messages.map(\.text).joined(separator: "\n")) > 0
    }

    /// The time within which `alive` must be told again, by WatchdogSec (`sd_watchdog_enabled`); `nil`: no watchdog waits.
    package static var watchdog: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }
}
