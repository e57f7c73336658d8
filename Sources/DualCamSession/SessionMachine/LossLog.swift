import DualCamConfig
import DualCamPlan

/// Counts and reports the frames that were lost, repeated or never delivered.
struct LossLog: Sendable {
    /// The losses by branch, in the order in which the branches first lost a frame.
    private(set) var dropped: [SessionHistory.Loss] = []
    private(set) var repeated: [SessionHistory.Loss] = []
    /// The damaged pictures of this take, in the order in which each camera first delivered one.
    private(set) var damaged: [SessionHistory.Damage] = []
    /// The cameras whose clips were found not to hold every frame.
    private var clipsWithGaps: Set<InputName> = []
    /// The cameras whose damaged pictures were reported in this take.
    private var damaging: Set<InputName> = []

    /// - Parameter history: The counts of other workers.
    init(after history: SessionHistory? = nil) {
        guard let history else { return }
        (dropped, repeated, damaged) = (history.losses.dropped, history.losses.repeated, history.losses.damaged)
    }

    /// Begins a take: forgets earlier losses.
    mutating func restart() { (dropped, repeated, damaged, damaging) = ([], [], [], []) }

    /// Returns the number of frames of an output that were dropped.
    func count(of output: OutputName) -> Int { dropped.reduce(0) { $0 + ($1.output == output ? $1.count : 0) } }

    /// Counts dropped frames. The first loss of a microphone's sound causes a warning.
    ///
    /// - Parameter buffer: The longest duration of one lost buffer of sound; `nil` for pictures.
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

    /// Records jumps in the ledger alone, where rendering the picture again needs them.
    func jump(_ branch: BranchID, _ jumps: [PictureJump], at time: RunningTime) -> [SessionEffect] {
        let list = jumps.map { [$0.at, $0.last, $0.next] }
        return [.record(.jumped, at: time, .of(["branch": branch, "jumps": list]))]
    }

    /// Counts damaged pictures. Warns once per take.
    mutating func damage(_ input: InputName, _ count: Int, isKept: Bool, at time: RunningTime) -> [SessionEffect] {
        damaged.add(count, of: input, isKept: isKept)
        let told = SessionEffect.tell(.damaged(input, count: count, isKept: isKept), at: time)
        guard damaging.insert(input).inserted else { return told }
        let fate = isKept ? "recorded as they are" : "left out"
        let message =
            "Camera \(input) delivers damaged pictures; they are \(fate) and counted. Try another cable, another USB port, or fewer devices at that hub."
        return told + [.warn(.cameraDamaged, branch: .source(input), message)]
    }

    /// Records frames that a clip lacks. Warns only the first time, because each round of the clip lacks the same
    /// frames. A delay that was just set causes no warning.
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

extension [SessionHistory.Loss] {
    /// Adds to the count of a branch. The list is searched, because branches are few.
    mutating func add(_ count: Int, _ branch: BranchID, _ output: OutputName?, lasting length: Duration = .zero) {
        let index = firstIndex { $0.branch == branch } ?? endIndex
        if index == endIndex { append(.init(branch: branch, output: output, count: 0)) }
        self[index].count = self[index].count +| count
        self[index].nanoseconds = self[index].nanoseconds +| length.nanoseconds
    }
}
