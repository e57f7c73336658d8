import DualCamConfig

@testable import DualCamPlan

extension PlanSummary {
    /// The text of a plan in the snapshots.
    var text: String {
        var lines =
            outputs.map(\.text) + outputs.compactMap { output in output.reason.map { "\(output.name) is \($0)" } }
        for sound in sounds { lines.append("\(sound.title): \(sound.text), in every file") }
        lines.append("in an hour: \(bytesPerHour.bytesText)")
        lines += cost.rows.map { "\($0.name): \($0.text)" } + [cost.verdict]
        return (lines + notes).joined(separator: "\n") + "\n"
    }
}

extension PlanSummary.Output {
    fileprivate var text: String {
        var words = ["\(name): \(size.notation) at \(rate.notation), \(codec.rawValue) by \(encoder)"]
        if let preset { words.append("preset \(preset)") }
        if let profile { words.append("profile \(profile)") }
        words.append((Double(bitrate) / 1_000_000).hundredths + " Mbps")
        if let keyframes, element != nil {
            words.append("key frame every \(keyframes) frames")
            words.append(threads == 1 ? "1 thread" : "\(threads) threads")
        }
        if let format { words.append(format) }
        return words.joined(separator: ", ") + "; \(container.rawValue), \(bytesPerHour.bytesText) an hour"
    }
}

extension PlanSummary.Sound {
    /// The title of the sound: `sound`, `sound room`, or for a mix `sound lavalier+room`.
    var title: String {
        microphones.isEmpty ? "sound" : "sound " + microphones.joined(separator: "+")
    }

    fileprivate var text: String { "\(codec.rawValue), \(rate) Hz, \(channels) channels, \(bitrate / 1000) kbps" }
}

extension Int64 {
    /// A size as text, such as `3.66 GB`.
    fileprivate var bytesText: String { (Double(self) / 1_000_000_000).hundredths + " GB" }
}
