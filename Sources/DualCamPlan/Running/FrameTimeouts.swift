package import DualCamConfig

/// The times after which an input or output counts as late, depending on its frame rate.
///
/// A second without a picture means a lost camera at thirty pictures a second, but is normal at one a minute. Every
/// limit that depends on frames is computed here, from its usual value and the interval between two frames.
package struct FrameTimeouts: Sendable, Equatable {
    /// The interval between two frames of the input or output; zero for sound, which always flows.
    package let frame: Duration
    /// True for a capture card, which delivers nothing while it synchronises to its signal again.
    package let isGrabber: Bool

    package init(frame: Duration = .zero, isGrabber: Bool = false) { (self.frame, self.isGrabber) = (frame, isGrabber) }

    /// Creates the timeouts for the slowest of several frame rates. Without rates, creates the timeouts of sound.
    package init(slowest rates: some Sequence<FrameRate>, isGrabber: Bool = false) {
        self.init(frame: rates.min().map { .nanoseconds($0.frameNanoseconds) } ?? .zero, isGrabber: isGrabber)
    }

    /// Returns a time limit: `usual` for frequent frames. For rare frames, the length of `frames` frames plus half of
    /// `usual` to allow for jitter.
    package func limit(_ usual: Duration, frames: Int = 2) -> Duration {
        max(usual, frame * frames + (planted(.tremblingIgnored) ? .zero : usual / 2))
    }

    /// True when frames are so rare that decisions must not wait for the next frame.
    package var isSlow: Bool { frame > Self.slow }

    private static let slow = Duration.seconds(1)

    /// Returns the maximum time for which a file may not grow; `usual` for frequent frames. A frame is written when the
    /// next one has come, and a file may begin just behind a frame.
    package func growth(_ usual: Duration) -> Duration { limit(usual, frames: 3) }

    /// The time without a buffer after which an input counts as lost.
    package var stall: Duration { max(.seconds(isGrabber ? 3 : 1), frame * 8) }
    /// Returns true if an input has delivered nothing for so long that it counts as lost. `nil` means that it has never
    /// delivered, and returns false.
    package func isStalled(after idle: Duration?) -> Bool { idle.map { $0 >= stall } ?? planted(.silentIsStalled) }

    /// The time limit for the next picture of a running camera, or of the combined picture.
    package var next: Duration { limit(.seconds(2)) }
}

/// The time limit for the first pictures of a camera that was plugged in again. It grows by half with each failed
/// attempt, because large formats, capture cards and restarting cameras take long.
package struct ReturnTimeout: Sendable, Equatable {
    package static let shortest = Duration.seconds(10)
    package static let longest = Duration.seconds(30)

    package private(set) var current = shortest

    package init() {}

    /// Extends the time limit after an attempt without pictures.
    package mutating func lengthen() { current = min(current * 3 / 2, Self.longest) }

    /// Resets the time limit when the camera delivers pictures.
    package mutating func reset() { current = Self.shortest }
}
