public import DualCamConfig
public import DualCamPlan

// MARK: What was held back
extension SessionHistory {
    /// A stretch of a part in which an output recorded a share of its frames, evenly: those left out are no losses.
    public struct Thinning: Sendable, Equatable {
        public var output: OutputName
        public var part: Int
        /// 2/3 or 1/2.
        public var share: RateShare
        /// The first frame that is followed by fewer.
        public var from: RunningTime
        /// The first frame at another share; `nil`: to the part's end.
        public var to: RunningTime?

        public init(output: OutputName, part: Int, share: RateShare, from: RunningTime, to: RunningTime? = nil) {
            (self.output, self.part, self.share, self.from, self.to) = (output, part, share, from, to)
        }
    }

    /// An entry of the kind `rate-changed`. A share that is not known ends the stretch before it, and begins none.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        thinned.take(OutputName(output), entry["share"]?.text.flatMap(RateShare.init), part: currentPart, at: time)
    }
}

extension [SessionHistory.Thinning] {
    /// From `time` on, the output records this share of its frames.
    mutating func take(_ output: OutputName, _ share: RateShare?, part: Int, at time: RunningTime) {
        if let index = lastIndex(where: { $0.output == output && $0.part == part && $0.to == nil }) {
            if self[index].share == share { return }
            self[index].to = time
        }
        if let share, share < .full { append(.init(output: output, part: part, share: share, from: time)) }
    }
}
