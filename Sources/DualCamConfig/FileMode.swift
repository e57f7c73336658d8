/// The access rights of new files and folders; the process's umask takes away from them.
package enum FileMode {
    /// Recordings and what is made of them: the group reads them.
    package static let recording: UInt32 = 0o640
    package static let folder: UInt32 = 0o750
    /// Files that may hold a secret: only the owner reads them.
    package static let secret: UInt32 = 0o600
    /// Files for other programs, such as the figures for Prometheus.
    package static let shared: UInt32 = 0o644
}
