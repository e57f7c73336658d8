import DualCamConfig
import DualCamPlan

/// The cameras and microphones: which are out, what was said of them, and when each was away.
struct InputMonitor: Sendable {
    private var watch: CameraWatch
    /// The newest complaint about each input that is out.
    private var complaints: [InputName: String] = [:]
    private(set) var absences: [SessionHistory.Absence] = []
    /// The inputs' statistics as the graph told them last.
    private var newest: [GraphStatistics.Input] = []
    /// Inputs the graph warned of before recording began.
    private var silent: [BranchID] = []
    /// The measured cadence of each present camera, in the order of measuring.
    private(set) var cadences: [SessionHistory.Cadence] = []
    /// The measured distances of the key frames that cameras make by themselves, of the cameras that are present.
    private(set) var keyFrames: [SessionHistory.KeyFrames] = []
    /// The number of times that recording had not begun when it should have.
    private var startTimeouts = 0

    init(absent: Set<InputName> = []) { watch = CameraWatch(absent: absent) }

    /// Inputs that are out, or on their way out.
    var away: [InputName] { watch.away }

    func isAway(_ input: InputName) -> Bool { watch.isAway(input) }

    func wasAway(_ input: InputName, in part: Int) -> Bool {
        absences.contains { $0.subject == .input(input) && $0.part == part }
    }

    /// Something comes from an input that is there. A graph that tells nothing of its inputs is taken to have some that deliver.
    var deliver: Bool {
        newest.isEmpty
            || newest.contains { !isAway($0.name) && $0.idle != nil && !$0.timeouts.isStalled(after: $0.idle) }
    }

    /// A take begins: what was said and written down before does not count.
    mutating func restart() { (absences, complaints) = ([], [:]) }

    mutating func read(_ inputs: [GraphStatistics.Input]) { newest = inputs }

    /// Judges the newest statistics.
    ///
    /// - Parameter isLive: before devices deliver nothing is stalled, and nothing is looked for.
    mutating func judge(isLive: Bool, at now: Duration) -> [SessionEffect] {
        Self.effects(watch.observe(.statistics(newest, isRecording: isLive), at: now))
    }

    private static func effects(_ changes: [GraphChange]) -> [SessionEffect] { changes.map { .act(.apply($0)) } }

    // MARK: Failures
    /// Takes in a failure of an input.
    mutating func observe(
        _ failure: CameraWatch.Reading, of input: InputName, _ branch: BranchID?, _ message: String, at now: Duration
    ) -> [SessionEffect] {
        complain(of: input, branch, message) + Self.effects(watch.observe(failure, at: now))
    }

    /// Says what is wrong with an input, but not again and again.
    private mutating func complain(of input: InputName, _ branch: BranchID?, _ message: String) -> [SessionEffect] {
        guard complaints[input] != message || planted(.complaintRepeated) else { return [] }
        complaints[input] = message
        return [.warn(.input, branch: branch, message)]
    }

    /// The graph has warned of a branch before recording began.
    mutating func warned(of branch: BranchID) {
        if case .source = branch, !silent.contains(branch) { silent.append(branch) }
    }

    /// A machine that is far too slow may need several times the limit until all that delivers is recorded.
    private static let slowStarts = 6

    /// Recording has not begun in time: waits for the inputs from which nothing has come, or goes on without them.
    mutating func startTimedOut(in context: SessionContext) -> [SessionEffect] {
        let (settings, now) = (context.settings, context.now)
        startTimeouts += 1
        let again = SessionEffect.act(.arm(.start, at: now + settings.startLimit))
        let silent = newest.filter { $0.idle == nil && !$0.isLost && !isAway($0.name) }
        let waiting = silent.filter {
            $0.timeouts.limit(settings.startLimit) <= settings.startLimit * startTimeouts
        }.map(\.name)
        // The first picture of a slow camera is not due yet.
        if waiting.isEmpty, !silent.isEmpty { return [again] }
        if silent.isEmpty, !newest.isEmpty, self.silent.isEmpty, startTimeouts < Self.slowStarts {
            let text = "Every input delivers, but recording has not begun yet: the machine is too slow."
            return [again] + (startTimeouts == 1 ? [.warn(.input, text)] : [])
        }
        let rules = Set(waiting.map(settings.missing))
        guard !waiting.isEmpty, !rules.contains(.fail) else { return [.fail(startTimeout(settings, waiting))] }
        let what =
            Self.sentence(damaged(among: waiting)) ?? "Nothing has come from \(waiting.map(\.rawValue).enumeration)"
        if rules.contains(.wait) {
            return [again, .warn(.input, what + " yet; recording waits for it.")]
        }
        return [again, .warn(.input, what + "; recording begins without it.")]
            + waiting.flatMap { Self.effects(watch.observe(.failed($0), at: now)) }
    }

    private func startTimeout(_ settings: SessionSettings, _ waiting: [InputName]) -> SessionFailure {
        let start = "Recording did not begin within \(Wording.length(settings.startLimit * startTimeouts)): "
        let damaged = damaged(among: waiting)
        if let camera = damaged.first, let what = Self.sentence(damaged) {
            return SessionFailure(
                .startTimeout, exit: .unavailable, branch: .source(camera.name),
                message: start + what.prefix(1).lowercased() + what.dropFirst() + ".",
                advice:
                    "Try another cable, another USB port, or a hub with power of its own; cameras.\(camera.name).damaged: keep "
                    + "records them as they are.")
        }
        let who = silent.map(\.rawValue).enumeration
        return SessionFailure(
            .startTimeout, exit: silent.isEmpty ? .fault : .unavailable, branch: silent.first,
            message: start + (silent.isEmpty ? "not every input delivers." : "nothing came from \(who)."),
            advice: "Check that the cameras and the microphone are plugged in and free, or try --simulate.")
    }

    /// Returns those of the inputs of which nothing but damaged pictures has come.
    private func damaged(among waiting: [InputName]) -> [GraphStatistics.Input] {
        newest.filter { $0.damaged > 0 && waiting.contains($0.name) }
    }

    /// Says of cameras that nothing but damaged pictures has come, and how many; `nil` where there are none.
    private static func sentence(_ damaged: [GraphStatistics.Input]) -> String? {
        guard !damaged.isEmpty else { return nil }
        let counts = damaged.map { "\($0.damaged) of camera \($0.name)" }.enumeration
        return "Only damaged pictures have come, \(counts)"
    }

    // MARK: Cadences
    /// Handles a measured cadence of a camera. While nothing is recorded only the event reports it.
    ///
    /// - Parameter isRecorded: it stands in the ledger, too.
    mutating func measured(_ cadence: SessionHistory.Cadence, isRecorded: Bool) -> [SessionEffect] {
        cadences.removeAll { $0.input == cadence.input }
        cadences.append(cadence)
        return isRecorded ? SessionEffect.tell(.cadence(cadence)) : [.emit(.cadence(cadence))]
    }

    /// The same of how far apart a camera's key frames are.
    mutating func measured(_ distance: SessionHistory.KeyFrames, isRecorded: Bool) -> [SessionEffect] {
        keyFrames.removeAll { $0.input == distance.input }
        keyFrames.append(distance)
        return isRecorded ? SessionEffect.tell(.keyFrames(distance)) : [.emit(.keyFrames(distance))]
    }

    /// The distance between the key frames that an output's camera makes by itself; zero where it makes none, or it is not known.
    func keyFrameDistance(of output: OutputName) -> Duration {
        keyFrames.last { $0.input.rawValue == output.rawValue }.map { .nanoseconds($0.distance) } ?? .zero
    }

    /// Recording begins: its ledger gets what was measured before.
    func tellMeasured(at start: RunningTime, part: Int) -> [SessionEffect] {
        let rates = cadences.map { cadence -> SessionEffect in
            var cadence = cadence
            cadence.from = max(start, cadence.from)
            return .record(.cadence, at: start, cadence.members)
        }
        let distances = keyFrames.map { distance -> SessionEffect in
            var distance = distance
            (distance.from, distance.part) = (max(start, distance.from), part)
            return .record(.keyFrames, at: start, distance.members)
        }
        return rates + distances
    }

    // MARK: Absences
    /// The graph has taken an input out.
    mutating func lost(_ input: InputName, at time: RunningTime, in context: SessionContext) -> [SessionEffect] {
        let effects = Self.effects(watch.observe(.lost(input), at: context.now))
        cadences.removeAll { $0.input == input }
        keyFrames.removeAll { $0.input == input }
        return effects + tellLoss(of: input, at: time, part: context.part)
    }

    /// Tells of the inputs that are out when recording begins.
    mutating func tellLosses(at time: RunningTime, part: Int) -> [SessionEffect] {
        away.flatMap { tellLoss(of: $0, at: time, part: part) }
    }

    /// The same while nothing is recorded.
    func tellLosses(at running: RunningTime?) -> [SessionEffect] {
        away.map { .emit(.inputLost($0, at: running, reason: reason(of: $0))) }
    }

    /// Writes down that inputs are back for which nothing was opened as recording began.
    mutating func tellLate(_ inputs: [InputName], at time: RunningTime, part: Int) -> [SessionEffect] {
        inputs.flatMap { input -> [SessionEffect] in
            let reason = reason(of: input)
            absences.append(.init(subject: .input(input), part: part, reason: reason, from: time, to: time))
            let told =
                SessionEffect.tell(.inputLost(input, at: time, reason: reason))
                + SessionEffect.tell(.inputReturned(input, at: time, away: .zero, attempts: 0))
            return told.filter { if case .record = $0 { true } else { false } }
        }
    }

    /// Says that an input is out, once an absence.
    private mutating func tellLoss(of input: InputName, at time: RunningTime, part: Int) -> [SessionEffect] {
        if planted(.thirdAbsenceUntold), absences.count(where: { $0.subject == .input(input) }) == 2 { return [] }
        guard !absences.contains(where: { $0.subject == .input(input) && ($0.to == nil || planted(.absenceToldOnce)) })
        else { return [] }
        let reason = reason(of: input)
        absences.append(.init(subject: .input(input), part: part, reason: reason, from: time))
        return SessionEffect.tell(.inputLost(input, at: time, reason: reason))
    }

    private func reason(of input: InputName) -> String { (watch.absence(of: input)?.reason ?? .failed).rawValue }

    /// An input delivers again.
    mutating func returned(_ input: InputName, at time: RunningTime, now: Duration) -> [SessionEffect] {
        let absence = watch.absence(of: input)
        let (length, attempts) = (now - (absence?.since ?? now), absence?.attempts ?? 0)
        let effects = Self.effects(watch.observe(.returned(input), at: now))
        complaints[input] = nil
        var time = time
        if let index = absences.lastIndex(where: { $0.subject == .input(input) && $0.to == nil }) {
            // It may have come back before recording began, and be told of after that.
            if !planted(.backBeforeLoss) { time = max(time, absences[index].from) }
            absences[index].to = time
        }
        return effects + SessionEffect.tell(.inputReturned(input, at: time, away: length, attempts: attempts))
    }
}
