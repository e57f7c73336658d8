internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Runs calls of libraries that may hang, for example because a sound server does not answer. A call that hangs
/// occupies a thread until it ends. The next call of the same name therefore waits for its end.
enum BoundedCall {
    /// The time within which a sound server has to answer, in seconds.
    static let serverPatience = 10.0

    /// The newest call of each name, as a promise that is fulfilled when the call ends.
    private static let last = Mutex<[String: Promise<Void>]>([:])

    /// Returns the result of `work`; `nil` if it takes longer than `seconds`, or if an earlier call of the same name
    /// does not end within this time. After a timeout, `work` continues on its thread, and its result is discarded.
    /// Blocks.
    static func result<Value: Sendable>(
        of name: String, within seconds: Double = serverPatience, _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        guard let end = begin(name, within: seconds) else { return nil }
        let result = Promise<Value>()
        DispatchQueue(label: "dualcam.bounded").async {
            result.keep(work())
            end.keep(())
        }
        return result.wait(within: seconds)
    }

    /// Registers a new call. Returns the promise that the caller must fulfil when the call ends; `nil` if an earlier
    /// call of the same name does not end within `seconds`. Blocks.
    static func begin(_ name: String, within seconds: Double) -> Promise<Void>? {
        if let earlier = last.withLock({ $0[name] }), earlier.wait(within: seconds) == nil { return nil }
        let end = Promise<Void>()
        last.withLock { $0[name] = end }
        return end
    }
}
