import DualCamConfig

// MARK: Outputs without a frame
extension Audit {
    /// Adds findings to the audit about outputs that recorded no frame at all while other outputs did. A recording
    /// without any frame of an output failed, even if the ledger explains every dropped frame. No finding is added if a
    /// crash interrupted the session. The same applies if the output or its camera was ever missing, or if load or heat
    /// stopped it.
    mutating func judgeEmptyOutputs() {
        guard rows.contains(where: { $0.frames > 0 }), !history.isAdopted, !history.parts.isEmpty,
            history.parts.allSatisfy({ $0.end != nil })
        else { return }
        for row in rows where row.frames == 0 && row.unaccounted == 0 && !isExcused(row.output) {
            add(.unaccounted, row.output.rawValue, "not one frame of it was recorded", isLoss: true)
        }
    }

    private func isExcused(_ output: OutputName) -> Bool {
        history.parts.indices.contains { !index.absences(of: output, in: $0).isEmpty }
            || index.files(of: output).contains { $0.recovery != nil || evidence[$0.path]?.content.frames ?? 0 > 0 }
    }
}
