package import DualCamConfig

/// The name of the output `back`, which many tests use.
package let back = OutputName("back")
/// The name of the output `front`, which many tests use.
package let front = OutputName("front")

/// The start time of the recordings that tests write by hand.
package enum SampleRecording {
    /// The wall-clock time at which such a recording begins: 2026-11-21T14:05:03.250Z, in Unix nanoseconds.
    package static let wallStart: Int64 = 1_795_269_903_250_000_000
}
