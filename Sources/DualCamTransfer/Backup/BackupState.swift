package import DualCamConfig

/// The state of backups that clients see: the settings of the pipeline file and the progress of the schedule.
package struct BackupState: Sendable, Equatable, Codable {
    /// The settings of the pipeline file's section `backup`. Enumerated values are stored as text, and bandwidths in
    /// bits per second.
    package struct Settings: Sendable, Equatable, Codable {
        package var to: String
        /// True when the backup destination is another machine, not a folder of this machine.
        package var isRemote: Bool
        /// True when backups may use metered networks, such as mobile connections.
        package var usesMetered: Bool
        /// The names of the outputs to back up; empty for all outputs.
        package var only: [String]
        /// The maximum bandwidth of backups in bits per second; `nil` for no limit.
        package var bandwidth: Int?
        /// The maximum bandwidth of backups during a recording, in bits per second; `nil` if backups pause during a
        /// recording.
        package var whileRecording: Int?
        /// The occasion on which backups are made, as a raw value of `BackupTime`.
        package var when: String

        /// Creates the settings from the pipeline file's section `backup`; returns `nil` if it names no destination.
        package init?(_ backup: Backup) {
            guard let to = backup.to else { return nil }
            (self.to, only, when) = (to.text, (backup.only ?? []).map(\.rawValue), backup.when.rawValue)
            (isRemote, usesMetered) = (to.remote != nil, backup.metered)
            bandwidth = backup.bandwidth?.bitsPerSecond
            whileRecording = backup.whileRecording?.bitsPerSecond
        }
    }

    /// The service to which clients may publish sessions, from the pipeline file's section `publish`.
    package struct Publishing: Sendable, Equatable, Codable {
        package var to: String
        package var user: String
        package var passwordFile: String?
        /// The maximum bandwidth of publishing in bits per second; `nil` for no limit.
        package var bandwidth: Int?

        /// Creates the settings from the pipeline file's section `publish`; returns `nil` if a service or a user is
        /// missing.
        package init?(_ publish: Publish) {
            guard let to = publish.to, let user = publish.user else { return nil }
            (self.to, self.user, passwordFile) = (to.text, user, publish.passwordFile)
            bandwidth = publish.bandwidth?.bitsPerSecond
        }
    }

    /// A session's backup copy in progress.
    package struct Copy: Sendable, Equatable, Codable {
        /// The name of the session that is copied.
        package var session: String
        package var progress: JobProgress

        package init(session: String, progress: JobProgress = .init(nil)) {
            (self.session, self.progress) = (session, progress)
        }
    }

    /// A failed attempt to back up a session.
    package struct Failure: Sendable, Equatable, Codable {
        /// The name of the session whose backup failed; `nil` if the destination itself cannot be used.
        package var session: String?
        /// The error message for users, in full sentences.
        package var message: String
        /// The time of the next attempt to copy the session, in Unix nanoseconds.
        package var again: Int64

        package init(session: String?, message: String, again: Int64) {
            (self.session, self.message, self.again) = (session, message, again)
        }
    }

    /// The maximum number of sessions that the list of waiting backups names.
    package static let mostNamed = 100

    /// The settings of backups; `nil` if the pipeline file configures none.
    package var settings: Settings?
    /// True when a schedule backs up sessions; false when they are backed up only on request.
    package var isScheduled: Bool
    /// The names of the sessions that were waiting for a backup when the schedule last checked, oldest first; `nil`
    /// before its first check.
    package var waiting: [String]?
    /// The total number of sessions waiting for a backup, which may exceed the length of the list `waiting`; `nil`
    /// before the first check.
    package var waitingCount: Int?
    /// The time at which the schedule last searched for sessions to back up, in Unix nanoseconds; `nil` before its
    /// first search.
    package var looked: Int64?
    package var copying: Copy?
    package var failed: [Failure] = []
    package var publishing: Publishing?

    package init(_ backup: Backup = Backup(), _ publish: Publish = Publish(), isScheduled: Bool = false) {
        (settings, publishing, self.isScheduled) = (Settings(backup), Publishing(publish), isScheduled)
    }
}
