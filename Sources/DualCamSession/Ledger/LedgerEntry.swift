package import DualCamPlan

/// One line of the ledger: what happened and when.
///
/// An entry is written as `{"time":"2026-11-21T14:05:03.250Z","running-time":1.25,"kind":"dropped", ...}`, with the
/// other fields after these three.
package struct LedgerEntry: Sendable, Equatable {
    /// The kind of an entry. The raw values appear in the ledger and stay stable.
    ///
    /// A kind that is also an event has the fields of that event (`SessionEvent.Kind`). The fields of the other kinds
    /// are described here.
    package enum Kind: String, Sendable, Equatable {
        case started, recording, segment, dropped, damaged, warning, cadence, failed, stopping, finished
        case shed, restored, heat, forecast, power, directed, paused, resumed, marked
        case keyFrames = "key-frames"
        case fileFinished = "file-finished"
        case inputLost = "input-lost"
        case inputReturned = "input-returned"
        case signalRestored = "signal-restored"
        case sessionDeleted = "session-deleted"
        case endScheduled = "end-scheduled"
        case stopRequested = "stop-requested"
        case stalledInputsAbandoned = "stalled-inputs-abandoned"
        case outputDropped = "output-dropped"
        case digestFailed = "digest-failed"
        case digestsSkipped = "digests-skipped"
        /// The size and SHA-256 of a file. Fields: `file`, `size`, `digest`.
        case digested
        /// Combined frames repeated a camera's older picture. Fields: `branch`, `output`, `count`.
        case repeated
        /// Pictures of a camera are not consecutive in the combined picture. Fields: `branch`, `jumps`. Each jump has
        /// three running times: of the first combined frame that shows the next picture, of the previous picture, and
        /// of the next one.
        case jumped
        /// The combined picture was changed. `running-time` is that of the first frame that shows the change. Fields:
        /// `settings` (`KEY=VALUE`, keys of the pipeline file), `change` (`over` in seconds or `rate`, `easing`,
        /// `transition`, `direction`; `null`: at once).
        case picture
        /// A camera's clip does not hold these frames. Fields: `input`, `count`, and `reason` (`delay`) if they are
        /// missing because the camera's pictures were delayed.
        case absentFromClip = "absent-from-clip"
        /// A failed output continues in a new file. Fields: `output`, `file`, `at`, `files` (as in `recording`).
        case outputRestored = "output-restored"
        /// The session's folder was lost, and the recording continues in another one. Fields: `folder`, `reason`
        /// (`moved`, `refused` ...), `found` (its current path, or `null`), `exit-code`.
        case folderLost = "folder-lost"
        /// Nothing was recorded for some time. Fields: `from`, `to` (ISO 8601), `seconds`, `reason`. If nothing ran
        /// (`reason`: `frozen`), also `at` and `until`, the running times of the beginning and the end.
        case gap
        /// A hook of the pipeline file failed. Fields: `hook` (the program, or the address without its path), `reason`,
        /// `message`.
        case hookFailed = "hook-failed"
        /// A finished session was copied to another place, or could not be copied. Both are events only and appear in
        /// no ledger. Fields of `backed-up`: `session`, `left`. Fields of `backup-failed`: `session`, `message`,
        /// `again` (seconds).
        case backedUp = "backed-up"
        case backupFailed = "backup-failed"
        /// The worker process started or ended early. Fields: `pid`, and for the end `reason`.
        case workerStarted = "worker-started"
        case workerLost = "worker-lost"
        /// The wall clock was set. Fields: `by` (seconds).
        case clockJumped = "clock-jumped"
        /// The synchronisation of the wall clock, at the beginning and when it changes. Fields: `synchronised` (`null`
        /// if unknown), `boot` (the id of the machine's boot), `uptime` (seconds since then, sleep included).
        case clockState = "clock-state"
        /// The machine slept. Fields: `seconds`.
        case suspended
        /// The drift of the sound card's clock from the pipeline's clock. Fields: `parts-per-million` (absent if it was
        /// not measured), `added`, `removed`, `samples`, and `microphone` if it has a name.
        case drift
        /// Another share of an output's frames is recorded. Fields: `output`, `share` (`1`, `2/3`, `1/2`), `at`
        /// (running time of the first such frame).
        case rateChanged = "rate-changed"
        /// A recovery read a file that a crash had left open. Fields: `file`, `output`, `segment`, `frames`, `start`,
        /// `end`, `playable`.
        case fileRecovered = "file-recovered"
        /// A recovery finished the files that a crash had left. Fields: `dualcam` (version).
        case recovered
        /// The ledger was lost, and the session was rebuilt from the files, which were found by their own tags. Fields:
        /// `files` (as in `recording`), `wall-clock-offset`.
        case adopted
    }

    /// The time by the wall clock, as Unix time in nanoseconds; written as ISO 8601 in UTC with milliseconds.
    package var unixNanoseconds: Int64
    /// The pipeline's running time; `nil` before its clock runs.
    package var runningTime: RunningTime?
    package var kind: Kind
    /// The other fields, with hyphenated keys. Excludes `time`, `running-time` and `kind`.
    package var fields: [JSONValue.Member]

    package init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?, fields: [JSONValue.Member] = []) {
        (self.unixNanoseconds, self.runningTime, self.kind, self.fields) = (unixNanoseconds, runningTime, kind, fields)
    }

    /// The entry as a JSON object on one line.
    package var line: String {
        let head: [JSONValue.Member] = .of([
            "time": WallTime.iso8601(unixNanoseconds), "running-time": runningTime, "kind": kind.rawValue,
        ])
        return JSONValue.object(head + fields).line
    }
}
