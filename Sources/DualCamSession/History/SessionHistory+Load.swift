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

extension SessionHistory {
    /// A stretch of a part in which something was left out for the load or for heat.
    public struct ShedStretch: Sendable, Equatable {
        /// The words in the ledger.
        public var step: String
        public var share: String
        public var reason: String
        public var part: Int
        public var from: RunningTime
        /// `nil`: to the part's end.
        public var to: RunningTime?

        fileprivate var isForHeat: Bool { reason == ShedReason.heat.rawValue }
    }

    /// An entry of the kind `shed` or `restored`.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        shed.take(
            ShedStretch(step: step, share: share, reason: entry["reason"]?.text ?? "", part: currentPart, from: time))
    }
}

extension [SessionHistory.ShedStretch] {
    /// The step is done to this share from now on, as far as the load, or heat, is concerned.
    mutating func take(_ shed: Shed, part: Int, at time: RunningTime) {
        take(
            .init(
                step: shed.step.rawValue, share: shed.shareText, reason: shed.reason.rawValue, part: part, from: time))
    }

    fileprivate mutating func take(_ next: SessionHistory.ShedStretch) {
        let last = lastIndex {
            $0.step == next.step && $0.part == next.part && $0.to == nil && $0.isForHeat == next.isForHeat
        }
        if let last { self[last].to = next.from }
        if next.share != RateShare.full.rawValue { append(next) }
    }
}
