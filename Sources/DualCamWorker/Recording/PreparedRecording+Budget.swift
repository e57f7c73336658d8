import CommandLine
import DualCamPlan
import DualCamProcess
import DualCamRecordings

extension PreparedRecording {
    /// Checks that the recording fits the machine. Returns warnings in full sentences; empty if the recording fits.
    ///
    /// - Throws: A failure with `ExitCode.pipelineFile` if the recording cannot fit and `budget.enforce` is on.
    ///   Estimates from the built-in table are uncertain. With them, it throws only if the recording would not fit even
    ///   if every estimate were too high by the table's margin.
    func budgetRemarks() throws(CommandFailure) -> [String] {
        let cost = try summary().cost
        guard !cost.fits else { return [] }
        guard !cost.impossible.isEmpty else {
            return [
                "This recording may not fit: \(cost.excess(cost.exceeded)). That is \(basis(of: cost)), give or take "
                    + "\(Wording.number(cost.margin * 100, fractionDigits: 0)) %; \(advice(for: cost))."
            ]
        }
        guard inputs.pipeline.budget.enforce else {
            return [
                "budget.enforce is off: this recording does not fit, and pictures will be lost: \(cost.excess(cost.exceeded))."
            ]
        }
        throw refusal(cost)
    }

    /// Returns changes that would make the recording fit the machine, one per line, least harmful first. Each is a
    /// `--set` option with the cost that results from it, or another USB port for a camera.
    package func budgetChanges() -> [String] {
        let changes = BudgetSearch(inputs).changes()
        let lines = HelpText.columns(
            changes.map { change in
                let share = Wording.number(change.total * 100, fractionDigits: 0)
                return [change.options, "(\(share) % of the \(change.binding.rawValue))"]
            })
        let move = USBMove.relieving(inputs.cameras, inputs.usb)
        return lines + (move.map { ["  \($0.text)"] } ?? [])
    }

    private func basis(of cost: RecordingCost) -> String {
        cost.isMeasured ? "the sum of separate figures" : "by the built-in table"
    }

    private func advice(for cost: RecordingCost) -> String {
        cost.isMeasured ? "'dualcam calibrate FILE' rehearses the whole" : "'dualcam calibrate' measures this machine"
    }

    private func refusal(_ cost: RecordingCost) -> CommandFailure {
        let name = loaded.written.name.fileName
        let isGuess = cost.impossible.contains(.cpu) && cost.cpu.seen == nil
        let margin = Wording.number(cost.margin * 100, fractionDigits: 0)
        let basis = cost.isMeasured ? "the sum of separate figures" : "the built-in table"
        let anyway = "'--set budget.enforce=off' records it anyway."
        let what =
            "dualcam: error: \(name) does not fit this machine: \(cost.excess(cost.impossible))"
            + (isGuess ? ", even if \(basis) is \(margin) % too high." : ".")
        let changes = budgetChanges()
        guard !changes.isEmpty else {
            return CommandFailure(
                .pipelineFile,
                verbatim: what.printable
                    + " Only a smaller recording fits: fewer cameras or smaller pictures. " + anyway)
        }
        let advice = " Each of these makes it fit, the least harmful first; " + anyway
        let lines = ([what + advice] + changes).map(\.printable)
        return CommandFailure(.pipelineFile, verbatim: lines.joined(separator: "\n"))
    }
}
