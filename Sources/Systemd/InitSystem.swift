internal import CSystemd

/// The interface of systemd for services. A service sends messages to systemd as datagrams to the socket in
/// `NOTIFY_SOCKET`.
package enum InitSystem {
    /// The messages to systemd (sd_notify(3)).
    package enum Message: Sendable, Equatable {
        /// The service has started.
        case ready
        /// A status line for `systemctl status`.
        case status(String)
        /// The service is alive, and the watchdog's timeout starts again.
        case alive
        /// The service is about to end.
        case stopping

        /// The message as text in the protocol of sd_notify(3).
        package var text: String {
            switch self {
            case .ready: "READY=1"
            case .status(let line): "STATUS=" + line.split(whereSeparator: \.isNewline).joined(separator: " ")
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1"
            }
        }
    }

    /// Sends all messages in one datagram (`sd_notify`). May block while the manager's queue is full.
    ///
    /// - Returns: False if the process is not a service with a notify socket, or if the manager cannot be reached. The
    ///   recording then continues without notifying systemd.
    @discardableResult
    package static func tell(_ messages: [Message]) -> Bool {
        sd_notify(0, messages.map(\.text).joined(separator: "\n")) > 0
    }

    /// The timeout within which `alive` must be sent again, from WatchdogSec (`sd_watchdog_enabled`); `nil` without a
    /// watchdog.
    package static var watchdog: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }
}
