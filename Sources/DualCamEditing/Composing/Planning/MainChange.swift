import DualCamConfig
import DualCamPlan

struct MainChange: Sendable, Equatable {
    /// The time of the change, relative to the start of the recording.
    var at: Duration
    /// The name of the new main camera; `nil` to select the next camera in the configured order.
    var camera: String?

    init(at: Duration, camera: String? = nil) { (self.at, self.camera) = (at, camera) }

    /// Returns changes of the main camera at equal intervals. Each change selects the next camera.
    ///
    /// - Parameter length: the duration of the recording.
    static func every(_ interval: Duration, until length: Duration) -> [MainChange] {
        guard interval > .zero else { return [] }
        return Array(
            sequence(first: interval) { $0 + interval }.prefix {
                $0 < length || ($0 == length && planted(.changeAtEnd))
            }
        ).map { MainChange(at: $0) }
    }
}

extension Pipeline {
    /// Returns edit decisions that change the main camera with the transition in `combined.transition`. A change
    /// without a camera name selects the next camera in the order of `combined.switch.cameras`. Returns `nil` if the
    /// layout does not let users choose the main camera, or if there are fewer than two cameras to choose from.
    func edits(_ changes: [MainChange]) -> [EditDecision]? {
        guard let combined, combined.layout.lead == .chosen else { return nil }
        let names = cameras.map(\.name)
        let order = ((planted(.rotationWithoutOrder) ? nil : combined.switching.cameras) ?? names).filter(
            names.contains)
        var cast = combined.cast(of: names)
        guard order.count > 1, cast.count > 1 else { return nil }
        var edits: [EditDecision] = []
        for change in changes {
            let place = order.firstIndex(of: cast[0]) ?? order.count - 1
            let next = change.camera ?? order[(place + 1) % order.count]
            guard next != cast[0], names.contains(next) else { continue }
            // The inset keeps its camera, unless that camera becomes the main one.
            cast = [next, next == cast[1] ? cast[0] : cast[1]]
            var edit = EditDecision()
            (edit.at, edit.settings) = (change.at, ["combined.main=\(cast[0])", "combined.inset.camera=\(cast[1])"])
            if combined.transition.kind != .cut {
                (edit.transition, edit.over) = (combined.transition.kind, combined.transition.duration)
                (edit.easing, edit.direction) = (combined.transition.easing, combined.transition.direction)
            }
            edits.append(edit)
        }
        return edits
    }
}
