internal import DualCamConfig
internal import DualCamPlan

/// Measures silences without the time in which all cores were busy, because the silent source may have waited for a
/// core. This distinguishes a slow machine from a hang.
struct FairSilence: Sendable {
    enum Subject: Sendable, Hashable {
        /// A camera's frames, or a microphone's sound.
        case input(InputName)
        /// An encoder for which pictures wait.
        case encoder(OutputName)
        /// A stream that has not reached the recording's end.
        case stream(BranchID)

        /// The longest silence that a busy machine excuses; a longer one counts in full. It is short for cameras, whose
        /// drivers keep only a few frames for a slow program.
        var most: Duration {
            switch self {
            case .input: .seconds(3)
            case .encoder, .stream: .seconds(10)
            }
        }
    }

    /// The share of all cores' time from which on a program must wait for a core.
    private static let crowded = 0.9

    private var last: (busy: Duration, at: Duration)?
    /// The observed time in which the machine was busy.
    private var hindered = Duration.zero
    /// For each subject, the hindered time and the time at the first observation since its last delivery.
    private var marks: [Subject: (hindered: Duration, at: Duration)] = [:]

    /// Returns the fair silences at `now` (of any clock). Must be called several times a second. On a busy machine the
    /// calls come late, too. The load is read at each call, so that a silence that has grown long since the previous
    /// call is excused.
    ///
    /// - Parameter load: the busy time of all cores, and their number; `nil` if unknown, which excuses nothing.
    mutating func observe(
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
