/// The instructions for a process that runs the internal command `backup-next`: the folder in which it finds a session
/// to copy, and the destination of the copy.
package struct BackupOrder: Codable, Equatable, Sendable {
    /// The path of the recording directory that contains the sessions.
    package var directory: String
    /// The destination of the backup, such as `nas:recordings`.
    package var to: String
    /// The names of the outputs whose files are copied; empty for all outputs.
    package var only: [String]
    /// The maximum bandwidth in bits per second; `nil` for no limit.
    package var bandwidth: Int?
    /// True to copy over metered networks too, such as mobile connections.
    package var usesMetered = false
    /// The folders of sessions to skip, because a copy of them failed recently.
    package var besides: [String]
    /// The path of the proc file system, from which the machine's load is read.
    package var proc: String

    package init(
        directory: String, to: String, only: [String], bandwidth: Int? = nil, usesMetered: Bool = false,
        besides: [String], proc: String
    ) {
        (self.directory, self.to, self.only, self.bandwidth) = (directory, to, only, bandwidth)
        (self.usesMetered, self.besides, self.proc) = (usesMetered, besides, proc)
    }
}
