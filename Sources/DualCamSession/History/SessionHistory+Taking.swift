package import DualCamPlan

// MARK: Directed changes
extension SessionHistory {
    /// A moment somebody marked.
    package struct Mark: Sendable, Equatable {
        package var part: Int
        package var at: RunningTime
        /// Empty: the mark goes by its number.
        package var text: String

        package init(part: Int, at: RunningTime, text: String) { (self.part, self.at, self.text) = (part, at, text) }
    }

    /// The pauses of a part, in its running time.
    package func pauses(in part: Int) -> CutList { pausesByPart[part] ?? CutList() }

    /// True when the last part ended in a pause.
    var isPaused: Bool { pauses(in: currentPart).isOpen }

    /// An entry of the kind `paused`.
    mutating func pause(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time else { return }
        pausesByPart[currentPart, default: CutList()].begin(at: time)
    }

    /// An entry of the kind `resumed`: a boundary that was announced before the pause moves with it.
    mutating func resume(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, let from = pauses(in: currentPart).cuts.last?.from else { return }
        pausesByPart[currentPart]?.end(at: time)
        let part = currentPart
        moveBoundaries(behind: from, by: time - from) { $0.part == part && !$0.isFinished }
    }

    /// An entry of the kind `marked`.
    mutating func mark(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time else { return }
        marks.append(Mark(part: currentPart, at: time, text: entry["text"]?.text ?? ""))
    }
}
