package import DualCamConfig

/// The timeouts of an input or output, adapted to its frame rate.
///
/// At 30 pictures per second, a second without a picture means that a camera is lost. At one picture per minute, it is
/// normal. All timeouts that depend on frames are computed here, from a default value and the interval between frames.
package struct FrameTimeouts: Sendable, Equatable {
    /// The interval between two frames of the input or output; zero for sound, which is continuous.
    package let frame: Duration
    /// True for a capture card, which delivers nothing while it synchronises with its signal again.
    package let isGrabber: Bool

    package init(frame: Duration = .zero, isGrabber: Bool = false) { (self.frame, self.isGrabber) = (frame, isGrabber) }

    /// Creates the timeouts for the lowest of several frame rates. If `rates` is empty, creates the timeouts for sound.
    package init(slowest rates: some Sequence<FrameRate>, isGrabber: Bool = false) {
        self.init(frame: rates.min().map { .nanoseconds($0.frameNanoseconds) } ?? .zero, isGrabber: isGrabber)
    }

    /// Returns a timeout: `usual` at normal frame rates. At low rates, it is the duration of `frames` frames plus half
    /// of `usual`, to allow for jitter.
    package func limit(_ usual: Duration, frames: Int = 2) -> Duration {
        max(usual, frame * frames + (planted(.tremblingIgnored) ? .zero : usual / 2))
    }

    /// True if the frame rate is so low that decisions cannot wait for the next frame.
    package var isSlow: Bool { frame > Self.slow }

    private static let slow = Duration.seconds(1)

    /// Returns the maximum time for which a file may stay the same size; `usual` at normal frame rates. It is longer at
    /// low rates, because a frame is written only when the next one arrives.
    package func growth(_ usual: Duration) -> Duration { limit(usual, frames: 3) }

    /// The time without a buffer after which an input counts as lost.
    package var stall: Duration { max(.seconds(isGrabber ? 3 : 1), frame * 8) }
    /// Returns true if an input has delivered nothing for so long that it counts as lost.
    ///
    /// - Parameter idle: the time since the input's last buffer; `nil` if nothing has arrived yet, in which case the
    ///   result is false.
    package func isStalled(after idle: Duration?) -> Bool { idle.map { $0 >= stall } ?? planted(.silentIsStalled) }

    /// The timeout for the next picture of a running camera or of the combined picture.
    package var next: Duration { limit(.seconds(2)) }
}

/// The timeout for the first pictures of a camera that was connected again. Each failed attempt increases it by half,
/// because cameras with large formats, capture cards and restarting cameras are slow to start.
package struct ReturnTimeout: Sendable, Equatable {
    package static let shortest = Duration.seconds(10)
    package static let longest = Duration.seconds(30)

    package private(set) var current = shortest

    package init() {}

    /// Increases the timeout after an attempt in which no pictures arrived.
    package mutating func lengthen() { current = min(current * 3 / 2, Self.longest) }

    /// Resets the timeout after the camera has delivered pictures.
    package mutating func reset() { current = Self.shortest }
}
