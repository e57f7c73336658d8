package import DualCamConfig
import DualCamPlan
package import DualCamProcess

/// A progress report of the process that copies sessions. It contains the sessions that still have no backup, and the
/// progress of the current copy.
package struct BackupNote: Sendable, Equatable, Codable {
    /// The folders of sessions without a backup, oldest first, at most `BackupState.mostNamed` of them. `nil` if the
    /// list has not changed since the last report.
    var waiting: [String]?
    /// The number of all sessions without a backup; `nil` if it has not changed since the last report.
    var waitingCount: Int?
    /// The progress of the current copy; `nil` if nothing is being copied.
    var copying: BackupState.Copy?

    package init(waiting: [String]? = nil, waitingCount: Int? = nil, copying: BackupState.Copy? = nil) {
        (self.waiting, self.waitingCount, self.copying) = (waiting, waitingCount, copying)
    }

    /// The report as one line of JSON with a newline, which the supervisor decodes with `init(ownJSON:)`.
    package var line: TerminalText { TerminalText(json: String(decoding: ownJSON, as: UTF8.self) + "\n") }
}

/// The state of the automatic backups for display. It is updated from progress reports and from the results of copies.
/// Has no side effects, so that tests can be table-driven.
package struct BackupView: Sendable {
    package private(set) var state = BackupState()
    /// The Unix time, in nanoseconds, of the moment from which `BackupSchedule` counts its times.
    private let begin: Int64

    package init(begin: Int64) { self.begin = begin }

    package mutating func apply(_ note: BackupNote, now: Int64) {
        if let waiting = note.waiting {
            state.waiting = waiting.map(\.fileName)
            (state.waitingCount, state.looked) = (note.waitingCount, now)
        }
        state.copying = note.copying
    }

    /// Updates the state after an attempt to copy a session has ended.
    package mutating func end(_ ending: BackupEnding) {
        state.copying = nil
        guard case .copied(let session, let left) = ending else { return }
        state.waiting?.removeAll { $0 == session.fileName }
        state.waitingCount = left
    }

    package mutating func apply(_ publish: Publish) { state.publishing = BackupState.Publishing(publish) }

    package mutating func apply(_ settings: BackupState.Settings?, _ troubles: [BackupSchedule.Trouble]) {
        if settings?.to != state.settings?.to || settings?.only != state.settings?.only {
            (state.waiting, state.waitingCount, state.looked) = (nil, nil, nil)
        }
        (state.settings, state.isScheduled) = (settings, true)
        state.failed = troubles.map { trouble in
            .init(
                session: trouble.session?.fileName, message: trouble.reason,
                again: begin +| trouble.due.nanoseconds)
        }
    }
}
