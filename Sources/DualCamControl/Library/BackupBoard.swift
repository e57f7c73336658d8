package import DualCamConfig
internal import Synchronization

/// The state of backups: the settings of the pipeline file and the progress of the schedule.
package struct BackupState: Sendable, Equatable, Codable {
    /// The section `backup` of the pipeline file, as texts and bits per second.
    package struct Settings: Sendable, Equatable, Codable {
        package var to: String
        /// True when the destination is not a folder of this machine.
        package var isRemote: Bool
        /// True when metered networks are used, too.
        package var usesMetered: Bool
        /// The outputs to copy; empty for all.
        package var only: [String]
        /// The bandwidth limit in bits per second; `nil` if unlimited.
        package var bandwidth: Int?
        /// The bandwidth limit during a recording, in bits per second; `nil` if nothing is copied then.
        package var whileRecording: Int?
        /// The time of backups, a raw value of `BackupTime`.
        package var when: String

        /// Creates the settings; `nil` if no backup is configured.
        package init?(_ backup: Backup) {
            guard let to = backup.to else { return nil }
            (self.to, only, when) = (to.text, (backup.only ?? []).map(\.rawValue), backup.when.rawValue)
            (isRemote, usesMetered) = (to.remote != nil, backup.metered)
            bandwidth = backup.bandwidth?.bitsPerSecond
            whileRecording = backup.whileRecording?.bitsPerSecond
        }
    }

    /// The service to which clients may publish sessions, from the section `publish` of the pipeline file.
    package struct Publishing: Sendable, Equatable, Codable {
        package var to: String
        package var user: String
        package var passwordFile: String?
        /// The bandwidth limit in bits per second; `nil` if unlimited.
        package var bandwidth: Int?

        /// Creates the settings; `nil` if no service is configured.
        package init?(_ publish: Publish) {
            guard let to = publish.to, let user = publish.user else { return nil }
            (self.to, self.user, passwordFile) = (to.text, user, publish.passwordFile)
            bandwidth = publish.bandwidth?.bitsPerSecond
        }
    }

    /// A copy in progress.
    package struct Copy: Sendable, Equatable, Codable {
        /// The session's name.
        package var session: String
        package var progress: SessionWork.Progress

        package init(session: String, progress: SessionWork.Progress = .init(nil)) {
            (self.session, self.progress) = (session, progress)
        }
    }

    /// A failed attempt to copy.
    package struct Failure: Sendable, Equatable, Codable {
        /// The session's name; `nil` if the destination cannot be used at all.
        package var session: String?
        /// The message, in full sentences.
        package var message: String
        /// The time of the next attempt, in Unix nanoseconds.
        package var again: Int64

        package init(session: String?, message: String, again: Int64) {
            (self.session, self.message, self.again) = (session, message, again)
        }
    }

    /// The maximum number of waiting sessions to list.
    package static let mostNamed = 100

    /// The settings; `nil` if the pipeline file has none or says `off`.
    package var settings: Settings?
    /// True when sessions are copied on a schedule, false when only on request.
    package var isScheduled: Bool
    /// The sessions that waited for a copy at the schedule's last look, oldest first; `nil` before its first look.
    package var waiting: [String]?
    /// The total number of waiting sessions, which may exceed the list.
    package var waitingCount: Int?
    /// The time of the schedule's last look, in Unix nanoseconds.
    package var looked: Int64?
    package var copying: Copy?
    package var failed: [Failure] = []
    package var publishing: Publishing?

    package init(_ backup: Backup = Backup(), _ publish: Publish = Publish(), isScheduled: Bool = false) {
        (settings, publishing, self.isScheduled) = (Settings(backup), Publishing(publish), isScheduled)
    }
}

/// The current backup state, shared between the supervisor, which copies sessions and updates it, and its readers.
package final class BackupBoard: Sendable {
    private let newest = Mutex(BackupState())
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    package var state: BackupState {
        get { newest.withLock { $0 } }
        set {
            newest.withLock { $0 = newValue }
            listener.withLock { $0 }?()
        }
    }

    /// Sets the listener that is called when the state changes. A later listener replaces it.
    func listen(_ listener: @escaping @Sendable () -> Void) { self.listener.withLock { $0 = listener } }
}
