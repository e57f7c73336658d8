package import DualCamPlan

/// One line of the ledger: what happened and when. Written as
/// `{"time":"2026-11-21T14:05:03.250Z","running-time":1.25,"kind":"dropped", ...}`, the fields beside the three.
package struct LedgerEntry: Sendable, Equatable {
    /// The raw values stand in the ledger, and stay stable. A kind that is an event, too, has the fields which that tells
    /// (`SessionEvent.Kind`); those of the others stand here.
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
        /// A file's size and SHA-256. Fields: `file`, `size`, `digest`.
        case digested
        /// Fields: `branch`, `output`, `count`.
        case repeated
        /// A camera's pictures did not follow each other in the combined one. Fields: `branch`, `jumps`: lists of three running times, of
        /// the first combined frame that shows the next picture, of the picture before and of the next one.
        case jumped
        /// The combined picture is drawn another way; `running-time` is that of the first frame that shows it. Fields: `settings`
        /// (`KEY=VALUE`, keys of the pipeline file), `change` (`over` in seconds or `rate`, `easing`, `transition`, `direction`;
        /// `null`: at once).
        case picture
        /// Frames that a camera's clip does not hold. Fields: `input`, `count`, and `reason` (`delay`) where they are missing because its
        /// pictures were made later.
        case absentFromClip = "absent-from-clip"
        /// A failed output goes on in a new file. Fields: `output`, `file`, `at`, `files` (as in `recording`).
        case outputRestored = "output-restored"
        /// The session's folder was lost, and the recording goes on in another one. Fields: `folder`, `reason` (`moved`, `refused` ...),
        /// `found` (where it is now, or `null`), `exit-code`.
        case folderLost = "folder-lost"
        /// Nothing was recorded in between. Fields: `from`, `to` (ISO 8601), `seconds`, `reason`; and where nothing ran for a while
        /// (`reason`: `frozen`) `at` and `until`, the running times of its beginning and its end.
        case gap
        /// A hook of the pipeline file failed. Fields: `hook` (the program, or the address without its path), `reason`, `message`.
        case hookFailed = "hook-failed"
        /// A finished session was copied to another place, or could not be; told as an event, and in no ledger. Fields: `session`, `left`;
        /// `session`, `message`, `again` (seconds).
        case backedUp = "backed-up"
        case backupFailed = "backup-failed"
        /// The process that records began or ended before its time. Fields: `pid`, and `reason` of its end.
        case workerStarted = "worker-started"
        case workerLost = "worker-lost"
        /// The wall clock was set. Fields: `by` (seconds).
        case clockJumped = "clock-jumped"
        /// The state of the wall clock's synchronisation, at the beginning and when it changes. Fields: `synchronised`
        /// (`null`: not known), `boot` (the number of the machine's boot), `uptime` (seconds since then, sleep
        /// included).
        case clockState = "clock-state"
        /// The machine slept. Fields: `seconds`.
        case suspended
        /// The sound card's clock drifts against the pipeline's. Fields: `parts-per-million` (absent where it was not
        /// measured), `added`, `removed`.
        case drift
        /// Another share of an output's frames is recorded from a frame on. Fields: `output`, `share` (`1`, `2/3`, `1/2`), `at`
        /// (running time of that frame).
        case rateChanged = "rate-changed"
        /// A file a crash had left open was read again. Fields: `file`, `output`, `segment`, `frames`, `start`, `end`, `playable`.
        case fileRecovered = "file-recovered"
        /// A recovery finished the files that a crash had left. Fields: `dualcam` (version).
        case recovered
        /// The ledger was lost; the files that were found by their own tags make up the session. Fields: `files` (as in
        /// `recording`), `wall-clock-offset`.
        case adopted
    }

    /// Wall clock, Unix time in nanoseconds; written as ISO 8601 in UTC with milliseconds.
    package var unixNanoseconds: Int64
    /// The pipeline's running time; `nil` before its clock runs.
    package var runningTime: RunningTime?
    package var kind: Kind
    /// The other fields, by hyphenated keys other than `time`, `running-time` and `kind`.
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
