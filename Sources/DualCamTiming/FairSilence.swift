package import DualCamConfig
package import DualCamPlan

/// Measures how long sources have been silent (have delivered nothing). Time in which all cores were busy is not
/// counted, because a source may then only have been waiting for a core. This distinguishes a slow machine from a
/// source that hangs.
package struct FairSilence: Sendable {
    package enum Subject: Sendable, Hashable {
        /// The frames of a camera or the sound of a microphone.
        case input(InputName)
        /// An encoder for which pictures are waiting.
        case encoder(OutputName)
        /// A stream that has not yet reached the recording's end.
        case stream(BranchID)

        /// The longest silence from which the machine's busy time is subtracted; longer silences count in full. The
        /// limit is short for cameras, because their drivers buffer only a few frames.
        package var most: Duration {
            switch self {
            case .input: .seconds(3)
            case .encoder, .stream: .seconds(10)
            }
        }
    }

    /// The fraction of all cores' time above which the machine counts as busy, so that programs may have to wait for a
    /// core (0.9 means 90 %).
    private static let crowded = 0.9

    private var last: (busy: Duration, at: Duration)?
    /// The total time so far in which the machine was busy.
    private var hindered = Duration.zero
    /// The state when each source was first observed after its last delivery. `hindered`: the total busy time until
    /// then. `at`: the time of that observation.
    private var marks: [Subject: (hindered: Duration, at: Duration)] = [:]

    package init() {}

    /// Returns the given silences without the time in which the machine was busy. `now` is the current time of any
    /// clock. Must be called several times a second. On a busy machine, the calls themselves are late. Each call
    /// therefore first accounts for the load since the previous call.
    ///
    /// - Parameter load: the busy time of all cores, and the number of cores; `nil` if unknown, so that nothing is
    ///   subtracted.
    package mutating func observe(
        _ silences: [Subject: Duration], at now: Duration, load: (busy: Duration, cores: Int)?
    ) -> [Subject: Duration] {
        look(load, at: now)
        marks = Dictionary(
            uniqueKeysWithValues: silences.map { subject, silence in
                let known = marks[subject].flatMap { now - silence <= $0.at ? $0 : nil }
                return (subject, known ?? (hindered, now))
            })
        return Dictionary(
            uniqueKeysWithValues: silences.map { subject, silence in
                guard silence < subject.most, let mark = marks[subject] else { return (subject, silence) }
                return (subject, max(.zero, silence - (hindered - mark.hindered)))
            })
    }

    private mutating func look(_ load: (busy: Duration, cores: Int)?, at now: Duration) {
        defer { last = load.map { ($0.busy, now) } }
        guard let load, let last, now > last.at else { return }
        let share = (load.busy - last.busy) / ((now - last.at) * load.cores)
        if share >= Self.crowded { hindered += now - last.at }
    }
}
