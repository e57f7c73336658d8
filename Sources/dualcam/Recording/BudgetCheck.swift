import DualCamConfig
import DualCamPlan

/// Whether a recording fits the machine: what `run` refuses, and what it says of one that it records all the same.
struct BudgetCheck {
    var prepared: PreparedRecording

    /// What is to be said of it, in full sentences; empty when it fits.
    ///
    /// - Throws: a failure with `ExitCode.pipelineFile` when it cannot fit and `budget.enforce` is on. By the built-in table
    ///   that is only said when it would not fit even if every figure of the table were too high by its whole margin.
    func remarks() throws(CommandFailure) -> [String] {
        let cost = try prepared.summary().cost
        guard !cost.fits else { return [] }
        guard !cost.impossible.isEmpty else {
            return [
                "This recording may not fit: \(cost.excess(cost.exceeded)). That is by the built-in table, give or take "
                    + "\(Wording.number(cost.margin * 100, fractionDigits: 0)) %; 'dualcam calibrate' measures this machine."
            ]
        }
        guard prepared.inputs.pipeline.budget.enforce else {
            return [
                "budget.enforce is off: this recording does not fit, and pictures will be lost: \(cost.excess(cost.exceeded))."
            ]
        }
        throw refusal(cost)
    }

    private func refusal(_ cost: RecordingCost) -> CommandFailure {
        let name = prepared.loaded.name.split(separator: "/").last.map(String.init) ?? prepared.loaded.name
        let basis =
            cost.isMeasured
            ? "" : ", even if the built-in table is \(Wording.number(cost.margin * 100, fractionDigits: 0)) % too high"
        let changes = BudgetSearch(prepared.inputs).changes()
        let move = USBMove.relieving(prepared.inputs.cameras, prepared.inputs.usb)
        let anyway = "'--set budget.enforce=off' records it all the same."
        let what = "dualcam: error: \(name) does not fit this machine: \(cost.excess(cost.impossible))\(basis)."
        guard !changes.isEmpty || move != nil else {
            return CommandFailure(
                .pipelineFile,
                verbatim: what + " Nothing less than a smaller recording is enough: fewer cameras, smaller pictures. "
                    + anyway)
        }
        let width = changes.map(\.options.count).max() ?? 0
        let lines = changes.map { change in
            "  " + HelpText.padded(change.options, to: width)
                + "  (\(Wording.number(change.total * 100, fractionDigits: 0)) % of the \(change.binding.rawValue))"
        }
        let moving = move.map { ["  \($0.text)"] } ?? []
        return CommandFailure(
            .pipelineFile,
            verbatim: ([what + " Each of these makes it fit, the least harmful first; " + anyway] + lines + moving)
                .joined(separator: "\n"))
    }
}
