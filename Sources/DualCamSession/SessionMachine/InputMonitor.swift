import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The state of the cameras and microphones: which of them are missing, their last reported problems, and the intervals
/// in which they were missing.
struct InputMonitor: Sendable {
    var watch: CameraWatch
    /// The last problem that was reported for each missing input. The same problem is not reported again.
    private var complaints: [InputName: String] = [:]
    private(set) var absences: [SessionHistory.Absence] = []
    /// The inputs' statistics as the graph last reported them.
    var newest: [GraphStatistics.Input] = []
    /// The inputs about which the graph issued a warning before recording began.
    private(set) var silent: [InputName] = []
    /// The measured picture rate of each camera that is present, in the order in which the rates were measured.
    private(set) var cadences: [SessionHistory.Cadence] = []
    /// The measured distance between key frames in the camera's own H.264, for each such camera that is present.
    private(set) var keyFrames: [SessionHistory.KeyFrames] = []
    /// The number of times that the start time limit passed without the recording having begun.
    var startTimeouts = 0
    /// The number of consecutive times that the start time limit passed without the recording having begun, although
    /// every input delivered.
    var slowStarts = 0
    /// The inputs that the recording is waiting for, as named in the latest warning.
    var awaited: [InputName] = []
    /// True if the recording could not begin within its time limit because every input is missing. dualcam then tries
    /// to reopen the inputs, as it does during a recording.
    var awaitsReturn = false

    init(absent: Set<InputName> = []) { watch = CameraWatch(absent: absent) }

    /// The inputs that are missing or are being removed from the graph.
    var away: [InputName] { watch.away }

    func isAway(_ input: InputName) -> Bool { watch.isAway(input) }

    func wasAway(_ input: InputName, in part: Int) -> Bool {
        absences.contains { $0.subject == .input(input) && $0.part == part }
    }

    /// True if at least one present input delivers data, or when the graph reports no statistics of inputs.
    var deliver: Bool {
        newest.isEmpty
            || newest.contains { !isAway($0.name) && $0.idle != nil && !$0.timeouts.isStalled(after: $0.idle) }
    }

    /// Begins a take. Forgets the absences and reported problems of earlier takes.
    mutating func restart() { (absences, complaints, awaitsReturn, awaited) = ([], [:], false, []) }

    mutating func read(_ inputs: [GraphStatistics.Input]) { newest = inputs }

    /// Checks the newest statistics for inputs that must be removed because they stalled, or reopened.
    ///
    /// - Parameter isLive: False before the devices deliver. Until then, no input counts as stalled, and none is
    ///   reopened.
    mutating func judge(isLive: Bool, at now: Duration) -> [SessionEffect] {
        Self.effects(watch.observe(.statistics(newest, isRecording: isLive || awaitsReturn), at: now))
    }

    static func effects(_ changes: [GraphChange]) -> [SessionEffect] { changes.map { .act(.apply($0)) } }

    // MARK: Failures
    /// Warns about a failure of an input, and returns the effects that remove or reopen the input if that is due.
    mutating func observe(
        _ failure: CameraWatch.Reading, of input: InputName, _ branch: BranchID?, _ message: String, at now: Duration
    ) -> [SessionEffect] {
        complain(of: input, branch, message) + Self.effects(watch.observe(failure, at: now))
    }

    /// Returns a warning about an input's problem, unless the same message was the input's last warning.
    private mutating func complain(of input: InputName, _ branch: BranchID?, _ message: String) -> [SessionEffect] {
        guard complaints[input] != message || planted(.complaintRepeated) else { return [] }
        complaints[input] = message
        return [.warn(.input, branch: branch, message)]
    }

    /// Records that the graph warned about an input before recording began.
    mutating func warned(of branch: BranchID) {
        if case .source(let input) = branch, !silent.contains(input) { silent.append(input) }
    }

    // MARK: Picture rates and key frames
    /// Stores and reports a newly measured picture rate of a camera.
    ///
    /// - Parameter isRecorded: True to write a ledger entry as well. While nothing is recorded, only an event reports
    ///   the rate.
    mutating func measured(_ cadence: SessionHistory.Cadence, isRecorded: Bool) -> [SessionEffect] {
        cadences.removeAll { $0.input == cadence.input }
        cadences.append(cadence)
        return isRecorded ? SessionEffect.tell(.cadence(cadence)) : [.emit(.cadence(cadence))]
    }

    /// Stores and reports a newly measured distance between a camera's key frames. `isRecorded`: true to write a ledger
    /// entry as well as an event.
    mutating func measured(_ distance: SessionHistory.KeyFrames, isRecorded: Bool) -> [SessionEffect] {
        keyFrames.removeAll { $0.input == distance.input }
        keyFrames.append(distance)
        return isRecorded ? SessionEffect.tell(.keyFrames(distance)) : [.emit(.keyFrames(distance))]
    }

    /// Returns the distance between the key frames that an output's camera itself encodes; zero if the camera encodes
    /// none or the distance is unknown.
    func keyFrameDistance(of output: OutputName) -> Duration {
        keyFrames.last { $0.input.rawValue == output.rawValue }.map { .nanoseconds($0.distance) } ?? .zero
    }

    /// Returns ledger entries that repeat the earlier measurements of the cameras when a recording begins.
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
    /// Reports the loss of an input that the graph has removed, and forgets what was measured of its pictures.
    mutating func lost(_ input: InputName, at time: RunningTime, in context: SessionContext) -> [SessionEffect] {
        let effects = Self.effects(watch.observe(.lost(input), at: context.now))
        cadences.removeAll { $0.input == input }
        keyFrames.removeAll { $0.input == input }
        return effects + tellLoss(of: input, at: time, part: context.part)
    }

    /// Reports the inputs that are missing when recording begins.
    mutating func tellLosses(at time: RunningTime, part: Int) -> [SessionEffect] {
        away.flatMap { tellLoss(of: $0, at: time, part: part) }
    }

    /// Reports the inputs that are missing while nothing is recorded. They are reported as events only.
    func tellLosses(at running: RunningTime?) -> [SessionEffect] {
        away.map { .emit(.inputLost($0, at: running, reason: reason(of: $0))) }
    }

    /// Returns ledger entries for inputs that returned while the recording was being started. These inputs have no file
    /// yet.
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

    /// Reports a missing input, once per absence.
    private mutating func tellLoss(of input: InputName, at time: RunningTime, part: Int) -> [SessionEffect] {
        if planted(.thirdAbsenceUntold), absences.count(where: { $0.subject == .input(input) }) == 2 { return [] }
        guard !absences.contains(where: { $0.subject == .input(input) && ($0.to == nil || planted(.absenceToldOnce)) })
        else { return [] }
        let reason = reason(of: input)
        absences.append(.init(subject: .input(input), part: part, reason: reason, from: time))
        return SessionEffect.tell(.inputLost(input, at: time, reason: reason))
    }

    private func reason(of input: InputName) -> String { (watch.absence(of: input)?.reason ?? .failed).rawValue }

    /// Ends the absence of an input that delivers again, and reports its return.
    mutating func returned(_ input: InputName, at time: RunningTime, now: Duration) -> [SessionEffect] {
        let absence = watch.absence(of: input)
        var length = now - (absence?.since ?? now)
        let effects = Self.effects(watch.observe(.returned(input), at: now))
        complaints[input] = nil
        var time = time
        if let index = absences.lastIndex(where: { $0.subject == .input(input) && $0.to == nil }) {
            // The input may have returned before recording began, although this is reported only afterwards.
            if !planted(.backBeforeLoss) { time = max(time, absences[index].from) }
            absences[index].to = time
            // The absence is measured from the input's last data, which is older than the report of the loss.
            length = time - absences[index].from
        }
        let attempts = absence?.attempts ?? 0
        return effects + SessionEffect.tell(.inputReturned(input, at: time, away: length, attempts: attempts))
    }
}
