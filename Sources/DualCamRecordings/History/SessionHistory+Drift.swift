import DualCamPlan

extension SessionHistory {
    /// Applies a `drift` ledger entry to the history, which keeps the largest drift of each microphone.
    mutating func measureDrift(_ entry: LedgerEntry) {
        guard let drift = entry["parts-per-million"]?.number else { return }
        let name = entry["microphone"]?.text ?? InputName.microphone.rawValue
        if abs(drift) > abs(drifts[name] ?? 0) { drifts[name] = drift }
    }
}
