package import DualCamConfig
package import DualCamPlan

/// An event of a running session. The status line shows events, and `run --json` prints them, one JSON object per line.
///
/// Every object has `event`, `time` and `running-time`. `time` is the wall clock's time in UTC, in ISO 8601 with
/// milliseconds. `running-time` is the pipeline's running time, in seconds to the nanosecond; `null` before the
/// pipeline's clock runs. Durations are in seconds, sizes in bytes. Existing keys must not change; new keys may be
/// added.
package struct SessionEvent: Sendable, Equatable {
    /// The time of the event, in Unix nanoseconds.
    package var unixNanoseconds: Int64
    package var runningTime: RunningTime?
    package var kind: Kind

    package init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?) {
        (self.kind, self.unixNanoseconds, self.runningTime) = (kind, unixNanoseconds, runningTime)
    }

    /// The kinds of session events, with their associated values. Each case's comment lists the keys of the event's
    /// JSON object.
    package enum Kind: Sendable, Equatable {
        /// `standby`: the devices are open, and nothing is recorded until a command starts a take. Keys: `outputs`,
        /// `directory` (where the sessions' folders are created).
        case standby(outputs: [OutputName], directory: String)
        /// `started`: the session's folder exists, and the devices are being opened. Keys: `folder`, `outputs`.
        case started(folder: String, outputs: [OutputName])
        /// `countdown`: everything is ready, and recording begins in this number of seconds. Key: `seconds`.
        case countdown(Int)
        /// `recording`: recording has begun; `running-time` is the instant at which all files begin. Keys: `clock`,
        /// `files` (each `output`, `path`).
        case recording(clock: String, files: [FileRequest])
        /// `status`: the state of the recording, sent once a second. The keys are those of `Status`.
        case status(Status)
        /// `dropped`: video frames or audio buffers were lost in a branch. Keys: `branch`, `output` (or `null`),
        /// `count`, and for audio `length`. `running-time` is the time of the last lost frame or buffer.
        case dropped(branch: BranchID, output: OutputName?, count: Int, length: Duration? = nil)
        /// `warning`: a problem that has not harmed the recording. Keys: `code`, `branch` (or `null`), `message`.
        case warning(WarningCode, branch: BranchID?, message: String)
        /// `warning` about a faulty signal of a camera or microphone (`SignalFault`). Additional keys: `input`, `from`
        /// (the beginning of the fault), and for the fault of one channel `channel` (from 1).
        case signalFaulty(SignalFault, InputName, from: RunningTime, message: String)
        /// `signal-restored`: a reported signal fault has ended. Keys: `code` (that of the warning), `input`, `from`,
        /// `to`, `lasted` (seconds), and `channel` for the fault of one channel.
        case signalRestored(SignalFault, InputName, from: RunningTime, to: RunningTime)
        /// `warning` with the code `output-still`: no frames are written to an output although its inputs deliver, or
        /// frames are written again. Additional keys: `output`, `from` (when the last frame was written), and at the
        /// end `to` and `lasted` (seconds).
        case outputStill(OutputName, from: RunningTime, to: RunningTime?, message: String)
        /// `repeated`: frames of the combined picture repeat an older picture of a camera. Keys: `branch`, `count`.
        /// `running-time` is the time of the last such frame.
        case repeated(branch: BranchID, count: Int)
        /// `damaged`: damaged pictures arrived from a camera. Keys: `input`, `count`, `kept` (true if they are recorded
        /// nevertheless). `running-time` is the time of the last such picture.
        case damaged(InputName, count: Int, isKept: Bool)
        /// `cadence`: the measured rate of a camera's pictures, reported at first and when it has changed by more than
        /// a tenth. Keys: `input`, `rate` (pictures a second), `asked` (the rate in the pipeline file), `frame`
        /// (seconds between pictures), `from` (the first picture at that rate).
        case cadence(SessionHistory.Cadence)
        /// `key-frames`: the measured distance between key frames in a camera's own H.264, the first time and when it
        /// has changed by more than a tenth. Keys: `input`, `distance` (seconds), `from` (the first key frame at that
        /// distance). If files are cut by length, also `segment-length` (`recording.segment` in seconds).
        case keyFrames(SessionHistory.KeyFrames)
        /// `input-lost`: a camera or microphone is missing, and dualcam tries repeatedly to open it again. Keys:
        /// `input`, `at` (the end of its frames), `reason` (`failed`, `stalled` or `missing`).
        case inputLost(InputName, at: RunningTime?, reason: String)
        /// `input-returned`: a lost camera or microphone delivers again. Keys: `input`, `at` (the time of its first
        /// frame), `away` (the number of seconds without it), `attempts` (the number of attempts to open it).
        case inputReturned(InputName, at: RunningTime, away: Duration, attempts: Int)
        /// `output-restored`: a failed output records again, in a new file. Keys: `output`, `path`, `at`.
        case outputRestored(FileRequest, at: RunningTime)
        /// `session-deleted`: an older session was deleted. Keys: `session` (the path of its folder), `bytes`, `reason`
        /// (`when-full` or `retain`). If foreign files remain in its folders, also `left` (their paths).
        case sessionDeleted(DeletedSession, reason: String)
        /// `shed`: the frame rate or quality of an output was reduced, or the output was stopped, so that the machine
        /// does not lose frames. Keys: `step` (as in `budget.shed`), `share` (the remaining fraction, from `2/3` down
        /// to `1/6`; `0` if nothing remains), `reason` (`load`, `queue`, `heat`), `load` (or `null`), `queue` (0 ...
        /// 1).
        case shed(Shed, LoadFigures)
        /// `restored`: a reduction of rate or quality was reversed. The keys are those of `shed`; `share` may be `1`.
        case restored(Shed, LoadFigures)
        /// `heat`: the machine's heat level has changed. Keys: `level`, `celsius`, `zone`, `cause` (`temperature` or
        /// `throttling`).
        case heat(Heat, HeatCause)
        /// `forecast`: the heat level that is expected next has changed, or none is expected any longer. Keys: `level`,
        /// `seconds` (both `null` for none), `eased` (true if the combined picture is slowed in advance).
        case forecast(HeatForecast?, isEased: Bool)
        /// `power`: the power supply or the battery's state has changed. Keys: `state` (`mains`, `battery`, `low` or
        /// `empty`), `charge` (0 ... 1), `discharging`.
        case power(PowerState, MachineReading.Battery)
        /// `control`: the addresses at which dualcam accepts commands. Keys: `socket` (a path), `url`, `token-file` and
        /// `certificate` (paths of files that clients of `url` need); each `null` if there is none.
        case control(ControlAddress)
        /// `directed`: a command changed the running recording. Keys: `command` and the command's arguments.
        /// `running-time` is the time of the first frame that shows the change.
        case directed(CommandName, [JSONValue.Member])
        /// `reloaded`: the pipeline file was changed and read again. Keys: `applied` (the changed keys that already
        /// apply) and `later` (the changed keys that apply from the next take).
        case reloaded(applied: [String], later: [String])
        /// `paused`: the recording is paused; `at` is the running time from which nothing is recorded.
        case paused(at: RunningTime)
        /// `resumed`: the recording continues after a pause; `at` is the running time from which frames are recorded
        /// again.
        case resumed(at: RunningTime)
        /// `marked`: a user marked a moment. Keys: `at`, `text`.
        case marked(String, at: RunningTime)
        /// `segment`: outputs continue in new files. Either all outputs have reached a segment's boundary, or the
        /// camera of one output has returned. Keys: `segment`, `at` (the running time at which the files begin),
        /// `files`.
        case segment(Int, at: RunningTime, files: [FileRequest])
        /// `file-finished`: a file was closed and is complete. Keys: `output`, `segment`, `path`, `frames`, `start`,
        /// `end`, and `paused` (seconds) if the file contains a pause.
        case fileFinished(FileSummary)
        /// `stopping`: nothing more is recorded, and the files are being finished. Key: `reason`.
        case stopping(StopReason)
        /// `finishing`: it takes longer than a second to finish the files, because the machine is slow. Sent once a
        /// second. Key: `frames`, the number of frames that are still waiting for an encoder.
        case finishing(frames: Int)
        /// `failed`: an output was lost or, if `output` is `null`, the whole recording. Keys: `code`, `exit-code`,
        /// `branch`, `output`, `message`, `advice`.
        case failed(SessionFailure)
        /// `finished`: the session has ended; always the last event. Keys: `exit-code`, `reason`, `folder` (`null` if
        /// none remains), `files`, `losses`.
        case finished(SessionOutcome)
    }

    /// The codes of warnings. The raw values appear in events and in the ledger.
    package enum WarningCode: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// A warning from the GStreamer graph. The message describes the problem.
        case graph
        /// No take could begin, or a change of the pipeline file takes effect later or not at all.
        case take
        /// While the session stands by, a take could no longer begin, or it can begin again.
        case standby
        /// A camera or microphone failed, or could not be opened again.
        case input
        /// A camera set one of its controls to a different value than requested.
        case cameraControl = "camera-control"
        /// A setting in the pipeline file has no effect in this recording.
        case setting
        /// The estimated cost of the planned recording may exceed `budget.limit`.
        case budget
        /// A file that the pipeline file names can no longer be read; its earlier content is used.
        case file
        /// The free disk space fell below a value of `storage.warn-at`.
        case freeSpace = "free-space"
        /// The disk has accepted no data for a second, cannot hold another file, or has a file system without locks.
        case disk
        /// The group in `recording.group` can no longer be used, so the take is recorded without it.
        case group
        /// An output has written no frames for 10 s although its inputs deliver, or it writes frames again.
        case outputStill = "output-still"
        /// A temperature or battery sensor cannot be read.
        case sensor
        /// The battery's charge fell below `battery.warn`.
        case battery
        /// Programs on this machine have to wait for memory or for the processor.
        case pressure
        /// An older session could not be deleted.
        case deletion
        /// A file in a session's file list does not belong to the session, so dualcam did not touch it.
        case refused
        /// A file without any frame was removed, or an incomplete frame was cut off the end of a file.
        case removed
        /// The load cannot be measured, or it is too high although nothing more can be reduced.
        case load
        /// The wall clock was set, or the machine slept.
        case clock
        /// The combined picture's main camera cannot be switched automatically.
        case switching = "switch"
        /// Chapters could not be written into a file.
        case chapters
        /// The ledger cannot be written. The recording continues without it.
        case ledger
        /// A control endpoint (socket or HTTP server) cannot be opened.
        case control
        /// The cameras and microphones could not be closed within the time limit.
        case close
        /// A camera delivers damaged pictures.
        case cameraDamaged = "camera-damaged"
        /// A microphone's clock drifts by more than dualcam can correct.
        case microphoneClock = "microphone-clock"
        /// A camera's pictures have been black for 10 s (frame grabbers: 2 s).
        case cameraBlack = "camera-black"
        /// A camera has delivered the same picture, to the last pixel, for 10 s, or for 2 s from a frame grabber.
        case cameraFrozen = "camera-frozen"
        /// A camera's pictures have been of a single colour for 10 s (frame grabbers: 2 s).
        case cameraSingleColour = "camera-single-colour"
        /// A microphone has been silent for 10 s.
        case microphoneSilent = "microphone-silent"
        /// A microphone's sound has been at full scale for 3 s.
        case microphoneClipped = "microphone-clipped"
        /// A channel of a microphone has been silent for 10 s while another channel has sound.
        case microphoneDeadChannel = "microphone-dead-channel"
    }

    /// The heat of the machine. Keys in `status`: `level`, `celsius` and `zone` (of the hottest zone, or `null`),
    /// `forecast` (`level` and `seconds`, or `null`).
    package struct Heat: Sendable, Equatable {
        package var level: HeatLevel
        /// The hottest temperature zone with its smoothed temperature; `nil` if no zone reports one.
        package var zone: MachineReading.Zone?
        /// The next level to expect; `nil` without a forecast.
        package var forecast: HeatForecast?

        package init(level: HeatLevel, zone: MachineReading.Zone? = nil, forecast: HeatForecast? = nil) {
            (self.level, self.zone, self.forecast) = (level, zone, forecast)
        }
    }

    /// The event as one JSON object on a single line.
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
    /// The name of the event, which is the value of the `event` key in its JSON object.
    package var name: EventName { told.name }

    /// The event's name and its other JSON members. If the ledger has an entry of the same name, the entry has these
    /// members, too.
    package var told: (name: EventName, members: [JSONValue.Member]) {
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
