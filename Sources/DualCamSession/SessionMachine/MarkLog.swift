import DualCamPlan

/// The moments that were marked, of all parts.
struct MarkLog: Sendable {
    /// The marks in the order in which they were made.
    private(set) var all: [SessionHistory.Mark]

    init(_ marks: [SessionHistory.Mark] = []) { all = marks }

    /// Marks a moment; one in a pause is the moment of the pause, which is returned.
    mutating func mark(
        _ text: String, at running: RunningTime, _ pauses: CutList, part: Int
    ) -> (time: RunningTime, effects: [SessionEffect]) {
        let time = pauses.isCut(running) ? pauses.running(pauses.recorded(running), .before) : running
        all.append(.init(part: part, at: time, text: text))
        return (time, SessionEffect.tell(.marked(text, at: time), at: time))
    }
}
