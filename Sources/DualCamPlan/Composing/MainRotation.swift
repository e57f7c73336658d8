package import DualCamConfig

extension Pipeline {
    /// Cuts from one main camera to the next, in the file's order (`combined.switch.cameras`) and as `combined.transition` says; `nil` for
    /// a layout without a main camera that can be chosen.
    ///
    /// - Parameters:
    ///   - interval: the time from one to the next.
    ///   - length: the length of the recording.
    package func rotation(every interval: Duration, until length: Duration) -> [EditDecision]? {
        guard let combined, combined.layout.lead == .chosen, interval > .zero else { return nil }
        let names = cameras.map(\.name)
        let order = (combined.switching.cameras ?? names).filter(names.contains)
        var cast = combined.cast(of: names)
        guard order.count > 1, cast.count > 1 else { return nil }
        var (edits, at) = ([EditDecision](), interval)
        while at < length {
            let place = order.firstIndex(of: cast[0]) ?? order.count - 1
            let next = order[(place + 1) % order.count]
            // The inset stays who it is, unless it becomes the main picture.
            cast = [next, next == cast[1] ? cast[0] : cast[1]]
            var edit = EditDecision()
            (edit.at, edit.settings) = (at, ["combined.main=\(cast[0])", "combined.inset.camera=\(cast[1])"])
            if combined.transition.kind != .cut {
                (edit.transition, edit.over) = (combined.transition.kind, combined.transition.duration)
                (edit.easing, edit.direction) = (combined.transition.easing, combined.transition.direction)
            }
            edits.append(edit)
            at += interval
        }
        return edits
    }
}
