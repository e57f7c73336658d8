import DualCamPlan
import DualCamSession

/// A recording at one moment, as far as the status line shows it.
@dynamicMemberLookup
struct RecordingStatus: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        case preparing, standby
        /// The self-timer: so many seconds are left.
        case countdown(Int)
        case recording, paused, finishing
    }

    var phase: Phase
    /// What the recording told last.
    var news = SessionEvent.Status.beginning()

    subscript<Value>(dynamicMember part: WritableKeyPath<SessionEvent.Status, Value>) -> Value {
        get { news[keyPath: part] }
        set { news[keyPath: part] = newValue }
    }

    var dropped: Int { news.outputs.reduce(0) { $0 + $1.dropped } }
    var bytes: Int64 { news.outputs.reduce(0) { $0 + $1.bytes } }
}
