package import DualCamConfig
package import DualCamPlan

extension SessionEvent {
    /// Keys: `recorded` (seconds since the common start), `free` (bytes left on the disk, or `null`), `lasts` (seconds
    /// until `storage.when-full` is due at the measured rate, or `null`), `flowing`, `lost` (names of inputs), `load` (the
    /// share of what the process can have that it uses, 0 ... 1 and beyond, or `null`), `queue` (the fullest before an
    /// encoder, 0 ... 1), `shed` (each `step`, `share`, `reason`), `rates` (frames per second by output, as recorded now),
    /// `outputs` (each `output`, `frames`, `dropped`, `bytes`), `heat` (`level`, `celsius`, `zone`, `forecast`), `battery`
    /// (`charge`, 0 ... 1, and `discharging`, or `null`), `paused`, `levels` (`peak` and `rms` of each channel in dBFS, over a
    /// tenth of a second, or `null`; of several microphones the first), where what an input delivers is faulty, `signals` (each
    /// `input`, `code`, `lasting` and, for one of a channel, `channel`), and where microphones have names, `microphones` (each
    /// `peak` and `rms` under its name), where no frame of an output is written though its inputs deliver, `still` (their names), where the
    /// take is not for the group that the pipeline file names, `without-group` (why); where it was measured how often a camera's pictures
    /// come, `cadences` (each `input`, `rate` and `asked` in pictures a second, `from`); where a camera's own H.264 is recorded and the
    /// distance of its key frames was measured, `key-frames` (each `input`, `distance` in seconds, `from`, `segment-length` as in the event);
    /// while a session stands by and no take could begin, `obstacle` (`code`, `exit-code`, `message`, `advice`).
    package struct Status: Sendable, Equatable {
        package var recorded: Duration
        package var freeBytes: Int64?
        package var outputs: [GraphStatistics.Output]
        /// The time for which recording can go on at the rate of the last half minute; `nil`: not known.
        package var lasts: Duration?
        /// True when some input delivers and some output has to write it: then files must grow.
        package var isFlowing: Bool = true
        /// Inputs that are out and looked for.
        package var lost: [InputName] = []
        package var workload: Workload = Workload()
        /// `nil`: the machine has not been read yet.
        package var heat: Heat?
        /// `nil`: there is none.
        package var battery: MachineReading.Battery?
        /// The newest of each microphone from which sound has come, in the order of their tracks.
        package var levels: [SoundLevels] = []
        /// The faults of what the inputs deliver, and the figures behind them, which are not told here.
        package var signals = Signals()
        /// Outputs of which no frame is written though their inputs deliver; told only where there are some.
        package var still: [OutputName] = []
        /// The measured cadences of the cameras' pictures; reported only if there are any.
        package var cadences: [SessionHistory.Cadence] = []
        /// The measured distances of the cameras' own key frames; left out of the status where there are none.
        package var keyFrames: [SessionHistory.KeyFrames] = []
        /// Nothing is recorded for a while: `recorded` stands still.
        package var isPaused = false
        /// The reason why no take could begin now; told only where there is one.
        package var obstacle: SessionFailure?
        /// The reason why the take is not for the group that the pipeline file names; told only where there is one.
        package var groupProblem: String?
        /// Previews that are encoded beside the recording; not told.
        package var previews = 0

        /// Nothing has been recorded yet.
        package static func beginning(freeBytes: Int64? = nil) -> Self {
            Self(recorded: .zero, freeBytes: freeBytes, outputs: [])
        }
    }

    /// The load of the machine, and the work that is left out because of it.
    package struct Workload: Sendable, Equatable {
        package struct Rate: Sendable, Equatable {
            package var output: OutputName
            /// 0 when the output is out.
            package var framesPerSecond: Double
        }

        /// 0 ... 1, and beyond; `nil`: not known.
        package var load: Double?
        /// 0 ... 1
        package var queue: Double = 0
        /// In the order of `budget.shed`'s words; those for heat at the end.
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
