package import DualCamConfig
package import DualCamPlan

extension SessionHistory {
    /// An interval of a part in which no frames of an output were written although its inputs delivered.
    package struct StillSpell: Sendable, Equatable {
        package var output: OutputName
        package var part: Int
        /// The running time, within the part, from which no frame was written.
        package var from: RunningTime
        /// The running time at which the output's frames were written again; `nil` if they were not before the part's
        /// end.
        package var to: RunningTime?

        package init(output: OutputName, part: Int, from: RunningTime, to: RunningTime? = nil) {
            (self.output, self.part, self.from, self.to) = (output, part, from, to)
        }

        /// Returns true if this interval is of the given output and part and has not ended.
        package func isOpen(of output: OutputName, in part: Int) -> Bool {
            to == nil && self.output == output && self.part == part
        }
    }

    /// The total time for which an output wrote no frames although its inputs delivered.
    package struct StillSum: Sendable, Equatable {
        package var output: OutputName
        /// The total time without pauses.
        package var length: Duration

        /// A phrase for users that says what was missing, such as `no frame of combined written`.
        package var text: String { "no frame of \(output) written" }
    }

    /// The total time for which each output wrote no frames although its inputs delivered, in the order in which the
    /// outputs were first affected.
    package var stillSums: [StillSum] {
        still.reduce(into: []) { sums, spell in
            let length = length(from: spell.from, to: spell.to, in: spell.part)
            if let index = sums.firstIndex(where: { $0.output == spell.output }) {
                sums[index].length += length
            } else {
                sums.append(StillSum(output: spell.output, length: length))
            }
        }
    }

    /// Applies a ledger warning with the code `output-still` to the history. A warning with the field `to` ends the
    /// interval.
    mutating func noteStill(_ entry: LedgerEntry) {
        guard let word = entry["output"]?.text, let from = entry["from"]?.time, !parts.isEmpty else { return }
        let output = OutputName(word)
        guard let to = entry["to"]?.time else {
            return still.append(StillSpell(output: output, part: currentPart, from: from))
        }
        guard let index = still.lastIndex(where: { $0.isOpen(of: output, in: currentPart) }) else { return }
        still[index].to = max(to, still[index].from)
    }
}
