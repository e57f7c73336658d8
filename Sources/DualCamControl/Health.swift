import DualCamPlan
import DualCamSession

/// The answer to `/healthz`: a recording is well as long as frames come where some are due.
struct Health {
    private let state: ControlState

    init(_ state: ControlState) { self.state = state }

    var isWell: Bool {
        switch state.phase {
        case .recording: state.status?.isFlowing ?? true
        case .finished: false
        case .standby, .preparing, .paused, .finishing: true
        }
    }

    /// Keys: `well`, `phase`, `lost` (inputs that are out now).
    var json: JSONValue {
        [
            "well": .bool(isWell), "phase": .string(state.phase.rawValue),
            "lost": .array((state.status?.lost ?? []).map { .string($0.rawValue) }),
        ]
    }
}
