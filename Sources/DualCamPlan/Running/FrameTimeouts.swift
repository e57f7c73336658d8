package import DualCamConfig

/// The times after which something takes too long, for pictures that come at a rate.
///
/// A second without a picture means a lost camera where thirty come in it, and nothing where one comes a minute. Every limit that
/// depends on frames is made here of its usual length and of the interval between two frames.
package struct FrameTimeouts: Sendable, Equatable {
    /// The interval between two frames; zero for sound, which always flows.
    package let frame: Duration
    /// True for a grabber, which delivers nothing while it locks to its signal again.
    package let isGrabber: Bool

    package init(frame: Duration = .zero, isGrabber: Bool = false) { (self.frame, self.isGrabber) = (frame, isGrabber) }

    /// The timeouts of the slowest of some rates; of none those of sound.
    package init(slowest rates: some Sequence<FrameRate>, isGrabber: Bool = false) {
        self.init(frame: rates.min().map { .nanoseconds($0.frameNanoseconds) } ?? .zero, isGrabber: isGrabber)
    }

    /// Returns a limit that is `usual` long where frames are frequent; else as long as `frames` of them last, and half of the usual
    /// length for their trembling.
    package func limit(_ usual: Duration, frames: Int = 2) -> Duration {
        max(usual, frame * frames + (planted(.tremblingIgnored) ? .zero : usual / 2))
    }

    /// True where frames are so rare that nothing may be concluded from the one that comes next, nor be delayed until it does.
    package var isSlow: Bool { frame > Self.slow }

    private static let slow = Duration.seconds(1)

    /// Returns the time for which files that should grow may stand still, which is `usual` where frames are frequent. A frame is written
    /// when the next one has come, and a file may begin just behind one.
    package func growth(_ usual: Duration) -> Duration { limit(usual, frames: 3) }

    /// An input from which nothing comes for this long is lost.
    package var stall: Duration { max(.seconds(isGrabber ? 3 : 1), frame * 8) }
    /// Returns true for an input from which nothing has come for so long that it is lost; `nil`: nothing ever came.
    package func isStalled(after idle: Duration?) -> Bool { idle.map { $0 >= stall } ?? planted(.silentIsStalled) }

    /// The next picture of a camera that runs, or of the combined picture, must come within this time.
    package var next: Duration { limit(.seconds(2)) }
}

/// The time in which a camera that has been plugged in again must deliver its first pictures. It grows by half with each attempt in vain:
/// large formats, grabbers and cameras that start anew take long.
package struct ReturnTimeout: Sendable, Equatable {
    package static let shortest = Duration.seconds(10)
    package static let longest = Duration.seconds(30)

    package private(set) var current = shortest

    package init() {}

    /// Nothing came in that time.
    package mutating func lengthen() { current = min(current * 3 / 2, Self.longest) }

    /// The camera delivers.
    package mutating func reset() { current = Self.shortest }
}
