import DualCamPlan
import DualCamSession

/// The lines about commands, and about the places from where commands can be given.
enum DirectionWords {
    static func line(of event: SessionEvent) -> String? {
        switch event.kind {
        case .directed(let name, let arguments):
            let words = arguments.map { "\($0.key) \($0.value.text ?? $0.value.line)" }
            return "dualcam: " + ([name.rawValue] + words).joined(separator: " ")
        case .control(let address): return address.line
        case .reloaded(let applied, let later):
            let words = [(applied, "taken over"), (later, "for the next take")].filter { !$0.0.isEmpty }
            return "dualcam: the pipeline file has changed: "
                + words.map { "\($0.0.joined(separator: ", ")) \($0.1)" }.joined(separator: "; ")
        case .paused: return "dualcam: paused"
        case .resumed: return "dualcam: recording again"
        case .marked(let text, _): return "dualcam: marked" + (text.isEmpty ? "" : " '\(text)'")
        default: return nil
        }
    }
}
