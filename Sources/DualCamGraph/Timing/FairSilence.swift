internal import DualCamConfig
internal import DualCamPlan

/// Measures how long something has been silent, without the time in which every core of the machine was busy: it may have been waiting
/// for a core. So a slow machine is told from something that hangs.
struct FairSilence: Sendable {
    enum Subject: Sendable, Hashable {
        /// Frames of a camera, sound of a microphone.
        case input(InputName)
        /// An encoder that pictures wait for.
        case encoder(OutputName)
        /// A stream that has not come to the recording's end.
        case stream(BranchID)

        /// The longest silence that a busy machine excuses; a longer one counts in full. It is short for cameras, whose drivers keep only a
        /// few frames for a program that is late.
        var most: Duration {
            switch self {
            case .input: .seconds(3)
            case .encoder, .stream: .seconds(10)
            }
        }
    }

    /// The share of all cores' time from which on somebody waits for a core.
    private static let crowded = 0.9

    private var last: (busy: Duration, at: Duration)?
    /// The time in which the machine was busy, as far as it was looked at.
    private var hindered = Duration.zero
    /// For each subject, the hindered time and the time of the first look after it last delivered something.
    private var marks: [Subject: (hindered: Duration, at: Duration)] = [:]

    /// Takes in all silences at `now` (of any clock), and returns the fair ones; to be asked some times a second. On a busy machine it is
    /// asked late, too: the load is looked at each time, so that a silence is excused that began and grew long since the time before.
    ///
    /// - Parameter load: the time that all cores have spent on anything, and their number. `nil`: not known, and nothing is excused.
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
