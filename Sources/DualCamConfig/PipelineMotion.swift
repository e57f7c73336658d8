/// How a change proceeds between its begin and its end.
public enum Easing: String, Sendable, Hashable, CaseIterable {
    case linear
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"
    /// Swings beyond its end, and back.
    case spring
}

/// `combined.motion`: how layout, swap, inset and zoom change.
public struct Motion: Sendable, Equatable {
    /// The lengths that a motion or a transition may have.
    public static let lengths = Duration.milliseconds(40)...Duration.seconds(10)

    /// `nil`: at once.
    public var duration: Duration?
    public var easing = Easing.easeInOut

    public init(duration: Duration? = nil, easing: Easing = .easeInOut) {
        (self.duration, self.easing) = (duration, easing)
    }
}

/// `combined.transition`: how another main camera comes.
public struct Transition: Sendable, Equatable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case cut, dissolve, slide, wipe, zoom, circle, flip
        /// Every camera moves to its new place.
        case move
    }

    /// Where to the new picture moves.
    public enum Direction: String, Sendable, Hashable, CaseIterable { case left, right, up, down }

    public var kind = Kind.cut
    /// Of every kind but `cut`.
    public var duration = Duration.milliseconds(500)
    /// Of `slide`, `wipe` and `flip`.
    public var direction = Direction.left
    public var easing = Easing.easeInOut

    public init(
        _ kind: Kind = .cut, duration: Duration = .milliseconds(500), direction: Direction = .left,
        easing: Easing = .easeInOut
    ) {
        (self.kind, self.duration) = (kind, duration)
        (self.direction, self.easing) = (direction, easing)
    }
}

/// `combined.switch`: the main camera changes by itself.
public struct Switching: Sendable, Equatable {
    public static let intervals = Duration.seconds(1)...Duration.seconds(86_400)

    /// `nil`: it does not.
    public var every: Duration?
    /// In this order; `nil`: all cameras in the file's order.
    public var cameras: [String]?

    public init(every: Duration? = nil, cameras: [String]? = nil) { (self.every, self.cameras) = (every, cameras) }
}
