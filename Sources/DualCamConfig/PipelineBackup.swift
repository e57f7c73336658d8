/// The `backup` section: where finished sessions are copied to, and when.
package struct Backup: Sendable, Equatable {
    /// `to`; `nil`: off, nothing is copied.
    package var to: RemotePath?
    package var when = BackupTime.finished
    /// `only`: the outputs whose files are copied; `nil` (`all`): every file.
    package var only: [OutputName]?
    /// `bandwidth`: at most so much; `nil`: off, as much as there is.
    package var bandwidth: Bitrate?
    /// `while-recording`: at most so much while something is recorded; `nil`: off, nothing is copied then.
    package var whileRecording: Bitrate?
    /// `metered`: also over networks that NetworkManager says are metered.
    package var metered = false

    package init() {}
}

/// The time when finished sessions are copied.
package enum BackupTime: String, Sendable, Hashable, CaseIterable {
    /// As soon as a session is finished.
    case finished
    /// Within `BackupTime.hours`.
    case night

    /// The night, by the clock on the wall.
    package static let hours = (from: TimeOfDay(hour: 22, minute: 0), to: TimeOfDay(hour: 6, minute: 0))

    /// Returns true for a time of day at which sessions are copied.
    package func holds(at time: TimeOfDay) -> Bool {
        self == .finished || time >= Self.hours.from || time < Self.hours.to
    }
}
