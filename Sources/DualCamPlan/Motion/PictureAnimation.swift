package import DualCamConfig

/// The frames of an animation from one picture to another. The first frame already differs from the initial picture;
/// the last frame shows the final picture.
package struct PictureAnimation: Sendable {
    private enum Way: Sendable {
        case none
        case motion(PictureMotion)
        case transition(PictureTransition)
    }

    /// The settings of an animation except its final picture.
    private struct Course: Sendable {
        var change: PictureChange
        var from: PicturePlan
        var canvas: FrameSize
        var sizes: [PadReference: FrameSize]
        var rate: FrameRate
    }

    /// The final picture of the animation.
    package let end: PicturePlan
    /// The number of frames in the animation, at least 1.
    package let frameCount: Int
    /// The duration of one frame of the animation, in nanoseconds.
    package let frameLength: Double
    private let way: Way
    private let easing: Easing
    /// The duration of the animation in frames.
    private let length: Double
    /// The number of frames that were drawn before `goingOn` continued the animation with different colours; otherwise
    /// 0.
    private let passed: Int
    private let course: Course

    /// Creates an animation from one picture to another. If `from` shows a transition, the change becomes a motion
    /// during which the transition continues. A transition counts as finished if one of its two pictures is barely
    /// visible.
    ///
    /// - Parameters:
    ///   - from: the picture of the previous frame, which may be part of another animation.
    ///   - sizes: the sizes of the cameras' pictures, by the pads through which the mixer receives them.
    ///   - rate: the frame rate of the combined picture.
    package init(
        _ change: PictureChange, from: PicturePlan, to: PicturePlan, canvas: FrameSize,
        sizes: [PadReference: FrameSize], rate: FrameRate
    ) {
        self.init(
            Course(change: change, from: from.settled, canvas: canvas, sizes: sizes, rate: rate), to: to, passed: 0)
    }

    private init(_ course: Course, to: PicturePlan, passed: Int) {
        let (change, from, sizes) = (course.change, course.from, course.sizes)
        (self.course, self.passed) = (course, passed)
        (end, easing, frameLength) = (to, change.easing, 1e9 / course.rate.framesPerSecond)
        length = change.seconds(from: from, to: to, sizes) * course.rate.framesPerSecond
        frameCount = max(1, Int((length - 1e-6).rounded(.up)) - passed)
        switch change {
        case .atOnce: way = .none
        case .transition(let transition) where from.blend == nil && transition.kind != .move:
            way = .transition(PictureTransition(transition, from: from, to: to, canvas: course.canvas, sizes: sizes))
        case .motion, .ramp, .transition: way = .motion(PictureMotion(from: from, to: to, sizes: sizes))
        }
    }

    /// Returns the picture for a frame of the animation.
    ///
    /// - Parameter frame: the number of the frame, from 0. The last frame and all later ones show the final picture.
    package func plan(ofFrame frame: Int) -> PicturePlan {
        guard frame < frameCount - 1 else { return end }
        let progress = easing.progress(at: Double(frame + passed + 1) / length)
        return switch way {
        case .none: end
        case .motion(let motion): motion.plan(at: progress)
        case .transition(let transition): transition.plan(at: progress)
        }
    }

    /// Returns the remaining animation after a frame, at the same speed but with a different final picture. The new
    /// final picture must arrange the cameras in the same way. Its colours and lines apply immediately.
    ///
    /// - Parameter looks: the looks of the cameras, by the pads through which the mixer receives them. A camera without
    ///   an entry has no look.
    package func goingOn(
        after frame: Int, towards picture: PicturePlan, looks: [PadReference: LookPlan]
    ) -> PictureAnimation {
        var course = course
        course.from = course.from.painted(as: picture, looks: looks)
        return PictureAnimation(course, to: picture, passed: passed + frame + 1)
    }
}

extension PicturePlan {
    /// The progress of a transition below which its second picture counts as not yet visible.
    private static let trace = 0.01

    /// The picture; if only one of its transition's two pictures is visible, that picture without the transition.
    fileprivate var settled: PicturePlan {
        guard let blend, blend.share <= Self.trace || blend.share >= 1 - Self.trace else { return self }
        let seen = blend.share < 0.5 ? layers[..<blend.second] : layers[blend.second..<blend.over]
        return PicturePlan(
            mixer: mixer, background: background, layers: Array(seen) + layers[blend.over...], bars: bars,
            insets: seen.count)
    }

    fileprivate func painted(as picture: PicturePlan, looks: [PadReference: LookPlan]) -> PicturePlan {
        var painted = self
        painted.background = picture.background
        for index in layers.indices { painted.layers[index].look = looks[layers[index].feed] }
        guard let paint = picture.bars.first?.paint else { return painted }
        for index in bars.indices { painted.bars[index].paint = paint }
        return painted
    }
}
