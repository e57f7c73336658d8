package import DualCamConfig
package import DualCamPlan

// MARK: Load
extension SessionHistory {
    /// An interval of a part in which an output recorded only a fraction of its frames and left out the others on
    /// purpose. The frames left out do not count as lost.
    package struct Thinning: Sendable, Equatable {
        package var output: OutputName
        /// The part of the session, counted from 0.
        package var part: Int
        /// The fraction of the output's frames that was recorded, such as 2/3 or 1/2.
        package var share: RateShare
        /// The running time of the first frame recorded at the reduced rate.
        package var from: RunningTime
        /// The running time of the first frame that was recorded at another rate again; `nil` if the interval lasts
        /// until the end of the part.
        package var to: RunningTime?
    }

    /// An interval of a part in which a shedding step (a reduction of frames or quality) was in force because of load
    /// or heat.
    package struct ShedStretch: Sendable, Equatable {
        /// `step`: the shedding step, such as `combined-rate`; `share`: the fraction of frames that remains while it is
        /// in force; `reason`: why it was needed. All three are texts as in the ledger (`Shed.members`).
        package var step: String
        package var share: String
        package var reason: String
        package var part: Int
        package var from: RunningTime
        /// The running time at which the shedding step ended; `nil` if it lasted until the part's end.
        package var to: RunningTime?

        package init(step: String, share: String, reason: String, part: Int, from: RunningTime, to: RunningTime? = nil)
        {
            (self.step, self.share, self.reason, self.part) = (step, share, reason, part)
            (self.from, self.to) = (from, to)
        }
    }

    /// The intervals in which frames were left out, or the quality was reduced, because of load or heat. They are in
    /// the order in which they began. Intervals of the same output, or of the same step and reason, do not overlap.
    package struct Omissions: Sendable, Equatable {
        private enum Key: Hashable, Sendable {
            case thinned(Int, OutputName)
            case shed(Int, String, isForHeat: Bool)
        }

        /// The intervals in which an output recorded only a fraction of its frames.
        package private(set) var thinned: [Thinning] = []
        /// The intervals in which a shedding step was in force.
        package private(set) var shed: [ShedStretch] = []
        /// The list index of each interval that has not ended. It avoids searching the lists, because a ledger may have
        /// hundreds of thousands of lines.
        private var open: [Key: Int] = [:]

        package init() {}

        /// Records the fraction of its frames that an output records from `time` on. If the fraction is unknown
        /// (`nil`), only ends the current interval.
        package mutating func thin(_ output: OutputName, _ share: RateShare?, part: Int, at time: RunningTime) {
            let key = Key.thinned(part, output)
            if let index = open[key] {
                if thinned[index].share == share { return }
                thinned[index].to = time
                open[key] = nil
            }
            guard let share, share < .full else { return }
            open[key] = thinned.count
            thinned.append(Thinning(output: output, part: part, share: share, from: time))
        }

        /// Records that a shedding step (a reduction of frames or quality) is in force from `next.from` on. A `share`
        /// of `1` means that it has ended. Steps because of load and steps because of heat are tracked separately.
        package mutating func shed(_ next: ShedStretch) {
            let key = Key.shed(next.part, next.step, isForHeat: next.reason == ShedReason.heat.rawValue)
            if let index = open.removeValue(forKey: key) { shed[index].to = next.from }
            guard next.share != RateShare.full.rawValue else { return }
            open[key] = shed.count
            shed.append(next)
        }
    }

    /// The intervals of all parts in which an output recorded only a fraction of its frames.
    package var thinned: [Thinning] { omissions.thinned }
    /// The intervals of all parts in which a shedding step was in force.
    package var shed: [ShedStretch] { omissions.shed }

    /// Applies a `rate-changed` ledger entry to the history.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        let share = entry["share"]?.text.flatMap(RateShare.init)
        omissions.thin(OutputName(output), share, part: currentPart, at: time)
    }

    /// Applies a ledger entry of the kind `shed` or `restored` to the history.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        let reason = entry["reason"]?.text ?? ""
        omissions.shed(.init(step: step, share: share, reason: reason, part: currentPart, from: time))
    }
}
