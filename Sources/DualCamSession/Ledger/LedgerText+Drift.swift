internal import DualCamPlan

extension LedgerText {
    /// Millionths by which the clocks of microphones are off, as told last: positive for a slow one. By their names, `microphone` for one
    /// without.
    package var drifts: [String: Double] {
        entries.filter { $0.kind == .drift }.reduce(into: [:]) { found, entry in
            let name = entry["microphone"]?.text ?? InputName.microphone.rawValue
            if let drift = entry["parts-per-million"]?.number { found[name] = drift }
        }
    }
}
