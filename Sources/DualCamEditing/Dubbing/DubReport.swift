import DualCamGraph
import DualCamRecordings

/// Reports to the user where in a session's recording a sound file begins.
struct DubReport {
    let sound: String
    let placement: SoundPlacement
    /// The result of the search for the position of the sound file; `nil` if the user specified the position.
    let finding: SoundFinder.Finding?
    let silence: (before: Double, behind: Double)

    /// The time from the recording's start to the sound's start, in seconds; negative if the sound starts before the
    /// recording.
    private var offset: Double { placement.begin(in: 0) }
    private var millionths: Double { placement.drift * 1e6 }

    var event: JSONValue {
        [
            "event": "placed", "sound": .string(sound), "offset": .number((offset * 1e6).rounded() / 1e6),
            "drift": .number((millionths * 100).rounded() / 100),
            "recognised": finding.map { .count($0.recognised) } ?? .null,
            "agreeing": finding.map { .count($0.agreeing) } ?? .null,
            "deviation": finding.map { .number(($0.deviation * 1e6).rounded() / 1e6) } ?? .null,
            "silence": ["before": .number(silence.before), "behind": .number(silence.behind)],
        ]
    }

    var words: String {
        let begins =
            "begins \(Wording.number(abs(offset), fractionDigits: 4)) s \(offset < 0 ? "before" : "after") the recording does"
        let missing = [(silence.before, "beginning"), (silence.behind, "end")].filter { $0.0 > 0 }.map {
            "\(Wording.number($0.0, fractionDigits: 3)) s at the \($0.1)"
        }
        return "\(sound): \(begins)" + (finding.map { ", \(clock); \(sureness($0))" } ?? ", as given")
            + (missing.isEmpty ? "" : "; silent: \(missing.joined(separator: ", "))")
    }

    private var clock: String {
        guard placement.drift != 0 else { return "its clock has the same speed" }
        return
            "its clock is \(Wording.number(abs(millionths), fractionDigits: 1)) ppm \(millionths > 0 ? "faster" : "slower")"
    }

    private func sureness(_ finding: SoundFinder.Finding) -> String {
        "\(finding.agreeing) of \(finding.recognised) places agree within \(Wording.number(finding.deviation * 1000, fractionDigits: 3)) ms"
    }
}

extension SoundFinder.Doubt {
    /// Returns the reason why the position of the sound file is uncertain, as part of a sentence.
    ///
    /// - Parameters:
    ///   - sound: The path of the sound file, for the text.
    ///   - session: The path of the session's folder, for the text.
    func words(_ sound: String, _ session: String) -> String {
        switch self {
        case .recordingIsSilent: "'\(session)' has no audible sound with which '\(sound)' could be compared"
        case .soundIsSilent: "'\(sound)' is silent"
        case .unlike: "no sound of '\(session)' was recognised in '\(sound)'"
        case .ambiguous: "'\(sound)' fits '\(session)' equally well in several places"
        }
    }
}
