import DualCamPlan
import DualCamSession

/// What is said to people of what somebody directs, and from where it can be done.
enum DirectionWords {
    static func line(of event: SessionEvent) -> String? {
        switch event.kind {
        case .directed(let name, let arguments):
            let words = arguments.map { "\($0.key) \($0.value.text ?? $0.value.line)" }
            return "dualcam: " + ([name.rawValue] + words).joined(separator: " ")
        case .control(let address): return address.line
        case .paused: return "dualcam: paused"
        case .resumed: return "dualcam: recording again"
        case .marked(let text, _): return "dualcam: marked" + (text.isEmpty ? "" : " '\(text)'")
        default: return nil
        }
    }
}
