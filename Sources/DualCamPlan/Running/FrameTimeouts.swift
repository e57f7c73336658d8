package import DualCamConfig

/// The times after which an input or output counts as late, for pictures at a given rate.
///
/// A second without a picture means a lost camera at thirty pictures a second, but is normal at one a minute. Every
/// limit that depends on frames is computed here from its usual length and the interval between two frames.
package struct FrameTimeouts: Sendable, Equatable {
    /// The interval between two frames; zero for sound, which always flows.
    package let frame: Duration
    /// True for a grabber, which delivers nothing while it locks to its signal again.
    package let isGrabber: Bool

    package init(frame: Duration = .zero, isGrabber: Bool = false) { (self.frame, self.isGrabber) = (frame, isGrabber) }

    /// Creates the timeouts of the slowest of several rates; without rates the timeouts of sound.
    package init(slowest rates: some Sequence<FrameRate>, isGrabber: Bool = false) {
        self.init(frame: rates.min().map { .nanoseconds($0.frameNanoseconds) } ?? .zero, isGrabber: isGrabber)
    }

    /// Returns a limit. It is `usual` for frequent frames, otherwise the length of `frames` frames plus half of `usual`
    /// for their jitter.
    package func limit(_ usual: Duration, frames: Int = 2) -> Duration {
        max(usual, frame * frames + (planted(.tremblingIgnored) ? .zero : usual / 2))
    }

    /// True when frames are so rare that no decision may depend on the next one, nor wait for it.
    package var isSlow: Bool { frame > Self.slow }

    private static let slow = Duration.seconds(1)

    /// Returns the time for which growing files may stand still; `usual` for frequent frames. A frame is written when
    /// the next one has come, and a file may begin just behind one.
    package func growth(_ usual: Duration) -> Duration { limit(usual, frames: 3) }

    /// The time without a buffer after which an input is lost.
    package var stall: Duration { max(.seconds(isGrabber ? 3 : 1), frame * 8) }
    /// Returns true if an input has been idle for so long that it is lost; `nil`: it has never delivered.
    package func isStalled(after idle: Duration?) -> Bool { idle.map { $0 >= stall } ?? planted(.silentIsStalled) }

    /// The time within which the next picture of a running camera, or of the combined picture, must come.
    package var next: Duration { limit(.seconds(2)) }
}

/// The time in which a camera that was plugged in again must deliver its first pictures. It grows by half with each
/// failed attempt, because large formats, grabbers and restarting cameras take long.
package struct ReturnTimeout: Sendable, Equatable {
    package static let shortest = Duration.seconds(10)
    package static let longest = Duration.seconds(30)

    package private(set) var current = shortest

    package init() {}

    /// Extends the timeout after an attempt without pictures.
    package mutating func lengthen() { current = min(current * 3 / 2, Self.longest) }

    /// Resets the timeout when the camera delivers.
    package mutating func reset() { current = Self.shortest }
}
