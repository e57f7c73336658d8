package import DualCamConfig
package import DualCamPlan

/// An event of a running session, for the status line, and for `run --json` with one object a line.
///
/// Every object has `event`, `time` and `running-time`. `time` is the wall clock's, in ISO 8601 in UTC with
/// milliseconds. `running-time` is the pipeline's, in seconds to the nanosecond; `null` before its clock runs. Times
/// are in seconds, sizes in bytes. Keys stay stable; new ones may be added.
package struct SessionEvent: Sendable, Equatable {
    /// Unix time in nanoseconds.
    package var unixNanoseconds: Int64
    package var runningTime: RunningTime?
    package var kind: Kind

    package init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?) {
        (self.kind, self.unixNanoseconds, self.runningTime) = (kind, unixNanoseconds, runningTime)
    }

    /// The kind of an event with its values. The comments name the keys of the JSON object.
    package enum Kind: Sendable, Equatable {
        /// `standby`: the devices are open, and nothing is recorded until a command asks for it. Keys: `outputs`,
        /// `directory` (in which the sessions' folders are made).
        case standby(outputs: [OutputName], directory: String)
        /// `started`: the folder exists, and the devices are being opened. Keys: `folder`, `outputs`.
        case started(folder: String, outputs: [OutputName])
        /// `countdown`: everything runs, and recording begins after this many seconds. Key: `seconds`.
        case countdown(Int)
        /// `recording`: the common instant at which all files begin. Keys: `clock`, `files` (`output`, `path`).
        case recording(clock: String, files: [FileRequest])
        /// `status`: once a second.
        case status(Status)
        /// `dropped`: frames, or buffers of sound, lost in a branch. Keys: `branch`, `output` (or `null`), `count`, and
        /// for sound `length`. `running-time` is when the last of them was due.
        case dropped(branch: BranchID, output: OutputName?, count: Int, length: Duration? = nil)
        /// `warning`: a problem that has done no harm. Keys: `code`, `branch` (or `null`), `message`.
        case warning(WarningCode, branch: BranchID?, message: String)
        /// `warning` about a faulty signal of an input (`SignalFault`). Additional keys: `input`, `from` (the beginning
        /// of the fault), and `channel` (from 1) for the fault of a channel.
        case signalFaulty(SignalFault, InputName, from: RunningTime, message: String)
        /// `signal-restored`: such a fault is over. Keys: `code` (as of the warning), `input`, `from`, `to`, `lasted`
        /// (seconds), and `channel`.
        case signalRestored(SignalFault, InputName, from: RunningTime, to: RunningTime)
        /// `warning` with the code `output-still`: no frame of an output is written although its inputs deliver, or
        /// frames are written again. Additional keys: `output`, `from` (when the last frame was written), and at the
        /// end `to` and `lasted` (seconds).
        case outputStill(OutputName, from: RunningTime, to: RunningTime?, message: String)
        /// `repeated`: combined frames that show an older picture of a camera than they should. Keys: `branch`,
        /// `count`. `running-time` is when the last of them was due.
        case repeated(branch: BranchID, count: Int)
        /// `damaged`: damaged pictures from a camera. Keys: `input`, `count`, `kept` (true if they are recorded all the
        /// same). `running-time` is that of the last of them.
        case damaged(InputName, count: Int, isKept: Bool)
        /// `cadence`: the measured rate of a camera's pictures, at the beginning and when it has changed by more than a
        /// tenth. Keys: `input`, `rate` (pictures a second), `asked` (the rate in the pipeline file), `frame` (seconds
        /// between pictures), `from` (the first picture at that rate).
        case cadence(SessionHistory.Cadence)
        /// `key-frames`: the measured distance between key frames in a camera's own H.264, the first and each that
        /// differs by more than a tenth. Keys: `input`, `distance` (seconds), `from` (the first key frame with that
        /// distance), and if files are cut, `segment-length` (the seconds of `recording.segment`).
        case keyFrames(SessionHistory.KeyFrames)
        /// `input-lost`: a camera or microphone is removed, and is searched for repeatedly. Keys: `input`, `at` (the
        /// end of its frames), `reason` (`failed`, `stalled` or `missing`).
        case inputLost(InputName, at: RunningTime?, reason: String)
        /// `input-returned`: the input delivers again. Keys: `input`, `at` (its first frame), `away` (seconds),
        /// `attempts`.
        case inputReturned(InputName, at: RunningTime, away: Duration, attempts: Int)
        /// `output-restored`: a failed output continues in a new file. Keys: `output`, `path`, `at`.
        case outputRestored(FileRequest, at: RunningTime)
        /// `session-deleted`: an older session was deleted. Keys: `session` (its folder's path), `bytes`, `reason`
        /// (`when-full` or `retain`), and `left` (paths) if its folders hold files that are not its own.
        case sessionDeleted(DeletedSession, reason: String)
        /// `shed`: less is recorded, before the machine loses frames. Keys: `step` (as in `budget.shed`), `share` (the
        /// remaining share: `2/3`, `1/2`, `0`), `reason` (`load`, `queue`, `heat`), `load` (or `null`), `queue` (0 ...
        /// 1).
        case shed(Shed, LoadFigures)
        /// `restored`: more is recorded again. Keys: as of `shed`; `share` may be `1`.
        case restored(Shed, LoadFigures)
        /// `heat`: the level of heat has changed. Keys: `level`, `celsius`, `zone`, `cause` (`temperature` or
        /// `throttling`).
        case heat(Heat, HeatCause)
        /// `forecast`: another level is expected, or no longer. Keys: `level`, `seconds` (both `null` if none is),
        /// `eased` (true if the combined picture is slowed ahead of it).
        case forecast(HeatForecast?, isEased: Bool)
        /// `power`: the supply by mains or battery, and the charge. Keys: `state` (`mains`, `battery`, `low` or
        /// `empty`), `charge` (0 ... 1), `discharging`.
        case power(PowerState, MachineReading.Battery)
        /// `control`: the endpoints that accept commands. Keys: `socket` (a path), `url`, `token-file` and
        /// `certificate` (paths of files that clients of `url` need); each `null` if missing.
        case control(ControlAddress)
        /// `directed`: a person changed something. Keys: `command` and its arguments. `running-time` is that of the
        /// first frame that shows the change.
        case directed(ControlCommand.Name, [JSONValue.Member])
        /// `reloaded`: the pipeline file has changed. Keys: `applied` (keys that apply now) and `later` (keys that
        /// apply from the next take).
        case reloaded(applied: [String], later: [String])
        /// `paused`, `resumed`: nothing is recorded from `at` on, and again from `at` on.
        case paused(at: RunningTime)
        case resumed(at: RunningTime)
        /// `marked`: a person marked a moment. Keys: `at`, `text`.
        case marked(String, at: RunningTime)
        /// `segment`: outputs continue in new files: all outputs at a boundary, or the output of a camera that
        /// returned. Keys: `segment`, `at` (the boundary's running time), `files`.
        case segment(Int, at: RunningTime, files: [FileRequest])
        /// `file-finished`: a file is whole. Keys: `output`, `segment`, `path`, `frames`, `start`, `end`, and `paused`
        /// (seconds) if it contains a pause.
        case fileFinished(FileSummary)
        /// `stopping`: nothing more is recorded, and the files are being finished. Key: `reason`.
        case stopping(StopReason)
        /// `finishing`: the end takes longer than a second because the machine is slow. Comes once a second. Key:
        /// `frames`, the number that still waits for an encoder.
        case finishing(frames: Int)
        /// `failed`: an output, or with `output: null` everything, is lost. Keys: `code`, `exit-code`, `branch`,
        /// `output`, `message`, `advice`.
        case failed(SessionFailure)
        /// `finished`: the last event. Keys: `exit-code`, `reason`, `folder` (`null` if nothing was left), `files`,
        /// `losses`.
        case finished(SessionOutcome)
    }

    /// The kind of a warning. The raw values appear in events and in the ledger.
    package enum WarningCode: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// A warning of the graph. Its text describes the problem.
        case graph
        /// A take could not begin, or a changed pipeline file applies only later or not at all.
        case take
        /// No take could begin now, or a take can begin again.
        case standby
        /// An input failed, or could not be opened again.
        case input
        /// A camera's device has set another value than requested.
        case cameraControl = "camera-control"
        /// A setting of the pipeline file has no effect.
        case setting
        /// The recording may cost more than `budget.limit` allows.
        case budget
        /// A file that the pipeline file names can no longer be read; its earlier content is used.
        case file
        /// The free space fell below a value of `storage.warn-at`.
        case freeSpace = "free-space"
        /// The disk has accepted nothing for a second, its file system has no locks, or it accepts no more files.
        case disk
        /// The group that `recording.group` names can no longer be used, and the take is recorded without it.
        case group
        /// No frame of an output has been written for 10 s although its inputs deliver, or frames are written again.
        case outputStill = "output-still"
        /// A sensor cannot be read.
        case sensor
        /// The charge fell below `battery.warn`.
        case battery
        /// Programs wait for memory or the processor.
        case pressure
        /// An older session could not be deleted.
        case deletion
        /// A file that a session lists was not touched, because it is not one of the session's own.
        case refused
        /// A file without a frame was removed, or a torn frame at the end of a file.
        case removed
        /// The load is unknown, or too high with nothing left to shed.
        case load
        /// The wall clock was set, or the machine slept.
        case clock
        /// The main camera cannot change by itself.
        case switching = "switch"
        /// Chapters could not be written into a file.
        case chapters
        /// The ledger cannot be written; the recording continues.
        case ledger
        /// An endpoint of `control` cannot be opened.
        case control
        /// The devices were not closed in time.
        case close
        /// A camera delivers damaged pictures.
        case cameraDamaged = "camera-damaged"
        /// The clock of a microphone is off by more than is made up for.
        case microphoneClock = "microphone-clock"
        /// For 10 s a camera has been black, has shown the same picture to the last pixel, or has shown a single
        /// colour.
        case cameraBlack = "camera-black"
        case cameraFrozen = "camera-frozen"
        case cameraSingleColour = "camera-single-colour"
        /// A microphone has been silent for 10 s or at full scale for 3 s, or one of its channels is silent beside
        /// another.
        case microphoneSilent = "microphone-silent"
        case microphoneClipped = "microphone-clipped"
        case microphoneDeadChannel = "microphone-dead-channel"
    }

    /// The heat of the machine. Keys in `status`: `level`, `celsius` and `zone` (of the hottest zone, or `null`),
    /// `forecast` (`level`, `seconds`; or `null`).
    package struct Heat: Sendable, Equatable {
        package var level: HeatLevel
        /// The hottest zone, smoothed; `nil` if no zone reports a temperature.
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
    /// The value of `event`.
    package var name: EventName { told.name }

    /// The value of `event` and the other members, which the ledger shares if it has an entry of the same kind.
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
