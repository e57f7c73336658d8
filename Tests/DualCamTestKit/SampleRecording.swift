package import DualCamConfig

/// The names of two outputs that many tests use.
package let back = OutputName("back")
package let front = OutputName("front")

/// The time of recordings that are written by hand.
package enum SampleRecording {
    /// 2026-11-21T14:05:03.250Z, in Unix nanoseconds.
    package static let wallStart: Int64 = 1_795_269_903_250_000_000
}
