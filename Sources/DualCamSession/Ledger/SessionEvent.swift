package import DualCamConfig
package import DualCamPlan

/// An event of a running session: for the status line, and for `run --json`, one object a line.
///
/// Every object has `event`, `time` (wall clock, ISO 8601 in UTC with milliseconds) and `running-time` (the
/// pipeline's, in seconds to the nanosecond; `null` before its clock runs). Times are in seconds, sizes in bytes; keys
/// stay stable, new ones may come.
package struct SessionEvent: Sendable, Equatable {
    /// Unix time in nanoseconds.
    package var unixNanoseconds: Int64
    package var runningTime: RunningTime?
    package var kind: Kind

    package init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?) {
        (self.kind, self.unixNanoseconds, self.runningTime) = (kind, unixNanoseconds, runningTime)
    }

    package enum Kind: Sendable, Equatable {
        /// `standby`: the devices are open, and nothing is recorded until somebody asks for it. Key: `outputs`.
        case standby(outputs: [OutputName])
        /// `started`: the folder is there, the devices are being opened. Keys: `folder`, `outputs`.
        case started(folder: String, outputs: [OutputName])
        /// `countdown`: everything runs, and recording begins in so many seconds. Key: `seconds`.
        case countdown(Int)
        /// `recording`: the common instant at which all files begin. Keys: `clock`, `files` (`output`, `path`).
        case recording(clock: String, files: [FileRequest])
        /// `status`: once a second.
        case status(Status)
        /// `dropped`: frames lost in a branch. Keys: `branch`, `output` (or `null`), `count`; `running-time` is when
        /// the last of them was due.
        case dropped(branch: BranchID, output: OutputName?, count: Int)
        /// `warning`: harmed nothing. Keys: `code`, `branch` (or `null`), `message`.
        case warning(WarningCode, branch: BranchID?, message: String)
        /// `repeated`: combined frames that show an older picture of a camera than they should. Keys: `branch`, `count`;
        /// `running-time` is when the last of them was due.
        case repeated(branch: BranchID, count: Int)
        /// `input-lost`: a camera or the microphone is taken out; it is looked for again and again. Keys: `input`, `at`
        /// (where its frames end), `reason` (`failed`, `stalled` or `missing`).
        case inputLost(InputName, at: RunningTime?, reason: String)
        /// `input-returned`: it delivers again. Keys: `input`, `at` (its first frame), `away` (seconds), `attempts`.
        case inputReturned(InputName, at: RunningTime, away: Duration, attempts: Int)
        /// `output-restored`: a failed output goes on in a new file. Keys: `output`, `path`, `at`.
        case outputRestored(FileRequest, at: RunningTime)
        /// `session-deleted`: an older session made room. Keys: `session` (its folder's path), `bytes`, `reason`
        /// (`when-full` or `retain`).
        case sessionDeleted(DeletedSession, reason: String)
        /// `shed`: less is recorded, before the machine loses frames. Keys: `step` (as in `budget.shed`), `share` (what is done of
        /// it from now on: `2/3`, `1/2`, `0`), `reason` (`load`, `queue`, `heat`), `load` (or `null`), `queue` (0 ... 1).
        case shed(Shed, LoadFigures)
        /// `restored`: more is recorded again. Keys: as of `shed`; `share` may be `1`.
        case restored(Shed, LoadFigures)
        /// `heat`: the machine is at another level. Keys: `level`, `celsius`, `zone`, `cause` (`temperature` or `throttling`).
        case heat(Heat, HeatCause)
        /// `forecast`: another level is expected, or none any more. Keys: `level`, `seconds` (both `null`: none), `eased`
        /// (whether the combined picture is slowed ahead of it).
        case forecast(HeatForecast?, isEased: Bool)
        /// `power`: mains or battery, and how full it is. Keys: `state` (`mains`, `battery`, `low` or `empty`), `charge`
        /// (0 ... 1), `discharging`.
        case power(PowerState, MachineReading.Battery)
        /// `control`: by which endpoints commands are taken. Keys: `socket` (a path), `url`, `token-file` and `certificate` (paths of what
        /// clients of `url` need); each `null` where there is none.
        case control(ControlAddress)
        /// `directed`: a person changed something. Keys: `command` and its arguments; `running-time` is that of the first frame that
        /// shows it.
        case directed(ControlCommand.Name, [JSONValue.Member])
        /// `reloaded`: the pipeline file has changed. Keys: `applied` and `later` (keys that hold now, and from the next take
        /// on).
        case reloaded(applied: [String], later: [String])
        /// `paused`, `resumed`: nothing is recorded from `at` on, and again from `at` on.
        case paused(at: RunningTime)
        case resumed(at: RunningTime)
        /// `marked`: a person marked a moment. Keys: `at`, `text`.
        case marked(String, at: RunningTime)
        /// `segment`: outputs go on in new files: all of them at a boundary, or that of a camera that is back. Keys:
        /// `segment`, `at` (the boundary's running time), `files`.
        case segment(Int, at: RunningTime, files: [FileRequest])
        /// `file-finished`: a file is whole. Keys: `output`, `segment`, `path`, `frames`, `start`, `end`, and `paused` (seconds) where
        /// it goes on behind a pause.
        case fileFinished(FileSummary)
        /// `stopping`: nothing more is recorded, the files are being finished. Key: `reason`.
        case stopping(StopReason)
        /// `failed`: an output, or with `output: null` everything, is lost. Keys: `code`, `exit-code`, `branch`,
        /// `output`, `message`, `advice`.
        case failed(SessionFailure)
        /// `finished`: the last event. Keys: `exit-code`, `reason`, `folder` (`null` when nothing was left), `files`.
        case finished(SessionOutcome)
    }

    /// The kinds of warnings; raw values stand in events and in the ledger.
    package enum WarningCode: String, Sendable, Equatable {
        /// The graph's own; its text says what.
        case graph
        /// A take could not begin, or what was changed of the pipeline file holds later, or not.
        case take
        /// An input failed, or was refused when it was looked for again.
        case input
        /// A camera's device has taken another value than it was given.
        case cameraControl = "camera-control"
        /// A setting of the pipeline file changes nothing.
        case setting
        /// The recording may cost more than `budget.limit` allows.
        case budget
        /// A file that the pipeline file names can no longer be read, and is used as it was.
        case file
        /// Free space fell below one of `storage.warn-at`.
        case freeSpace = "free-space"
        /// A sensor cannot be read.
        case sensor
        /// The charge fell below `battery.warn`.
        case battery
        /// Programs wait for memory or the processor.
        case pressure
        /// An older session could not be deleted.
        case deletion
        /// A file that a session lists was left alone, because it is none of its own.
        case refused
        /// A file without a frame was removed, or a torn frame at the end of one.
        case removed
        /// The load is not known, or is too much and nothing is left to be shed.
        case load
        /// The wall clock was set, or the machine slept.
        case clock
        /// The main camera cannot change by itself.
        case switching = "switch"
        /// Chapters could not be written into a file.
        case chapters
        /// The ledger cannot be written; the recording goes on.
        case ledger
        /// An endpoint of `control` cannot be opened.
        case control
        /// The devices were not given back in time.
        case close
    }
}
