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
        /// `standby`: the devices are open, and nothing is recorded until somebody asks for it. Keys: `outputs`,
        /// `directory` (where the sessions' folders are made).
        case standby(outputs: [OutputName], directory: String)
        /// `started`: the folder is there, the devices are being opened. Keys: `folder`, `outputs`.
        case started(folder: String, outputs: [OutputName])
        /// `countdown`: everything runs, and recording begins in so many seconds. Key: `seconds`.
        case countdown(Int)
        /// `recording`: the common instant at which all files begin. Keys: `clock`, `files` (`output`, `path`).
        case recording(clock: String, files: [FileRequest])
        /// `status`: once a second.
        case status(Status)
        /// `dropped`: frames, or buffers of sound, lost in a branch. Keys: `branch`, `output` (or `null`), `count`, and of sound its
        /// `length`; `running-time` is when the last of them was due.
        case dropped(branch: BranchID, output: OutputName?, count: Int, length: Duration? = nil)
        /// `warning`: harmed nothing. Keys: `code`, `branch` (or `null`), `message`.
        case warning(WarningCode, branch: BranchID?, message: String)
        /// `warning`: what an input delivers is faulty (`SignalFault`). Keys, besides those above: `input`, `from` (where the fault
        /// began), and `channel` (from 1) for one of a channel.
        case signalFaulty(SignalFault, InputName, from: RunningTime, message: String)
        /// `signal-restored`: such a fault is over. Keys: `code` (as of the warning), `input`, `from`, `to`, `lasted` (seconds), and
        /// `channel`.
        case signalRestored(SignalFault, InputName, from: RunningTime, to: RunningTime)
        /// `warning` with the code `output-still`: no frame of an output is written though its inputs deliver, or some are again. Keys,
        /// besides `code`, `branch` and `message`: `output`, `from` (when the last frame was written), and when it is over `to` and
        /// `lasted` (seconds).
        case outputStill(OutputName, from: RunningTime, to: RunningTime?, message: String)
        /// `repeated`: combined frames that show an older picture of a camera than they should. Keys: `branch`, `count`;
        /// `running-time` is when the last of them was due.
        case repeated(branch: BranchID, count: Int)
        /// `damaged`: pictures that a camera delivered damaged. Keys: `input`, `count`, `kept` (true: they are recorded all the same);
        /// `running-time` is that of the last of them.
        case damaged(InputName, count: Int, isKept: Bool)
        /// `cadence`: how often a camera's pictures come, as measured: at the beginning, and when it has changed by more than a tenth. Keys:
        /// `input`, `rate` (pictures a second), `asked` (those of the pipeline file), `frame` (seconds from one to the next), `from` (the
        /// first that came so).
        case cadence(SessionHistory.Cadence)
        /// `key-frames`: how far apart the key frames are of a camera whose own H.264 is recorded, as measured: the first distance, and when
        /// it has changed by more than a tenth. Keys: `input`, `distance` (seconds), `from` (the key frame from which on it is so), and where
        /// files are cut `segment-length` (the seconds of `recording.segment`).
        case keyFrames(SessionHistory.KeyFrames)
        /// `input-lost`: a camera or the microphone is taken out; it is looked for again and again. Keys: `input`, `at`
        /// (where its frames end), `reason` (`failed`, `stalled` or `missing`).
        case inputLost(InputName, at: RunningTime?, reason: String)
        /// `input-returned`: it delivers again. Keys: `input`, `at` (its first frame), `away` (seconds), `attempts`.
        case inputReturned(InputName, at: RunningTime, away: Duration, attempts: Int)
        /// `output-restored`: a failed output goes on in a new file. Keys: `output`, `path`, `at`.
        case outputRestored(FileRequest, at: RunningTime)
        /// `session-deleted`: an older session made room. Keys: `session` (its folder's path), `bytes`, `reason`
        /// (`when-full` or `retain`), and `left` where its folders hold something that is none of its files (paths).
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
        /// `finishing`: the end takes longer than a second, as the machine is slow; told once a second. Key: `frames`, those that still
        /// wait for an encoder.
        case finishing(frames: Int)
        /// `failed`: an output, or with `output: null` everything, is lost. Keys: `code`, `exit-code`, `branch`,
        /// `output`, `message`, `advice`.
        case failed(SessionFailure)
        /// `finished`: the last event. Keys: `exit-code`, `reason`, `folder` (`null` when nothing was left), `files`, `losses`.
        case finished(SessionOutcome)
    }

    /// The kinds of warnings; raw values stand in events and in the ledger.
    package enum WarningCode: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The graph's own; its text says what.
        case graph
        /// A take could not begin, or what was changed of the pipeline file holds later, or not.
        case take
        /// No take could begin now, or one can again.
        case standby
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
        /// The disk has taken nothing for a second, or its file system has no locks, or takes no further file.
        case disk
        /// The group that `recording.group` names cannot be used any more: the take is recorded without it.
        case group
        /// No frame of an output has been written for 10 s though its inputs deliver, or some are again.
        case outputStill = "output-still"
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
        /// A camera delivers damaged pictures.
        case cameraDamaged = "camera-damaged"
        /// A camera has been black for 10 s, has shown the same picture to the last pixel, or a single colour.
        case cameraBlack = "camera-black"
        case cameraFrozen = "camera-frozen"
        case cameraSingleColour = "camera-single-colour"
        /// A microphone has been silent for 10 s or at full scale for 3 s, or one of its channels silent beside another.
        case microphoneSilent = "microphone-silent"
        case microphoneClipped = "microphone-clipped"
        case microphoneDeadChannel = "microphone-dead-channel"
    }

    /// The heat of the machine. In `status`, keys: `level`, `celsius` and `zone` (of the hottest zone that counts, or `null`),
    /// `forecast` (`level`, `seconds`; or `null`).
    package struct Heat: Sendable, Equatable {
        package var level: HeatLevel
        /// The hottest zone that counts, smoothed; `nil`: none tells anything.
        package var zone: MachineReading.Zone?
        package var forecast: HeatForecast?
    }

    /// The event as one JSON object on one line.
    package var line: String {
        let told = kind.told
        let head: [JSONValue.Member] = .of([
            "event": told.name.rawValue, "time": WallTime.iso8601(unixNanoseconds), "running-time": runningTime,
        ])
        return JSONValue.object(head + told.members).line
    }

    package var name: String { kind.name.rawValue }
}

extension SessionEvent.Kind {
    /// The word under `event`.
    package var name: EventName { told.name }

    /// The word under `event`, and what stands beside it, there and in the ledger where that tells the same.
    var told: (name: EventName, members: [JSONValue.Member]) {
        switch self {
        case .standby(let outputs, let directory):
            (.standby, .of(["outputs": outputs, "directory": directory]))
        case .started(let folder, let outputs): (.started, .of(["folder": folder, "outputs": outputs]))
        case .countdown(let seconds): (.countdown, .of(["seconds": seconds]))
        case .recording(let clock, let files): (.recording, .of(["clock": clock, "files": files]))
        case .status(let status): (.status, status.members)
        case .inputLost(let input, let time, let reason):
            (.inputLost, .of(["input": input, "at": time, "reason": reason]))
        case .inputReturned(let input, let time, let away, let attempts):
            (.inputReturned, .of(["input": input, "at": time, "away": away, "attempts": attempts]))
        case .outputRestored(let file, let time):
            (.outputRestored, .of(["output": file.output, "path": file.path, "at": time]))
        case .sessionDeleted(let session, let reason): (.sessionDeleted, session.members(reason))
        case .control(let address): (.control, address.members)
        case .directed(let command, let arguments): (.directed, .of(["command": command.rawValue]) + arguments)
        case .reloaded(let applied, let later): (.reloaded, .of(["applied": applied, "later": later]))
        case .paused(let time): (.paused, .of(["at": time]))
        case .resumed(let time): (.resumed, .of(["at": time]))
        case .marked(let text, let time): (.marked, .of(["at": time, "text": text]))
        case .segment(let number, let boundary, let files):
            (.segment, .of(["segment": number, "at": boundary, "files": files]))
        case .fileFinished(let summary): (.fileFinished, summary.members)
        case .stopping(let reason): (.stopping, .of(["reason": reason]))
        case .finishing(let frames): (.finishing, .of(["frames": frames]))
        case .failed(let failure): (.failed, failure.members)
        case .finished(let outcome): (.finished, outcome.members)
        case .dropped(let branch, let output, let count, let length):
            (.dropped, .of(["branch": branch, "output": output, "count": count]) + .known(["length": length]))
        case .repeated(let branch, let count): (.repeated, .of(["branch": branch, "count": count]))
        case .damaged(let input, let count, let isKept):
            (.damaged, .of(["input": input, "count": count, "kept": isKept]))
        case .cadence(let cadence): (.cadence, cadence.members)
        case .keyFrames(let keyFrames): (.keyFrames, keyFrames.members)
        case .shed(let shed, let figures): (.shed, shed.members + figures.members)
        case .restored(let shed, let figures): (.restored, shed.members + figures.members)
        case .heat(let heat, let cause): (.heat, heat.place + .of(["cause": cause]))
        case .forecast(let forecast, let isEased): (.forecast, Self.members(of: forecast, isEased))
        case .power(let state, let battery): (.power, .of(["state": state]) + battery.members)
        case .warning(let code, let branch, let message):
            (.warning, .of(["code": code, "branch": branch, "message": message]))
        case .signalFaulty(let fault, let input, let from, let message):
            (
                .warning,
                .of([
                    "code": fault.code, "branch": BranchID.source(input), "message": message, "input": input,
                    "from": from,
                ]) + .known(["channel": fault.channel])
            )
        case .outputStill(let output, let from, let to, let message):
            (
                .warning,
                .of([
                    "code": SessionEvent.WarningCode.outputStill, "branch": BranchID.encoder(output),
                    "message": message,
                    "output": output, "from": from,
                ]) + .known(["to": to, "lasted": to.map { $0 - from }])
            )
        case .signalRestored(let fault, let input, let from, let to):
            (
                .signalRestored,
                .of(["code": fault.code, "input": input, "from": from, "to": to, "lasted": to - from])
                    + .known(["channel": fault.channel])
            )
        }
    }

    private static func members(of forecast: HeatForecast?, _ isEased: Bool) -> [JSONValue.Member] {
        .of(["level": forecast?.level, "seconds": forecast?.after.components.seconds, "eased": isEased])
    }
}
