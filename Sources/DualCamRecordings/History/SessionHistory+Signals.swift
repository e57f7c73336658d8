package import DualCamPlan

extension SessionHistory {
    /// An interval of a part in which an input delivered a faulty signal, such as silence or black pictures. No data
    /// was lost, but the content is probably not what the user wants.
    package struct SignalSpell: Sendable, Equatable {
        package var input: InputName
        package var fault: SignalFault
        package var part: Int
        /// The running time, within the part, at which the fault began.
        package var from: RunningTime
        /// The running time at which the signal fault ended; `nil` if it lasted until the part's end.
        package var to: RunningTime?

        package init(input: InputName, fault: SignalFault, part: Int, from: RunningTime, to: RunningTime? = nil) {
            (self.input, self.fault, self.part, self.from) = (input, fault, part, from)
            self.to = to
        }

        /// Returns true if this interval is of the given fault, input and part and has not ended.
        package func `is`(_ fault: SignalFault, of input: InputName, in part: Int) -> Bool {
            to == nil && self.fault == fault && self.input == input && self.part == part
        }
    }

    /// The total time for which one input had one signal fault.
    package struct SignalSum: Sendable, Equatable {
        package var input: InputName
        package var fault: SignalFault
        /// The total time without pauses.
        package var length: Duration
    }

    /// The total duration of each signal fault of each input, in the order in which the faults first occurred.
    package var signalSums: [SignalSum] {
        signals.reduce(into: []) { sums, spell in
            let length = length(from: spell.from, to: spell.to, in: spell.part)
            if let index = sums.firstIndex(where: { $0.input == spell.input && $0.fault == spell.fault }) {
                sums[index].length += length
            } else {
                sums.append(SignalSum(input: spell.input, fault: spell.fault, length: length))
            }
        }
    }

    /// Returns the length of the time from `from` to `to` in a part, without pauses. If `to` is `nil`, the part's end
    /// is used.
    func length(from: RunningTime, to: RunningTime?, in number: Int) -> Duration {
        let part = parts.indices.contains(number) ? parts[number] : nil
        let ends = files.filter { $0.part == number }.compactMap(\.summary?.end)
        guard let last = part?.end ?? ends.max() else { return max(.zero, (to ?? from) - from) }
        let end = min(to ?? last, last)
        let paused = pauses(in: number).length(from: from, to: end)
        return max(.zero, end - from - .nanoseconds(paused))
    }

    /// Applies a `warning` ledger entry about a signal fault to the history.
    mutating func beginSignal(_ entry: LedgerEntry) {
        guard let fault = entry.signalFault, let input = entry["input"]?.text, let from = entry["from"]?.time,
            !parts.isEmpty
        else { return }
        signals.append(SignalSpell(input: InputName(input), fault: fault, part: currentPart, from: from))
    }

    /// Applies a `signal-restored` ledger entry to the history: ends the interval of the signal fault.
    mutating func endSignal(_ entry: LedgerEntry) {
        guard let fault = entry.signalFault, let input = entry["input"]?.text, let to = entry["to"]?.time,
            let index = signals.lastIndex(where: { $0.is(fault, of: InputName(input), in: currentPart) })
        else { return }
        signals[index].to = max(to, signals[index].from)
    }
}

extension LedgerEntry {
    fileprivate var signalFault: SignalFault? {
        self["code"]?.text.flatMap { SignalFault(code: $0, channel: self["channel"]?.count) }
    }
}
