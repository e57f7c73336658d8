package import DualCamConfig
internal import Synchronization

/// The state of copying sessions to another place: the pipeline file's settings and the schedule's progress.
package struct BackupState: Sendable, Equatable, Codable {
    /// The section of the pipeline file, in texts and bits a second.
    package struct Settings: Sendable, Equatable, Codable {
        package var to: String
        /// The place is not a folder of this machine.
        package var isRemote: Bool
        /// Networks that are metered are used, too.
        package var usesMetered: Bool
        /// Outputs; empty: all.
        package var only: [String]
        /// `nil`: as much as there is.
        package var bandwidth: Int?
        /// `nil`: nothing is copied while something is recorded.
        package var whileRecording: Int?
        /// `BackupTime`
        package var when: String

        /// `nil` where nothing is to be copied.
        package init?(_ backup: Backup) {
            guard let to = backup.to else { return nil }
            (self.to, only, when) = (to.text, (backup.only ?? []).map(\.rawValue), backup.when.rawValue)
            (isRemote, usesMetered) = (to.remote != nil, backup.metered)
            bandwidth = backup.bandwidth?.bitsPerSecond
            whileRecording = backup.whileRecording?.bitsPerSecond
        }
    }

    /// The service that takes sessions from whoever asks for it over the interface, as the section `publish` of the pipeline file has it.
    package struct Publishing: Sendable, Equatable, Codable {
        package var to: String
        package var user: String
        package var passwordFile: String?
        /// Bits a second; `nil`: as much as there is.
        package var bandwidth: Int?

        /// `nil` where nothing is to be handed over.
        package init?(_ publish: Publish) {
            guard let to = publish.to, let user = publish.user else { return nil }
            (self.to, self.user, passwordFile) = (to.text, user, publish.passwordFile)
            bandwidth = publish.bandwidth?.bitsPerSecond
        }
    }

    /// A copy under way.
    package struct Copy: Sendable, Equatable, Codable {
        /// The session's name.
        package var session: String
        package var progress: SessionWork.Progress

        package init(session: String, progress: SessionWork.Progress = .init(nil)) {
            (self.session, self.progress) = (session, progress)
        }
    }

    /// An attempt that failed.
    package struct Failure: Sendable, Equatable, Codable {
        /// `nil`: the place cannot be used.
        package var session: String?
        /// Full sentences.
        package var message: String
        /// Unix time in nanoseconds.
        package var again: Int64

        package init(session: String?, message: String, again: Int64) {
            (self.session, self.message, self.again) = (session, message, again)
        }
    }

    /// The maximum number of waiting sessions to list.
    package static let mostNamed = 100

    /// `nil`: the file says nothing of it, or `off`.
    package var settings: Settings?
    /// Sessions are copied by themselves; else only when somebody asks for it.
    package var isScheduled: Bool
    /// Sessions that were not copied when the schedule looked last, the oldest first; `nil`: it has not looked.
    package var waiting: [String]?
    /// The number of them.
    package var waitingCount: Int?
    /// When it looked, in Unix nanoseconds.
    package var looked: Int64?
    package var copying: Copy?
    package var failed: [Failure] = []
    package var publishing: Publishing?

    package init(_ backup: Backup = Backup(), _ publish: Publish = Publish(), isScheduled: Bool = false) {
        (settings, publishing, self.isScheduled) = (Settings(backup), Publishing(publish), isScheduled)
    }
}

/// The newest of it. The supervisor copies sessions and tells; whoever asks reads it here.
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

    /// Calls one listener, the last that asks for it, when something of it has changed.
    func listen(_ listener: @escaping @Sendable () -> Void) { self.listener.withLock { $0 = listener } }
}
