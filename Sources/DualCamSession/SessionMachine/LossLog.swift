import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Counts and reports frames that were dropped, repeated, damaged or never delivered.
struct LossLog: Sendable {
    /// The dropped frames of each branch, in the order in which the branches first dropped one.
    private(set) var dropped: [SessionHistory.Loss] = []
    private(set) var repeated: [SessionHistory.Loss] = []
    /// The damaged pictures of this take, in the order in which each camera first delivered one.
    private(set) var damaged: [SessionHistory.Damage] = []
    /// The cameras that are played from a clip in which frames are missing.
    private var clipsWithGaps: Set<InputName> = []
    /// The cameras whose damaged pictures were reported in this take.
    private var damaging: Set<InputName> = []

    /// Creates the counts.
    ///
    /// - Parameter history: The history with the counts of earlier workers; `nil` if there were none.
    init(after history: SessionHistory? = nil) {
        guard let history else { return }
        (dropped, repeated, damaged) = (history.losses.dropped, history.losses.repeated, history.losses.damaged)
    }

    /// Begins a take. Forgets the counts of earlier takes.
    mutating func restart() { (dropped, repeated, damaged, damaging) = ([], [], [], []) }

    /// Returns the number of dropped frames of an output.
    func count(of output: OutputName) -> Int { dropped.reduce(0) { $0 + ($1.output == output ? $1.count : 0) } }

    /// Counts and reports dropped frames. The first loss of a microphone's sound also causes a warning.
    ///
    /// - Parameter buffer: The longest duration of one lost audio buffer; `nil` for pictures.
    mutating func drop(
        _ branch: BranchID, _ output: OutputName?, _ count: Int, lasting buffer: Duration? = nil, at time: RunningTime
    ) -> [SessionEffect] {
        let isFirst = !dropped.contains { $0.branch == branch }
        let length = buffer.map { $0 * count }
        dropped.add(count, branch, output, lasting: length ?? .zero)
        if planted(.dropUntold) { return [] }
        let told = SessionEffect.tell(
            .dropped(
                branch: branch, output: output, count: planted(.dropTwice) ? count * 2 : count, length: length),
            at: time)
        guard isFirst, length != nil, let microphone = branch.microphone else { return told }
        let message =
            "Sound of the \(microphone.title) is lost, and silence stands in its place: the machine has had no time for it for too long. End other programs, or record fewer or smaller pictures."
        return told + [.warn(.load, message)]
    }

    mutating func `repeat`(_ branch: BranchID, _ count: Int, at time: RunningTime) -> [SessionEffect] {
        repeated.add(count, branch, .combined)
        return [
            .record(.repeated, at: time, .of(["branch": branch, "output": OutputName.combined, "count": count])),
            .emit(.repeated(branch: branch, count: count), at: time),
        ]
    }

    /// Writes a ledger entry about gaps in the sequence of a camera's pictures that are visible in the combined
    /// picture. The entry is needed to render the combined picture again.
    func jump(_ branch: BranchID, _ jumps: [PictureJump], at time: RunningTime) -> [SessionEffect] {
        let list = jumps.map { [$0.at, $0.last, $0.next] }
        return [.record(.jumped, at: time, .of(["branch": branch, "jumps": list]))]
    }

    /// Counts and reports damaged pictures of a camera. Warns once per take.
    mutating func damage(_ input: InputName, _ count: Int, isKept: Bool, at time: RunningTime) -> [SessionEffect] {
        damaged.add(count, of: input, isKept: isKept)
        let told = SessionEffect.tell(.damaged(input, count: count, isKept: isKept), at: time)
        guard damaging.insert(input).inserted else { return told }
        let fate = isKept ? "recorded as they are" : "left out"
        let message =
            "Camera \(input) delivers damaged pictures; they are \(fate) and counted. Try another cable, another USB port, or fewer devices at that hub."
        return told + [.warn(.cameraDamaged, branch: .source(input), message)]
    }

    /// Writes a ledger entry about frames that are missing in a clip. Warns only the first time, because the same
    /// frames are missing each time that the clip is repeated. Frames that are missing because of a new delay setting
    /// cause no warning.
    mutating func lack(_ input: InputName, _ count: Int, isDelay: Bool, at time: RunningTime) -> [SessionEffect] {
        let reason = isDelay ? SessionHistory.Losses.delayed : nil
        let entry = SessionEffect.record(
            .absentFromClip, at: time, .of(["input": input, "count": count]) + .known(["reason": reason]))
        if isDelay { return [entry] }
        guard clipsWithGaps.insert(input).inserted || planted(.clipGapRepeated) else { return [entry] }
        let message =
            "The clip of \(input.rawValue) does not hold every frame of its rate; its files lack the same frames."
        return [entry, .warn(.input, message)]
    }
}
