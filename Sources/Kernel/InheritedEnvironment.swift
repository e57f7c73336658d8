internal import Glibc

/// The selections of this process's environment variables that a child process can inherit. The caller should choose
/// the smallest selection that suffices.
package enum InheritedEnvironment: Sendable, CaseIterable {
    /// All variables, including dualcam's own secrets. Used for workers, which start jobs, and for the job that
    /// publishes sessions.
    case whole
    /// All variables except dualcam's own secrets. Used for programs that the user has chosen (hooks, rclone, a
    /// browser), and for processes that read the pipeline file.
    case user
    /// All variables except those whose names suggest a secret. Used for processes that only read recordings, decode
    /// pictures or draw.
    case plain

    /// The name of the environment variable that contains the password for `dualcam publish`.
    package static let publishPassword = "DUALCAM_PUBLISH_PASSWORD"

    /// The variables that systemd sets for this process alone (sd_notify(3), sd_listen_fds(3)).
    private static let service: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ]

    /// This process's environment variables (environ(7)). Must not be called while another thread changes them.
    package static var own: [String: String] {
        var (found, next) = ([String: String](), environ)
        while let variable = next.pointee {
            let parts = String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { found[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return found
    }

    /// Returns those of the given environment variables that the child process inherits.
    package func filtered(_ environment: [String: String]) -> [String: String] {
        environment.filter { keeps($0.key) }
    }

    /// Returns true if the child process inherits the variable with this name.
    package func keeps(_ name: String) -> Bool {
        if Self.service.contains(name) { return false }
        return switch self {
        case .whole: true
        case .user: name != Self.publishPassword
        case .plain: !Self.isSecret(name)
        }
    }

    private static func isSecret(_ name: String) -> Bool {
        let name = name.uppercased()
        if ["PASSW", "PASSPHRASE", "SECRET", "TOKEN", "CREDENTIAL"].contains(where: name.contains) { return true }
        return name.split(separator: "_").contains { ["PASS", "KEY", "AUTH"].contains($0) }
    }
}
