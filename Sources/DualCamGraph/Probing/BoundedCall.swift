internal import Dispatch
internal import GStreamer

/// Calls of libraries that may hang, for example because a sound server does not answer.
enum BoundedCall {
    /// The time within which a sound server has to answer, in seconds.
    static let serverPatience = 10.0

    /// Returns the result of `work`; `nil` if it takes longer than `seconds`. `work` then continues on a thread of its
    /// own, and its result is discarded. Blocks.
    static func result<Value: Sendable>(
        within seconds: Double = serverPatience, _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        let result = Promise<Value>()
        DispatchQueue(label: "dualcam.bounded").async { result.keep(work()) }
        return result.wait(within: seconds)
    }
}
