import DualCamConfig
import DualCamPlan

/// The settings of the combined picture that apply from a point in time onwards, such as after an edit decision.
struct PictureDecision: Sendable, Equatable {
    /// The time of the first frame that shows the settings, in Unix nanoseconds.
    var at: Int64
    var direction: PictureDirection

    init(at: Int64, _ direction: PictureDirection) { (self.at, self.direction) = (at, direction) }
}

/// The combined picture for each frame of a render, computed from all edit decisions in the recording or in the cut
/// list. Animations look the same as in a live recording.
struct PictureSchedule: Sendable {
    fileprivate struct Play: Sendable {
        var animation: PictureAnimation
        /// The time of the first frame of the animation, in Unix nanoseconds.
        var begin: Int64
    }

    /// The rounding tolerance, in nanoseconds, for comparing the times of frames and decisions.
    private static let slack: Int64 = 1_000_000

    private let stage: MixerInputs
    private let decisions: [PictureDecision]
    private var next = 0
    private var play: Play?
    /// The index, within the animation, of the frame that was returned last; `nil` if none has been returned.
    private var told: Int?
    /// The picture of the frame that was requested last; `nil` before the first request.
    private var seen: PicturePlan?
    /// The picture that `frame(at:)` last returned as changed; `nil` if it has not returned a picture yet.
    private var shown: PicturePlan?
    private var overlaysSeen: [OverlayPlan]?

    /// Creates the schedule of the pictures in a render.
    ///
    /// - Parameter decisions: the picture decisions in chronological order; the first one applies from the start.
    init(_ stage: MixerInputs, _ decisions: [PictureDecision]) {
        (self.stage, self.decisions) = (stage, decisions)
    }

    /// The changes of the picture and the overlays that take effect with a frame.
    struct Frame: Sendable, Equatable {
        /// The picture to show, starting with this frame; `nil` if it is the same as in the previous frame.
        var picture: PicturePlan?
        var overlays: [OverlayPlan]?
    }

    /// Returns the changes that take effect with the frame at `time`, in Unix nanoseconds. Frames must be requested in
    /// chronological order; the first request may be for any frame.
    mutating func frame(at time: Int64) -> Frame {
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

    /// Completes an animation that ends before `time`, even if none of its frames was requested.
    private mutating func passOver(to time: Int64) {
        guard let play, play.frameBefore(time) == play.last else { return }
        (seen, self.play, told) = (play.animation.plan(ofFrame: play.last), nil, nil)
    }

    private mutating func begin(_ picture: PicturePlan, _ decision: PictureDecision) {
        let direction = decision.direction
        if let play, !planted(.motionCutShort), direction.change == .atOnce, let last = play.frameBefore(decision.at),
            play.animation.end.isArranged(as: picture)
        {
            // A running animation continues if the change affects only colours, lines or texts.
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

    /// Returns the index of the last frame of the animation before a time; `nil` if the animation starts later.
    fileprivate func frameBefore(_ time: Int64) -> Int? {
        let frame = min(frame(at: time) - 1, last)
        return frame < 0 ? nil : frame
    }
}
