package import DualCamConfig
package import DualCamPlan

extension SessionEvent {
    /// The status of a session. Keys:
    ///
    /// - `recorded`: seconds since the common start.
    /// - `free`: bytes left on the disk, or `null`.
    /// - `lasts`: seconds until `storage.when-full` applies at the measured rate, or `null`.
    /// - `flowing`.
    /// - `lost`: names of inputs.
    /// - `load`: the share of the available processor time that the process uses, 0 ... 1 and more, or `null`.
    /// - `queue`: the fullest queue before an encoder, 0 ... 1.
    /// - `shed`: each with `step`, `share`, `reason`.
    /// - `rates`: frames per second by output, as recorded now.
    /// - `outputs`: each with `output`, `frames`, `dropped`, `bytes`.
    /// - `heat`: `level`, `celsius`, `zone`, `forecast`.
    /// - `battery`: `charge`, 0 ... 1, and `discharging`; or `null`.
    /// - `paused`.
    /// - `levels`: `peak` and `rms` of each channel of the first microphone in dBFS, over a tenth of a second, or
    ///   `null`.
    ///
    /// Keys that are present only if they apply:
    ///
    /// - `signals`, if an input's signal is faulty: each with `input`, `code`, `lasting`, and `channel` for the fault
    ///   of a channel.
    /// - `microphones`, if microphones have names: `peak` and `rms` by name.
    /// - `still`: names of outputs into which no frame is written although their inputs deliver.
    /// - `without-group`: the reason why the take does not belong to the group that the pipeline file names.
    /// - `cadences`, if measured: each with `input`, `rate` and `asked` in pictures a second, `from`.
    /// - `key-frames`, if the distance was measured in a camera's own H.264: each with `input`, `distance` in seconds,
    ///   `from`, `segment-length` as in the event.
    /// - `obstacle`, while a session stands by and no take could begin: `code`, `exit-code`, `message`, `advice`.
    package struct Status: Sendable, Equatable {
        package var recorded: Duration
        package var freeBytes: Int64?
        package var outputs: [GraphStatistics.Output]
        /// The time for which recording can continue at the rate of the last half minute; `nil` if unknown.
        package var lasts: Duration?
        /// True when some input delivers and some output has to write it, so that files must grow.
        package var isFlowing: Bool = true
        /// The missing inputs, which are being searched for.
        package var lost: [InputName] = []
        package var workload: Workload = Workload()
        /// The heat; `nil` before the first reading of the machine.
        package var heat: Heat?
        /// The battery; `nil` if the machine has none.
        package var battery: MachineReading.Battery?
        /// The newest levels of each microphone from which sound has come, in the order of their tracks.
        package var levels: [SoundLevels] = []
        /// The current faults of the inputs' signals. The figures behind them are not reported here.
        package var signals = Signals()
        /// The outputs into which no frame is written although their inputs deliver; reported only if there are any.
        package var still: [OutputName] = []
        /// The measured cadences of the cameras' pictures; reported only if there are any.
        package var cadences: [SessionHistory.Cadence] = []
        /// The measured distances of the cameras' own key frames; reported only if there are any.
        package var keyFrames: [SessionHistory.KeyFrames] = []
        /// True in a pause, in which `recorded` stands still.
        package var isPaused = false
        /// The reason why no take could begin now; reported only if there is one.
        package var obstacle: SessionFailure?
        /// The reason why the take does not belong to the group that the pipeline file names; reported only if there is
        /// one.
        package var groupProblem: String?
        /// The number of previews that are encoded beside the recording; not reported.
        package var previews = 0

        /// Returns the status of a session that has recorded nothing yet.
        package static func beginning(freeBytes: Int64? = nil) -> Self {
            Self(recorded: .zero, freeBytes: freeBytes, outputs: [])
        }
    }

    /// The load of the machine, and the work that is shed because of it.
    package struct Workload: Sendable, Equatable {
        /// The rate at which an output records now.
        package struct Rate: Sendable, Equatable {
            package var output: OutputName
            /// The frames per second; 0 if the output is out.
            package var framesPerSecond: Double
        }

        /// The load, 0 ... 1 and more; `nil` if unknown.
        package var load: Double?
        /// The fullest queue before an encoder, 0 ... 1.
        package var queue: Double = 0
        /// The steps of shedding in the order of `budget.shed`, followed by those for heat.
        package var sheds: [Shed] = []
        /// The rates of every output whose full rate is known.
        package var rates: [Rate] = []
    }
}

extension SessionEvent.Status {
    var members: [JSONValue.Member] {
        .of(["recorded": recorded, "free": freeBytes, "lasts": lasts, "flowing": isFlowing, "lost": lost])
            + workload.members
            + .of([
                "outputs": outputs, "heat": heat, "battery": battery, "paused": isPaused,
                "levels": levels.first.map { JSONValue.object($0.figures) },
            ])
            + .known([
                "signals": signals.faults.isEmpty ? nil : signals.json, "still": still.isEmpty ? nil : still,
                "cadences": cadences.isEmpty
                    ? nil
                    : cadences.map { JSONValue.object(.of(["input": $0.input]) + $0.rates + .of(["from": $0.from])) },
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

extension GraphStatistics.Output: JSONRepresentable {
    var json: JSONValue {
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
