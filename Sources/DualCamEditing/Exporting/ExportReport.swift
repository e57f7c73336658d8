import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Reports an export to the user: its plan, its loudness and its result.
struct ExportReport {
    let template: ExportTemplate
    let path: String
    let job: ExportJob
    let making: RenderContext

    private var length: String { Wording.rounded(.milliseconds(Int64(saturating: job.seconds * 1000))) }

    /// Reports the plan of the export to the user: picture, length and estimated size.
    func begin() {
        let picture = job.picture
        let form =
            picture.map {
                "\($0.size.notation) at \(Wording.rate($0.rate.framesPerSecond)), by \($0.encoder)"
            } ?? "sound alone"
        making.tell(
            [
                "event": "exporting", "template": .string(template.name), "file": .string(path),
                "seconds": .number(job.seconds), "bytes": .number(Double(job.bytes)),
                "size": .text(picture?.size.notation),
                "rate": picture.map { .number($0.rate.framesPerSecond) } ?? .null, "encoder": .text(picture?.encoder),
            ], "\(template.name): \(form), \(length), about \(Wording.bytes(job.bytes))\n")
    }

    func tell(_ outcome: LoudnessPolicy.Outcome, _ target: LoudnessTarget) {
        making.tell(
            [
                "event": "loudness", "target": .number(target.integrated.value),
                "recorded": .ratio(outcome.recorded), "reached": .ratio(outcome.reached),
                "gain": .ratio(outcome.curve?.gain), "reduction": .ratio(outcome.curve?.reduction),
            ], "loudness: \(Self.words(outcome))\n")
    }

    private static func words(_ outcome: LoudnessPolicy.Outcome) -> String {
        guard let recorded = outcome.recorded, let reached = outcome.reached, let curve = outcome.curve else {
            return "the sound is silent and was not changed"
        }
        let level = { (value: Double) in Wording.number(value, fractionDigits: 1) }
        var text = "\(level(recorded)) LUFS, made \(level(reached)) LUFS by \(level(curve.gain)) dB"
        if curve.reduction > 0.1 { text += ", with peaks reduced by \(level(curve.reduction)) dB at most" }
        switch outcome.limit {
        case .gain: text += "; it is so quiet that more gain would raise noise"
        case .reduction: text += "; more reduction would be audible"
        case nil: break
        }
        return text
    }

    func end(_ made: SessionComposer.Progress, elapsed: Double, chapters: String?) {
        let speed = (job.seconds - Double(made.kept) / 1e9) / max(elapsed, 0.001)
        let frames = job.picture == nil ? "" : "\(made.frames) frames, "
        let text = "\(path): \(frames)\(length), \(Wording.number(speed, fractionDigits: 1)) x real time"
        making.tell(
            [
                "event": "exported", "file": .string(path), "frames": .count(made.frames),
                "seconds": .number(job.seconds), "elapsed": .ratio(elapsed), "speed": .ratio(speed),
                "chapters": .text(chapters),
            ], TerminalText(lines: [text] + (chapters.map { ["\($0): chapters"] } ?? [])))
    }
}
