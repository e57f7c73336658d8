public import DualCamConfig

/// How one picture becomes another.
public enum PictureChange: Sendable, Equatable {
    /// With the next frame.
    case atOnce
    /// Cameras move, cuts zoom.
    case motion(Duration, Easing)
    /// The main picture gives way to another.
    case transition(Transition)

    /// How long it takes; zero: at once.
    public var duration: Duration {
        switch self {
        case .atOnce: .zero
        case .motion(let duration, _): duration
        case .transition(let transition): transition.kind == .cut ? .zero : transition.duration
        }
    }

    fileprivate var easing: Easing {
        switch self {
        case .atOnce: .linear
        case .motion(_, let easing): easing
        case .transition(let transition): transition.easing
        }
    }
}

/// The frames of a change, from the first one that shows something of it to the first that shows its end.
public struct PictureAnimation: Sendable {
    private enum Way: Sendable {
        case none
        case motion(PictureMotion)
        case transition(PictureTransition)
    }

    /// The picture that it ends with.
    public let end: PicturePlan
    /// 1 or more.
    public let frameCount: Int
    /// Of one frame, in nanoseconds.
    public let frameLength: Double
    private let way: Way
    private let easing: Easing
    /// In frames.
    private let length: Double

    /// A picture in which a transition is under way becomes the new one by motion, whatever is asked for: the transition goes on.
    ///
    /// - Parameters:
    ///   - from: what is seen in the frame before, also in the midst of another animation.
    ///   - sizes: of the cameras' pictures, by what feeds the mixer.
    ///   - rate: of the combined picture.
    public init(
        _ change: PictureChange, from: PicturePlan, to: PicturePlan, canvas: FrameSize,
        sizes: [PadReference: FrameSize], rate: FrameRate
    ) {
        (end, easing, frameLength) = (to, change.easing, 1e9 / rate.framesPerSecond)
        length = change.duration / .seconds(1) * rate.framesPerSecond
        frameCount = max(1, Int((length - 1e-6).rounded(.up)))
        switch change {
        case .atOnce: way = .none
        case .transition(let transition) where from.blend == nil && transition.kind != .move:
            way = .transition(PictureTransition(transition, from: from, to: to, canvas: canvas, sizes: sizes))
        case .motion, .transition: way = .motion(PictureMotion(from: from, to: to, sizes: sizes))
        }
    }

    /// - Parameter frame: counted from 0; from the last one on it is the end.
    public func plan(ofFrame frame: Int) -> PicturePlan {
        guard frame < frameCount - 1 else { return end }
        let progress = easing.progress(at: Double(frame + 1) / length)
        return switch way {
        case .none: end
        case .motion(let motion): motion.plan(at: progress)
        case .transition(let transition): transition.plan(at: progress)
        }
    }
}
