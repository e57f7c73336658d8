/// The part of this process's environment that another process gets. Whoever starts one chooses it; no process gets what it does not need.
package enum InheritedEnvironment: Sendable, CaseIterable {
    /// With dualcam's own secrets: for a recorder's worker, which has works done, and for the work that publishes.
    case whole
    /// Without them: for programs that the user has chosen (hooks, rclone, a browser), and for what reads the pipeline file.
    case user
    /// Without any variable that holds a secret by its name: for what only reads recordings and pictures, or draws.
    case plain

    /// The password by which `dualcam publish` hands sessions over.
    package static let publishPassword = "DUALCAM_PUBLISH_PASSWORD"

    /// Belongs to this process alone: systemd counts on it (sd_notify(3), sd_listen_fds(3)).
    private static let service: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ]

    /// The variables that the other process gets.
    package func filtered(_ environment: [String: String]) -> [String: String] {
        environment.filter { keeps($0.key) }
    }

    /// Returns false for a variable that the other process does not get.
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
