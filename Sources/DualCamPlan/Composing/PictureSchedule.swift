import DualCamConfig

/// A decision about the combined picture, and the time of the first frame that shows it.
package struct PictureDecision: Sendable, Equatable {
    /// The time of the first frame that shows the decision's settings, in nanoseconds.
    package var at: Int64
    package var direction: PictureDirection

    package init(at: Int64, _ direction: PictureDirection) { (self.at, self.direction) = (at, direction) }
}

/// The combined picture of a render frame by frame, from decisions that are known beforehand. Animations are drawn as
/// during the recording.
package struct PictureSchedule: Sendable {
    fileprivate struct Play: Sendable {
        var animation: PictureAnimation
        /// The time of the animation's first frame, in nanoseconds.
        var begin: Int64
    }

    /// The rounding tolerance in nanoseconds for the times of frames and decisions.
    private static let slack: Int64 = 1_000_000

    private let stage: MixerInputs
    private let decisions: [PictureDecision]
    private var next = 0
    private var play: Play?
    /// The number of the animation's frame that was returned last; `nil` if none was returned yet.
    private var told: Int?
    /// The picture that the last requested frame shows.
    private var seen: PicturePlan?
    /// The picture that was last returned as a change.
    private var shown: PicturePlan?
    private var overlaysSeen: [OverlayPlan]?

    /// Creates the schedule of a render's pictures.
    ///
    /// - Parameter decisions: the decisions in the order of their times; the first one applies from the beginning.
    package init(_ stage: MixerInputs, _ decisions: [PictureDecision]) {
        (self.stage, self.decisions) = (stage, decisions)
    }

    /// The changes of picture and overlays that begin with a frame.
    package struct Frame: Sendable, Equatable {
        /// The picture from this frame on; `nil` if it is the same as in the previous frame.
        package var picture: PicturePlan?
        package var overlays: [OverlayPlan]?
    }

    /// Returns the changes that begin with the frame at a time in nanoseconds. Frames must be requested in the order of
    /// their times, beginning with any frame.
    package mutating func frame(at time: Int64) -> Frame {
        var frame = Frame()
        while next < decisions.count,
            next == 0 || decisions[next].at <= time + (planted(.roundedDecisionLate) ? 0 : Self.slack)
        {
            let scene = stage.scene(decisions[next].direction)
            if let picture = scene.picture {
                passOver(to: decisions[next].at)
                begin(picture, decisions[next])
            }
            if scene.overlays != overlaysSeen { (frame.overlays, overlaysSeen) = (scene.overlays, scene.overlays) }
            next += 1
        }
        if let play {
            let due = min(max(0, play.frame(at: time)), play.last)
            if due != told { (told, seen) = (due, play.animation.plan(ofFrame: due)) }
            if due == play.last { (self.play, told) = (nil, nil) }
        }
        if seen != shown { (frame.picture, shown) = (seen, seen) }
        return frame
    }

    /// Finishes an animation whose last frame lies before a time, even if none of its frames was requested.
    private mutating func passOver(to time: Int64) {
        guard let play, play.frameBefore(time) == play.last else { return }
        (seen, self.play, told) = (play.animation.plan(ofFrame: play.last), nil, nil)
    }

    private mutating func begin(_ picture: PicturePlan, _ decision: PictureDecision) {
        let direction = decision.direction
        if let play, !planted(.motionCutShort), direction.change == .atOnce, let last = play.frameBefore(decision.at),
            play.animation.end.isArranged(as: picture)
        {
            // A running animation continues if only colours, lines or texts change.
            let rest = play.animation.goingOn(after: last, towards: picture, looks: stage.looks(direction))
            self.play = Play(animation: rest, begin: decision.at)
        } else {
            let before = play.flatMap { play in
                play.frameBefore(decision.at).map { play.animation.plan(ofFrame: $0) }
            }
            let last = before ?? seen
            let animation = PictureAnimation(
                last == nil ? .atOnce : direction.change, from: last ?? picture, to: picture,
                canvas: direction.combined.size, sizes: stage.sizes, rate: direction.combined.rate)
            play = Play(animation: animation, begin: decision.at)
        }
        told = nil
    }
}

extension PictureSchedule.Play {
    fileprivate var last: Int { animation.frameCount - 1 }

    fileprivate func frame(at time: Int64) -> Int {
        Int(
            (Double(time - begin) / animation.frameLength).rounded(
                planted(.motionRoundedDown) ? .down : .toNearestOrAwayFromZero))
    }

    /// Returns the number of the animation's last frame before a time; `nil` if the animation begins later.
    fileprivate func frameBefore(_ time: Int64) -> Int? {
        let frame = min(frame(at: time) - 1, last)
        return frame < 0 ? nil : frame
    }
}
