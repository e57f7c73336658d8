/// The access rights of new files and folders; the process's umask takes away from them.
package enum FileMode {
    /// Recordings and what is made of them: the group reads them.
    package static let recording: UInt32 = 0o640
    package static let folder: UInt32 = 0o750
    /// What may hold a secret: nobody but the owner reads it.
    package static let secret: UInt32 = 0o600
    /// What other programs are to read, such as figures for Prometheus.
    package static let shared: UInt32 = 0o644
}
