package import DualCamConfig
package import DualCamPlan

// MARK: Load
extension SessionHistory {
    /// A stretch of a part in which an output recorded a share of its frames, evenly: those left out are no losses.
    package struct Thinning: Sendable, Equatable {
        package var output: OutputName
        package var part: Int
        /// 2/3 or 1/2.
        package var share: RateShare
        /// The first frame that is followed by fewer.
        package var from: RunningTime
        /// The first frame at another share; `nil`: to the part's end.
        package var to: RunningTime?
    }

    /// A stretch of a part in which something was left out for the load or for heat.
    package struct ShedStretch: Sendable, Equatable {
        /// The words in the ledger.
        package var step: String
        package var share: String
        package var reason: String
        package var part: Int
        package var from: RunningTime
        /// `nil`: to the part's end.
        package var to: RunningTime?
    }

    /// The stretches left out for load and heat, in the order in which they began; stretches of the same thing do not
    /// overlap.
    package struct Omissions: Sendable, Equatable {
        private enum Key: Hashable, Sendable {
            case thinned(Int, OutputName)
            case shed(Int, String, isForHeat: Bool)
        }

        package private(set) var thinned: [Thinning] = []
        package private(set) var shed: [ShedStretch] = []
        /// The index of each stretch that is not over: a ledger may have hundreds of thousands of lines.
        private var open: [Key: Int] = [:]

        /// Takes in that the output records this share of its frames from `time` on. A share that is not known ends the stretch before
        /// it, and begins none.
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

        /// The step is done to this share from now on, as far as the load, or heat, is concerned.
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

    /// An entry of the kind `rate-changed`.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        let share = entry["share"]?.text.flatMap(RateShare.init)
        omissions.thin(OutputName(output), share, part: currentPart, at: time)
    }

    /// An entry of the kind `shed` or `restored`.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        let reason = entry["reason"]?.text ?? ""
        omissions.shed(.init(step: step, share: share, reason: reason, part: currentPart, from: time))
    }
}
