internal import CSystemd

/// Sends messages from this service to systemd, as datagrams to the socket in `NOTIFY_SOCKET`.
package enum InitSystem {
    /// A message from the service to systemd (sd_notify(3)).
    package enum Message: Sendable, Equatable {
        /// The service has started.
        case ready
        /// A line of text about the service's state, which `systemctl status` shows.
        case status(String)
        /// The service is alive. The message restarts the watchdog's timeout.
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

    /// Sends all messages in one datagram (`sd_notify`). May block while systemd's queue is full.
    ///
    /// - Returns: True if systemd was notified; false if the process is not a service with a notify socket, or if
    ///   systemd cannot be reached. Callers may ignore the result.
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
