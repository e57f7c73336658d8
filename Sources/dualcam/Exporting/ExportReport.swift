import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Tells what will be written, and what was.
struct ExportReport {
    private let template: ExportTemplate
    private let path: String
    private let job: ExportJob
    private let json: Bool
    private let place: ProcessEnvironment

    init(_ template: ExportTemplate, _ path: String, _ job: ExportJob, json: Bool, place: ProcessEnvironment) {
        (self.template, self.path, self.job, self.json, self.place) = (template, path, job, json, place)
    }

    private var length: String { Wording.rounded(.milliseconds(Int64(saturating: job.seconds * 1000))) }

    /// What it will be.
    func begin() {
        let picture = job.picture
        guard !json else {
            let line: JSONValue = [
                "event": "exporting", "template": .string(template.name), "file": .string(path),
                "seconds": .number(job.seconds), "bytes": .number(Double(job.bytes)),
                "size": picture.map { .string($0.size.notation) } ?? .null,
                "rate": picture.map { .number($0.rate.framesPerSecond) } ?? .null,
                "encoder": picture.map { .string($0.encoder) } ?? .null,
            ]
            place.output.write(TerminalText(json: line.line + "\n"))
            return
        }
        let form =
            picture.map {
                "\($0.size.notation) at \(Wording.rate($0.rate.framesPerSecond)), by \($0.encoder)"
            } ?? "sound alone"
        place.output.write("\(template.name): \(form), \(length), about \(Wording.bytes(job.bytes))\n")
    }

    func tell(_ outcome: LoudnessPolicy.Outcome, _ target: LoudnessTarget) {
        guard !json else {
            let line: JSONValue = [
                "event": "loudness", "target": .number(target.integrated.value),
                "recorded": .ratio(outcome.recorded), "reached": .ratio(outcome.reached),
                "gain": .ratio(outcome.curve?.gain), "reduction": .ratio(outcome.curve?.reduction),
            ]
            place.output.write(TerminalText(json: line.line + "\n"))
            return
        }
        guard let recorded = outcome.recorded, let reached = outcome.reached, let curve = outcome.curve else {
            place.output.write("loudness: the sound is silent, and is left alone\n")
            return
        }
        let level = { (value: Double) in Wording.number(value, fractionDigits: 1) }
        var text = "loudness: \(level(recorded)) LUFS, made \(level(reached)) LUFS by \(level(curve.gain)) dB"
        if curve.reduction > 0.1 { text += ", with peaks reduced by \(level(curve.reduction)) dB at most" }
        switch outcome.limit {
        case .gain: text += "; it is so quiet that more would raise noise"
        case .reduction: text += "; more would be heard"
        case nil: break
        }
        place.output.write("\(text)\n")
    }

    func end(_ made: SessionComposer.Progress, elapsed: Double, chapters: String?) {
        let speed = (job.seconds - Double(made.kept) / 1e9) / max(elapsed, 0.001)
        guard !json else {
            let line: JSONValue = [
                "event": "exported", "file": .string(path), "frames": .count(made.frames),
                "seconds": .number(job.seconds), "elapsed": .ratio(elapsed), "speed": .ratio(speed),
                "chapters": chapters.map { .string($0) } ?? .null,
            ]
            place.output.write(TerminalText(json: line.line + "\n"))
            return
        }
        let frames = job.picture == nil ? "" : "\(made.frames) frames, "
        place.output.write(
            "\(path): \(frames)\(length), \(Wording.number(speed, fractionDigits: 1)) x real time\n")
        if let chapters { place.output.write("\(chapters): chapters\n") }
    }
}
