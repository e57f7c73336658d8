package import DualCamConfig
package import DualCamPlan

// MARK: Load
extension SessionHistory {
    /// An interval of a part in which an output regularly left out frames on purpose and recorded only a fraction of
    /// them. The frames left out do not count as lost.
    package struct Thinning: Sendable, Equatable {
        package var output: OutputName
        /// The part of the session, counted from 0.
        package var part: Int
        /// The fraction of the output's frames that was recorded, such as 2/3 or 1/2.
        package var share: RateShare
        /// The running time of the first frame after which frames are left out.
        package var from: RunningTime
        /// The running time of the first frame at another rate; `nil` if the interval lasts until the end of the part.
        package var to: RunningTime?
    }

    /// An interval of a part in which a shedding step (a reduction of frames or quality) was in force because of load
    /// or heat.
    package struct ShedStretch: Sendable, Equatable {
        /// `step`: the shedding step; `share`: the fraction that remained; `reason`: why it was needed. All are texts
        /// as in the ledger.
        package var step: String
        package var share: String
        package var reason: String
        package var part: Int
        package var from: RunningTime
        /// The running time at which the step ended; `nil` if it lasted until the part's end.
        package var to: RunningTime?

        package init(step: String, share: String, reason: String, part: Int, from: RunningTime, to: RunningTime? = nil)
        {
            (self.step, self.share, self.reason, self.part) = (step, share, reason, part)
            (self.from, self.to) = (from, to)
        }
    }

    /// The intervals in which frames were left out because of load or heat, in the order in which they began. Intervals
    /// of the same output, or of the same step and reason, do not overlap.
    package struct Omissions: Sendable, Equatable {
        private enum Key: Hashable, Sendable {
            case thinned(Int, OutputName)
            case shed(Int, String, isForHeat: Bool)
        }

        /// The intervals in which an output recorded only a fraction of its frames.
        package private(set) var thinned: [Thinning] = []
        /// The intervals in which a shedding step was in force.
        package private(set) var shed: [ShedStretch] = []
        /// The index of each interval that has not ended. It avoids searching the lists, because a ledger may have
        /// hundreds of thousands of lines.
        private var open: [Key: Int] = [:]

        package init() {}

        /// Records that an output records this fraction of its frames from `time` on. An unknown fraction (`nil`) ends
        /// the current interval without beginning another.
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

        /// Records that a shedding step is in force from now on. If all frames are recorded again, the step's interval
        /// ends instead. Load and heat are tracked separately.
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

    /// Applies a `rate-changed` ledger entry.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        let share = entry["share"]?.text.flatMap(RateShare.init)
        omissions.thin(OutputName(output), share, part: currentPart, at: time)
    }

    /// Applies a `shed` ledger entry or `restored`.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        let reason = entry["reason"]?.text ?? ""
        omissions.shed(.init(step: step, share: share, reason: reason, part: currentPart, from: time))
    }
}
