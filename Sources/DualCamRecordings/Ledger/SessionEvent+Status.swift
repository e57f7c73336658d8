package import DualCamConfig
package import DualCamPlan

extension SessionEvent {
    /// The state of a recording, sent once a second.
    ///
    /// Keys: `recorded` (seconds since the common start), `free` (bytes left on the disk, or `null`), `lasts` (seconds
    /// until `storage.when-full` applies at the measured write rate, or `null`), `flowing`, `lost` (names of inputs),
    /// `load` (the fraction of the available processor time that this process uses, 0 ... 1 and more, or `null`),
    /// `queue` (the level of the fullest encoder queue, 0 ... 1), `shed` (each `step`, `share`, `reason`), `rates`
    /// (frames per second by output, as recorded now), `outputs` (each `output`, `frames`, `dropped`, `bytes`), `heat`
    /// (`level`, `celsius`, `zone`, `forecast`), `battery` (`charge`, 0 ... 1, and `discharging`, or `null`), `paused`,
    /// `levels` (`peak` and `rms` of each channel in dBFS over a tenth of a second, or `null`; with several
    /// microphones, those of the first).
    ///
    /// Keys that are present only if there is something to report:
    /// - `signals`: the signal faults (each `input`, `code`, `lasting`, and `channel` for the fault of one channel).
    /// - `microphones`: the `peak` and `rms` of each named microphone, under its name.
    /// - `still`: the names of outputs that write no frames although their inputs deliver.
    /// - `without-group`: the reason why the take does not belong to the group in the pipeline file.
    /// - `cadences`: the measured rates of cameras (each `input`, `rate` and `asked` in pictures a second, `from`, and
    ///   `since`, the time of day).
    /// - `damaged`: the damaged pictures from cameras in this take (each `input`, `count`, `kept`).
    /// - `key-frames`: the measured distances between key frames in cameras' own H.264 (each `input`, `distance` in
    ///   seconds, `from`, `segment-length` as in the event).
    /// - `obstacle`: the reason why no take could begin while the session stands by (`code`, `exit-code`, `message`,
    ///   `advice`).
    package struct Status: Sendable, Equatable {
        /// The length of the recording so far, without pauses.
        package var recorded: Duration
        /// The free space on the session's disk, in bytes; `nil` if unknown.
        package var freeBytes: Int64?
        /// The counts of each output: the frames and bytes of this worker, and the dropped frames of all workers. Empty
        /// while the session stands by.
        package var outputs: [GraphStatistics.Output]
        /// The time for which recording can continue at the write rate of the last half minute; `nil` if unknown.
        package var lasts: Duration?
        /// True when an input delivers frames that an output should write, so that the sizes of the session's files
        /// must increase.
        package var isFlowing: Bool = true
        /// The cameras and microphones that are missing now; dualcam tries to open them again.
        package var lost: [InputName] = []
        /// The load of the machine, and the shedding steps in force.
        package var workload: Workload = Workload()
        /// The heat of the machine; `nil` before the first reading of its sensors.
        package var heat: Heat?
        /// The charge of the machine's battery, and whether it is discharging; `nil` if the machine has none.
        package var battery: MachineReading.Battery?
        /// The newest sound levels of each microphone that has delivered sound, in the order of the sound tracks.
        package var levels: [SoundLevels] = []
        /// The current signal faults of the inputs, with the measurements behind them. The JSON object of the status
        /// contains only the faults.
        package var signals = Signals()
        /// The outputs into which no frames are written although their inputs deliver. Omitted from the JSON object of
        /// the status if empty.
        package var still: [OutputName] = []
        /// The measured rates of the cameras' pictures. Omitted from the JSON object of the status if empty.
        package var cadences: [SessionHistory.Cadence] = []
        /// The damaged pictures of this take, by camera. Omitted from the JSON object of the status if empty.
        package var damaged: [SessionHistory.Damage] = []
        /// The measured distances between key frames of cameras that deliver H.264 themselves. Omitted from the JSON
        /// object of the status if empty.
        package var keyFrames: [SessionHistory.KeyFrames] = []
        /// True while the recording is paused. During a pause, `recorded` does not grow.
        package var isPaused = false
        /// The reason why no take could begin now; `nil` if a take could begin.
        package var obstacle: SessionFailure?
        /// The reason why the take does not belong to the group in the pipeline file; `nil` if it does, or if no group
        /// is named.
        package var groupProblem: String?
        /// The number of previews that are being encoded in addition to the recording. The JSON object of the status
        /// does not contain it.
        package var previews = 0

        package init(
            recorded: Duration, freeBytes: Int64? = nil, outputs: [GraphStatistics.Output], lasts: Duration? = nil,
            isFlowing: Bool = true, lost: [InputName] = [], workload: Workload = Workload(), heat: Heat? = nil,
            battery: MachineReading.Battery? = nil, levels: [SoundLevels] = [], signals: Signals = Signals(),
            still: [OutputName] = [], cadences: [SessionHistory.Cadence] = [], damaged: [SessionHistory.Damage] = [],
            keyFrames: [SessionHistory.KeyFrames] = [], isPaused: Bool = false, obstacle: SessionFailure? = nil,
            groupProblem: String? = nil, previews: Int = 0
        ) {
            (self.recorded, self.freeBytes, self.outputs, self.lasts) = (recorded, freeBytes, outputs, lasts)
            (self.isFlowing, self.lost, self.workload, self.heat) = (isFlowing, lost, workload, heat)
            (self.battery, self.levels, self.signals, self.still) = (battery, levels, signals, still)
            (self.cadences, self.damaged, self.keyFrames, self.isPaused) = (cadences, damaged, keyFrames, isPaused)
            (self.obstacle, self.groupProblem, self.previews) = (obstacle, groupProblem, previews)
        }

        /// Returns the status of a session that has not recorded anything yet.
        package static func beginning(freeBytes: Int64? = nil) -> Self {
            Self(recorded: .zero, freeBytes: freeBytes, outputs: [])
        }
    }

    /// The load of the machine, the shedding steps in force (reductions of rate or quality under load), and the
    /// recorded frame rates.
    package struct Workload: Sendable, Equatable {
        /// The frame rate at which an output is recorded now.
        package struct Rate: Sendable, Equatable {
            package var output: OutputName
            /// The output's frames per second; 0 if the output does not record.
            package var framesPerSecond: Double

            package init(output: OutputName, framesPerSecond: Double) {
                (self.output, self.framesPerSecond) = (output, framesPerSecond)
            }
        }

        /// The fraction of the available processor time that this process uses, 0 ... 1 and more; `nil` if unknown.
        package var load: Double?
        /// The level of the fullest encoder queue, 0 (empty) ... 1 (full).
        package var queue: Double = 0
        /// The shedding steps (reductions of frames or quality) in force. Steps because of load come first, in the
        /// order of `budget.shed`; steps because of heat follow.
        package var sheds: [Shed] = []
        /// The frame rates at which the outputs are recorded now, for all outputs whose nominal rate is known.
        package var rates: [Rate] = []

        package init(load: Double? = nil, queue: Double = 0, sheds: [Shed] = [], rates: [Rate] = []) {
            (self.load, self.queue, self.sheds, self.rates) = (load, queue, sheds, rates)
        }
    }
}

extension SessionEvent.Status {
    /// The status as the JSON members that the comment of `Status` lists.
    package var members: [JSONValue.Member] {
        .of(["recorded": recorded, "free": freeBytes, "lasts": lasts, "flowing": isFlowing, "lost": lost])
            + workload.members
            + .of([
                "outputs": outputs, "heat": heat, "battery": battery, "paused": isPaused,
                "levels": levels.first.map { JSONValue.object($0.figures) },
            ])
            + .known([
                "signals": signals.faults.isEmpty ? nil : signals.json, "still": still.isEmpty ? nil : still,
                "cadences": cadences.isEmpty ? nil : cadences.map(\.told),
                "damaged": damaged.isEmpty ? nil : damaged.map(\.json),
                "key-frames": keyFrames.isEmpty ? nil : keyFrames.map { JSONValue.object($0.members) },
            ]) + microphones
            + .known(["without-group": groupProblem, "obstacle": obstacle?.obstacle])
    }

    private var microphones: [JSONValue.Member] {
        let named = levels.filter { $0.microphone != .microphone }
        let figures = JSONValue.object(named.map { .init($0.microphone.microphoneName ?? "", .object($0.figures)) })
        return .known(["microphones": named.isEmpty ? nil : figures])
    }
}

extension SessionHistory.Cadence {
    /// The measured rate as a JSON object, with the keys that each item of `cadences` has in the status.
    fileprivate var told: JSONValue {
        .object(
            .of(["input": input]) + rates + .of(["from": from]) + .known(["since": since.map(WallTime.iso8601)]))
    }
}

extension GraphStatistics.Output: JSONRepresentable {
    package var json: JSONValue {
        .of(["output": name, "frames": frames, "dropped": dropped, "bytes": bytes])
    }
}

extension SessionEvent.Workload {
    var members: [JSONValue.Member] {
        .of([
            "load": JSONValue.ratio(load), "queue": JSONValue.ratio(queue),
            "shed": sheds.map { JSONValue.object($0.members) },
            "rates": JSONValue.object(rates.map { .init($0.output.rawValue, .ratio($0.framesPerSecond)) }),
        ])
    }
}
