/// The course of a change between its begin and its end.
package enum Easing: String, Sendable, Hashable, CaseIterable {
    case linear
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"
    /// Swings beyond its end, and back.
    case spring
}

/// `combined.motion`: how layout, swap, inset and zoom change.
package struct Motion: Sendable, Equatable {
    /// The lengths that a motion or a transition may have.
    package static let lengths = Duration.milliseconds(40)...Duration.seconds(10)

    /// `nil`: at once.
    package var duration: Duration?
    package var easing = Easing.easeInOut

    package init(duration: Duration? = nil, easing: Easing = .easeInOut) {
        (self.duration, self.easing) = (duration, easing)
    }
}

/// `combined.transition`: how another main camera comes.
package struct Transition: Sendable, Equatable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case cut, dissolve, slide, wipe, zoom, circle, flip
        /// Every camera moves to its new place.
        case move
    }

    /// The direction in which the new picture moves.
    package enum Direction: String, Sendable, Hashable, CaseIterable { case left, right, up, down }

    package var kind = Kind.cut
    /// The duration of every kind but `cut`.
    package var duration = Duration.milliseconds(500)
    /// The direction of `slide`, `wipe` and `flip`.
    package var direction = Direction.left
    package var easing = Easing.easeInOut

    package init(
        _ kind: Kind = .cut, duration: Duration = .milliseconds(500), direction: Direction = .left,
        easing: Easing = .easeInOut
    ) {
        (self.kind, self.duration) = (kind, duration)
        (self.direction, self.easing) = (direction, easing)
    }
}

/// `combined.switch`: the main camera changes by itself.
package struct Switching: Sendable, Equatable {
    package static let intervals = Duration.seconds(1)...Duration.seconds(86_400)

    /// `nil`: it does not.
    package var every: Duration?
    /// The cameras, in the order in which they are shown; `nil`: all cameras in the file's order.
    package var cameras: [String]?
}
