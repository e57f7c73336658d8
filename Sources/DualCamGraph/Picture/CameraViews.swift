internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// A change of the pictures in the cameras' own files, such as zoom or colours. It begins at the same time for all
/// affected cameras.
struct ViewChange {
    /// The running time at which the change becomes visible, in nanoseconds.
    var begin: Int64
    var ways: [(to: ViewPlan, animation: PictureAnimation)]
}

/// Draws the pictures of the cameras' own files (as opposed to the combined picture), for cameras that are zoomed or
/// coloured.
@PipelineActor
final class CameraViews {
    private let live: LiveElements
    private let looks: LookCache
    /// The changes of cameras' own pictures that are in progress, by the name of the element that draws them. `begin`:
    /// the start in nanoseconds of running time.
    private var underWay: [String: (begin: Int64, animation: PictureAnimation)] = [:]

    /// The minimum lead time, in nanoseconds, with which a change of the cameras' own pictures is scheduled. It ensures
    /// that the first frame to change has not been drawn yet.
    private static let viewLead: Int64 = 100_000_000
    /// The time needed to prepare the first frames of a change, in nanoseconds.
    private static let preparation: Int64 = 50_000_000

    nonisolated init(_ live: LiveElements, _ looks: LookCache) { (self.live, self.looks) = (live, looks) }

    /// Sends the current composition to each element in `part` that draws a camera's own picture and has just been
    /// built.
    func watch(_ part: GraphPart) throws(GraphFailure) {
        let made = Set(part.elements.map(\.name))
        for view in live.plan.views where made.contains(view.element) { try show(view.picture, of: view, from: 0) }
    }

    /// Changes the cameras' own pictures while no combined picture is drawn.
    ///
    /// - Returns: the running time of the first changed frame; `nil` if the change affects no camera's own picture.
    /// - Throws: `refused` if neither a combined picture nor a camera's own picture is drawn.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        guard live.plan.stage != nil || !live.plan.views.isEmpty else {
            throw .unable("no combined picture is recorded")
        }
        guard let change = try await begin(picture) else { return nil }
        keep(change)
        return RunningTime(nanoseconds: change.begin)
    }

    /// Returns the running time, in nanoseconds, at which the cameras' own pictures can change at the same time as the
    /// combined picture. Returns `nil` if no camera's own picture changes.
    func timeOfChange(to picture: PictureDirection) -> Int64? {
        guard !live.plan.changedViews(picture.cameras).isEmpty else { return nil }
        return live.now + Self.viewLead + Self.preparation
    }

    /// Starts to change the cameras' own pictures, together with the combined picture.
    /// - Parameter time: the earliest running time of the change in nanoseconds; `nil` to change as soon as possible.
    /// - Returns: the change, to be passed to `keep` or `withdraw`; `nil` if no camera's own picture changes.
    func begin(
        _ picture: PictureDirection, notBefore time: Int64? = nil
    ) async throws(GraphFailure) -> ViewChange? {
        let changed = live.plan.changedViews(picture.cameras)
        guard !changed.isEmpty else { return nil }
        try await blocking("making looks", within: .seconds(5)) { [looks] in
            for look in changed.compactMap(\.look) { _ = try looks.look(look) }
        }
        let begin = max(time ?? .min, live.now + Self.viewLead)
        var change = ViewChange(begin: begin, ways: [])
        for view in changed {
            guard let now = live.plan.views.first(where: { $0.element == view.element }) else { continue }
            change.ways.append((view, seen(now, at: begin).animation(picture.change, to: view)))
        }
        do throws(GraphFailure) {
            for (view, animation) in change.ways { try show(animation, of: view, from: begin) }
        } catch {
            withdraw(change)
            throw error
        }
        return change
    }

    /// Confirms a change that `begin` has started. Later changes start from its final picture.
    func keep(_ change: ViewChange) {
        live.plan.show(change.ways.map(\.to))
        for (view, animation) in change.ways { underWay[view.element] = (change.begin, animation) }
    }

    /// Cancels a change that `begin` has started, before it is confirmed with `keep`.
    func withdraw(_ change: ViewChange) {
        for (view, _) in change.ways { live[view.element]?.forgetPictures(from: UInt64(change.begin)) }
    }

    /// Returns a camera's own picture as it appears at `time`, in nanoseconds of running time, possibly during a
    /// change.
    private func seen(_ view: ViewPlan, at time: Int64) -> ViewPlan {
        guard let (begin, animation) = underWay[view.element] else { return view }
        let frame = Int(Double(time - begin) / animation.frameLength)
        return view.seen(in: animation.plan(ofFrame: max(0, frame)))
    }

    /// Sends the frames of an animation to the element that draws a camera's own picture. Does nothing if the camera is
    /// lost, because the animation will be over when it returns.
    private func show(_ animation: PictureAnimation, of view: ViewPlan, from begin: Int64) throws(GraphFailure) {
        guard let element = live[view.element] else { return }
        element.forgetPictures(from: UInt64(begin))
        for frame in 0..<animation.frameCount {
            let isLast = frame == animation.frameCount - 1
            let time = begin + Int64(Double(frame) * animation.frameLength)
            try show(isLast ? view.picture : animation.plan(ofFrame: frame), of: view, from: time)
        }
    }

    private func show(_ picture: PicturePlan, of view: ViewPlan, from time: Int64) throws(GraphFailure) {
        let pad = try live.pad(view.element, "sink")
        let element = try live.element(view.element)
        let branch = live.plan.elements.first { $0.name == view.element }?.branch
        try CompositionBuilder(element, of: branch, pads: [view.feed: pad], looks).prepare(picture).show(
            from: UInt64(clamping: time))
    }
}
