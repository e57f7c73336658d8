import DualCamConfig

/// A decision about the combined picture, and when it is seen first.
package struct PictureDecision: Sendable, Equatable {
    /// Time of the first frame that shows it, in nanoseconds.
    package var at: Int64
    package var direction: PictureDirection

    package init(at: Int64, _ direction: PictureDirection) { (self.at, self.direction) = (at, direction) }
}

/// The combined picture frame by frame, as it was decided beforehand: every motion as it was seen while it was recorded.
package struct PictureSchedule: Sendable {
    fileprivate struct Play: Sendable {
        var animation: PictureAnimation
        /// Time of its first frame, in nanoseconds.
        var begin: Int64
    }

    /// A frame's time and a decision's may have been rounded on different ways, in nanoseconds.
    private static let slack: Int64 = 1_000_000

    private let stage: MixerInputs
    private let decisions: [PictureDecision]
    private var next = 0
    private var play: Play?
    /// The number of the animation's frame that was told last; `nil`: none of it was.
    private var told: Int?
    /// The picture of the last frame.
    private var seen: PicturePlan?
    /// The picture that was told last.
    private var shown: PicturePlan?
    private var overlaysSeen: [OverlayPlan]?

    /// - Parameter decisions: in the order of their times; the first one is seen from the beginning.
    package init(_ stage: MixerInputs, _ decisions: [PictureDecision]) {
        (self.stage, self.decisions) = (stage, decisions)
    }

    /// The picture and the overlays of a frame.
    package struct Frame: Sendable, Equatable {
        /// `nil`: as in the frame before.
        package var picture: PicturePlan?
        package var overlays: [OverlayPlan]?
    }

    /// Returns what changes with the frame of a time in nanoseconds. Frames are asked for in their order; the first one may be any.
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

    /// A motion that was over before a time is over, though none of its frames was asked for.
    private mutating func passOver(to time: Int64) {
        guard let play, play.frameBefore(time) == play.last else { return }
        (seen, self.play, told) = (play.animation.plan(ofFrame: play.last), nil, nil)
    }

    private mutating func begin(_ picture: PicturePlan, _ decision: PictureDecision) {
        let direction = decision.direction
        if let play, !planted(.motionCutShort), direction.change == .atOnce, let last = play.frameBefore(decision.at),
            play.animation.end.isArranged(as: picture)
        {
            // A motion that is under way goes on where only colours, lines or words change.
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

    /// The last of its frames before a time; `nil`: there is none.
    fileprivate func frameBefore(_ time: Int64) -> Int? {
        let frame = min(frame(at: time) - 1, last)
        return frame < 0 ? nil : frame
    }
}
