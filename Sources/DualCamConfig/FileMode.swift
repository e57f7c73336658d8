/// The permissions that dualcam requests for new files and folders. The process's umask restricts them further.
package enum FileMode {
    /// The permissions of recordings and of files made from them: the owner may read and write, the group may read.
    package static let recording: UInt32 = 0o640
    package static let folder: UInt32 = 0o750
    /// The permissions of files that may contain a secret: only the owner may read and write.
    package static let secret: UInt32 = 0o600
    /// The permissions of files that other programs read, such as the metrics for Prometheus: the owner may write,
    /// everyone may read.
    package static let shared: UInt32 = 0o644
}
