import DualCamConfig

/// The time that the combined picture waits for a camera's frame that is late. A recorder can wait: nothing is shown to anybody,
/// and a frame is composed as soon as every camera has delivered (GstAggregator's `latency`).
struct MixerPatience: Sendable, Equatable {
    private static let nanoseconds: Int64 = 200_000_000
    private let combined: FrameRate

    init(_ combined: FrameRate) { self.combined = combined }

    /// Whole frames of the combined picture, rounded up.
    var latency: Int64 { Int64(frames(of: combined)) * combined.frameNanoseconds }

    /// Room for what a camera delivers meanwhile, the frame being drawn and the one after it.
    func buffers(of camera: FrameRate) -> Int { frames(of: camera) + 2 }

    /// Room behind the mixer for the frames that it has caught up on.
    var composed: Int { buffers(of: combined) }

    private func frames(of rate: FrameRate) -> Int {
        Int((Self.nanoseconds + rate.frameNanoseconds - 1 - Self.slack) / rate.frameNanoseconds)
    }

    /// A frame's length is rounded down: six frames of 1/30 s are 200 ms, though 2 ns less.
    private static let slack: Int64 = 1000
}
