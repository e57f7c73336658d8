import DualCamPlan

extension SessionOrder {
    /// The recording of which a new session is another part, because the folder of the one before was lost.
    package struct Continuation: Codable, JSONRepresentable, Sendable, Equatable {
        /// The folder where the part before is, or was.
        package var folder: String
        /// The raw value of a `FolderLoss.Kind`.
        package var reason: String
        /// Unix nanoseconds when the recording began.
        package var began: Int64
        /// The time for which it has been paused in all, in nanoseconds.
        package var paused: Int64
        /// It was paused when its folder was lost.
        package var isPaused: Bool

        package init(folder: String, reason: String, began: Int64, paused: Int64, isPaused: Bool) {
            (self.folder, self.reason) = (folder, reason)
            (self.began, self.paused, self.isPaused) = (began, paused, isPaused)
        }

        /// Nanoseconds of recorded time until a Unix time, the gap between the parts included.
        func recorded(until wall: Int64) -> Int64 {
            let (length, overflows) = wall.subtractingReportingOverflow(began)
            return overflows ? .max : max(0, length - min(max(0, paused), max(0, length)))
        }

        /// The JSON for the ledger and `session.json`.
        var json: JSONValue { .of(["folder": folder, "reason": reason]) }
    }

    /// True when the recording was paused as the previous worker was lost.
    var beginsPaused: Bool { resuming?.history.isPaused ?? continuing?.isPaused ?? false }

    /// Returns the nanoseconds that the workers and folders before have recorded until a Unix time; `nil`: there were none.
    package func recorded(until wall: Int64) -> Int64? {
        continuing?.recorded(until: wall) ?? resuming?.history.recorded(until: wall)
    }

    /// True when a recording that began before goes on.
    package var goesOn: Bool { resuming != nil || continuing != nil }
}
