internal import DualCamPlan

extension LedgerText {
    /// The last recorded clock drift of each microphone, in parts per million; positive for a slow clock. The keys are
    /// the microphones' names, or `microphone` for one without a name.
    package var drifts: [String: Double] {
        entries.filter { $0.kind == .drift }.reduce(into: [:]) { found, entry in
            let name = entry["microphone"]?.text ?? InputName.microphone.rawValue
            if let drift = entry["parts-per-million"]?.number { found[name] = drift }
        }
    }
}
