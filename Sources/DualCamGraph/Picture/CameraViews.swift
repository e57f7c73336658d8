internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// Cameras' own pictures on their way to others.
struct ViewChange {
    /// Running time from which on the change is seen, in nanoseconds.
    var begin: Int64
    var ways: [(to: ViewPlan, animation: PictureAnimation)]
}

/// Cameras' own pictures that are drawn, zoomed or looked at, before their encoders.
@PipelineActor
final class CameraViews {
    private let live: LiveElements
    private let looks: LookCache
    /// The changes that are under way: their beginnings, in nanoseconds of running time, and their animations.
    private var underWay: [String: (begin: Int64, animation: PictureAnimation)] = [:]

    /// Frames of a camera that were taken before this are drawn by now, in nanoseconds: later ones can all be drawn anew.
    private static let viewLead: Int64 = 100_000_000
    /// The time that a change's first frames take to make, in nanoseconds.
    private static let preparation: Int64 = 50_000_000

    nonisolated init(_ live: LiveElements, _ looks: LookCache) { (self.live, self.looks) = (live, looks) }

    /// Tells the views of a part what to draw.
    func watch(_ part: GraphPart) throws(GraphFailure) {
        let made = Set(part.elements.map(\.name))
        for view in live.plan.views where made.contains(view.element) { try show(view.picture, of: view, from: 0) }
    }

    /// Draws cameras' own pictures another way, where there is no combined one at present.
    ///
    /// Throws `refused` where there are none to draw.
    func show(_ picture: PictureDirection) async throws(GraphFailure) -> RunningTime? {
        guard live.plan.stage != nil || !live.plan.views.isEmpty else {
            throw .unable("no combined picture is recorded")
        }
        guard let change = try await begin(picture) else { return nil }
        keep(change)
        return RunningTime(nanoseconds: change.begin)
    }

    /// Running time at which cameras' own pictures can change together with the combined one, in nanoseconds; `nil`: they stay as
    /// they are.
    func timeOfChange(to picture: PictureDirection) -> Int64? {
        guard !live.plan.changedViews(picture.cameras).isEmpty else { return nil }
        return live.now + Self.viewLead + Self.preparation
    }

    /// Changes the cameras' own pictures together with the combined one.
    /// - Parameter time: running time in nanoseconds.
    /// - Returns: `nil`: they stay as they are.
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

    /// Makes a change that has begun the state from which later changes start.
    func keep(_ change: ViewChange) {
        live.plan.show(change.ways.map(\.to))
        for (view, animation) in change.ways { underWay[view.element] = (change.begin, animation) }
    }

    /// Takes back a change that has begun.
    func withdraw(_ change: ViewChange) {
        for (view, _) in change.ways { live[view.element]?.forgetPictures(from: UInt64(change.begin)) }
    }

    /// Returns the view in the midst of an earlier change.
    private func seen(_ view: ViewPlan, at time: Int64) -> ViewPlan {
        guard let (begin, animation) = underWay[view.element] else { return view }
        let frame = Int(Double(time - begin) / animation.frameLength)
        return view.seen(in: animation.plan(ofFrame: max(0, frame)))
    }

    /// A camera that is lost draws nothing; when it returns, all of it is over.
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
