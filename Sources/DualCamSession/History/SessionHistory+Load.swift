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

    /// An entry of the kind `rate-changed`. A share that is not known ends the stretch before it, and begins none.
    mutating func thin(_ entry: LedgerEntry) {
        guard let output = entry["output"]?.text, let time = entry["at"]?.time ?? entry.runningTime else { return }
        let (name, share) = (OutputName(output), entry["share"]?.text.flatMap(RateShare.init))
        let index = Index.thinned(currentPart, name)
        if let place = indices[index] {
            if thinned[place].share == share { return }
            thinned[place].to = time
            indices[index] = nil
        }
        guard let share, share < .full else { return }
        indices[index] = thinned.count
        thinned.append(Thinning(output: name, part: currentPart, share: share, from: time))
    }
}

extension [SessionHistory.Thinning] {
    /// Takes in that the output records this share of its frames from `time` on.
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
    package struct ShedStretch: Sendable, Equatable {
        /// The words in the ledger.
        package var step: String
        package var share: String
        package var reason: String
        package var part: Int
        package var from: RunningTime
        /// `nil`: to the part's end.
        package var to: RunningTime?

        fileprivate var isForHeat: Bool { reason == ShedReason.heat.rawValue }
    }

    /// An entry of the kind `shed` or `restored`.
    mutating func shed(_ entry: LedgerEntry) {
        guard let step = entry["step"]?.text, let share = entry["share"]?.text, let time = entry.runningTime else {
            return
        }
        let next = ShedStretch(
            step: step, share: share, reason: entry["reason"]?.text ?? "", part: currentPart, from: time)
        let index = Index.shed(currentPart, step, isForHeat: next.isForHeat)
        if let place = indices.removeValue(forKey: index) { shed[place].to = time }
        guard share != RateShare.full.rawValue else { return }
        indices[index] = shed.count
        shed.append(next)
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
