package import DualCamConfig
package import DualCamPlan

// MARK: Load
extension SessionHistory {
    /// A stretch of a part in which an output evenly recorded only a share of its frames. The frames left out do not
    /// count as losses.
    package struct Thinning: Sendable, Equatable {
        package var output: OutputName
        package var part: Int
        /// The share of frames recorded: 2/3 or 1/2.
        package var share: RateShare
        /// The time of the first frame after which frames are left out.
        package var from: RunningTime
        /// The time of the first frame with another share; `nil` if the stretch lasts until the part's end.
        package var to: RunningTime?
    }

    /// A stretch of a part in which a step of shedding was in effect, for load or heat.
    package struct ShedStretch: Sendable, Equatable {
        /// The step, the share and the reason in the ledger's words.
        package var step: String
        package var share: String
        package var reason: String
        package var part: Int
        package var from: RunningTime
        /// The end of the stretch; `nil` if it lasts until the part's end.
        package var to: RunningTime?
    }

    /// The stretches with frames left out for load or heat, in the order in which they began. Stretches of the same
    /// output, or of the same step and reason, do not overlap.
    package struct Omissions: Sendable, Equatable {
        private enum Key: Hashable, Sendable {
            case thinned(Int, OutputName)
            case shed(Int, String, isForHeat: Bool)
        }

        package private(set) var thinned: [Thinning] = []
        package private(set) var shed: [ShedStretch] = []
        /// The index of each stretch that has not ended, because a ledger may have hundreds of thousands of lines.
        private var open: [Key: Int] = [:]

        /// Records that the output records this share of its frames from `time` on. An unknown share ends the current
        /// stretch and begins none.
        mutating func thin(_ output: OutputName, _ share: RateShare?, part: Int, at time: RunningTime) {
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

        /// Records that a step of shedding has this share from now on. Load and heat are tracked separately.
        mutating func shed(_ next: ShedStretch) {
            let key = Key.shed(next.part, next.step, isForHeat: next.reason == ShedReason.heat.rawValue)
            if let index = open.removeValue(forKey: key) { shed[index].to = next.from }
            guard next.share != RateShare.full.rawValue else { return }
            open[key] = shed.count
            shed.append(next)
        }
    }

    package var thinned: [Thinning] { omissions.thinned }
    package var shed: [ShedStretch] { omissions.shed }

    /// Applies an entry of the kind `rate-changed`.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        let share = entry["share"]?.text.flatMap(RateShare.init)
        omissions.thin(OutputName(output), share, part: currentPart, at: time)
    }

    /// Applies an entry of the kind `shed` or `restored`.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        let reason = entry["reason"]?.text ?? ""
        omissions.shed(.init(step: step, share: share, reason: reason, part: currentPart, from: time))
    }
}
