package import DualCamPlan

/// One line of the ledger, which records what happened and when.
///
/// An entry is written as `{"time":"2026-11-21T14:05:03.250Z","running-time":1.25,"kind":"dropped", ...}`; other fields
/// follow these three.
package struct LedgerEntry: Sendable, Equatable {
    /// The kinds of ledger entries. The raw values appear in the ledger and must not change.
    ///
    /// If an event of the same name exists (`SessionEvent.Kind`), the entry has the event's keys as fields. For all
    /// other kinds, the comments of the cases list the fields. `started` also has `files`, a list with the `output` and
    /// `file` name of each first segment.
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
        /// A recorded file's size and SHA-256 were determined. Fields: `file`, `size`, `digest`.
        case digested
        /// Frames of the combined picture repeated an older picture of a camera. Fields: `branch`, `output`, `count`.
        case repeated
        /// The sequence of a camera's pictures in the combined picture has gaps. Fields: `branch`, `jumps`. Each jump
        /// has three running times: of the first combined frame that shows the next picture, of the last picture before
        /// the gap, and of the next picture.
        case jumped
        /// The combined picture was changed. `running-time` is that of the first frame that shows the change. Fields:
        /// `settings` (`KEY=VALUE`, keys of the pipeline file), `change` (`over` in seconds or `rate`, `easing`,
        /// `transition`, `direction`; `null` for a change at once).
        case picture
        /// Frames are missing in a clip that is played as a camera. Fields: `input`, `count`, and `reason` (`delay`) if
        /// they are missing because the camera's pictures were delayed.
        case absentFromClip = "absent-from-clip"
        /// A failed output records again, in a new file. Fields: `output`, `file`, `at`, and `files`, the list of files
        /// as in the entry `recording`.
        case outputRestored = "output-restored"
        /// The session's folder was lost, and the recording continues in another one. Fields: `folder`, `reason`
        /// (`moved`, `refused` ...), `found` (its new path, or `null`), `exit-code`.
        case folderLost = "folder-lost"
        /// Nothing was recorded for an interval. Fields: `from`, `to` (ISO 8601), `seconds`, `reason`. If the process
        /// did not run (`reason`: `frozen`), also `at` and `until`, the running times of the interval's beginning and
        /// end.
        case gap
        /// A hook of the pipeline file failed. Fields: `hook` (the program, or the web address without its path),
        /// `reason`, `message`.
        case hookFailed = "hook-failed"
        /// A finished session was backed up. This is only an event; no ledger contains it. Fields: `session`, `left`
        /// (the number of sessions that still wait for their backup).
        case backedUp = "backed-up"
        /// A session could not be backed up. This is only an event; no ledger contains it. Fields: `session`,
        /// `message`, `again` (the number of seconds until the next attempt).
        case backupFailed = "backup-failed"
        /// A worker process started. Fields: `pid`.
        case workerStarted = "worker-started"
        /// A worker process ended early. Fields: `pid`, `reason`.
        case workerLost = "worker-lost"
        /// The wall clock was set. Fields: `by` (seconds; negative if set back).
        case clockJumped = "clock-jumped"
        /// The state of the wall clock's synchronisation by a time service, recorded at the beginning and when it
        /// changes. Fields: `synchronised` (`null` if unknown), `boot` (the id of the machine's boot), `uptime`
        /// (seconds since the boot, including sleep).
        case clockState = "clock-state"
        /// The machine slept while a part was recorded. Fields: `seconds`.
        case suspended
        /// The drift of a sound card's clock against the pipeline's clock, and its correction. Fields:
        /// `parts-per-million` (absent if not measured), `added` and `removed` (samples, to follow the pipeline's
        /// clock), `samples` (recorded), and `microphone` if the microphone has a name.
        case drift
        /// From now on, a different fraction of an output's frames is recorded. Fields: `output`, `share` (from `1`,
        /// all frames, down to `1/6`), `at` (the running time of the first frame at the new rate).
        case rateChanged = "rate-changed"
        /// A recovery examined a file that was open when a crash occurred. Fields: `file`, `output`, `segment`,
        /// `frames`, `start`, `end`, `playable`.
        case fileRecovered = "file-recovered"
        /// A recovery finished a session that was interrupted by a crash. Fields: `dualcam` (version).
        case recovered
        /// The ledger was lost, and a recovery restored the session from the recorded files, which contain identifying
        /// tags. Fields: `files` (as in `recording`), `wall-clock-offset`.
        case adopted
    }

    /// The wall clock's time when the entry was written, in Unix nanoseconds. The ledger file contains it in UTC, as
    /// ISO 8601 with milliseconds.
    package var unixNanoseconds: Int64
    /// The pipeline's running time when the entry was written; `nil` before the pipeline's clock runs.
    package var runningTime: RunningTime?
    package var kind: Kind
    /// The entry's other fields, with hyphenated keys; without `time`, `running-time` and `kind`.
    package var fields: [JSONValue.Member]

    package init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?, fields: [JSONValue.Member] = []) {
        (self.unixNanoseconds, self.runningTime, self.kind, self.fields) = (unixNanoseconds, runningTime, kind, fields)
    }

    /// The entry as one JSON object on one line.
    package var line: String {
        let head: [JSONValue.Member] = .of([
            "time": WallTime.iso8601(unixNanoseconds), "running-time": runningTime, "kind": kind.rawValue,
        ])
        return JSONValue.object(head + fields).line
    }
}
