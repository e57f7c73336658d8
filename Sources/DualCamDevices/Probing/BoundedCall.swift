internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Calls of libraries that may hang, for example because a sound server does not answer. A call that hangs occupies a
/// thread until it ends, so only one call of each name runs at a time.
package enum BoundedCall {
    /// The time within which a sound server has to answer, in seconds.
    package static let serverPatience = 10.0

    private struct Call {
        /// The promise that is kept when the call ends.
        let end: Promise<Void>
        /// True if the call has taken longer than its time limit.
        var isOverdue = false
    }

    /// The last call of each name.
    private static let last = Mutex<[String: Call]>([:])

    /// Returns the result of `work`; `nil` if it takes longer than `seconds`. `work` then continues on a thread of its
    /// own, and its result is discarded. Until it ends, all calls of the same name return `nil` at once. Blocks.
    ///
    /// - Parameter name: The name of the server or device that may hang.
    package static func result<Value: Sendable>(
        of name: String, within seconds: Double = serverPatience, _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        guard let end = begin(name, within: seconds) else { return nil }
        let result = Promise<Value>()
        DispatchQueue(label: "dualcam.bounded").async {
            result.keep(work())
            end.keep(())
        }
        let value = result.wait(within: seconds)
        if value == nil { giveUp(name, end) }
        return value
    }

    /// Returns the promise that a call of this name must keep when it ends; `nil` if an earlier call is overdue, or does
    /// not end within `seconds`. Blocks.
    static func begin(_ name: String, within seconds: Double) -> Promise<Void>? {
        let end = Promise<Void>()
        for isSecond in [false, true] {
            let earlier = last.withLock { last -> Call? in
                if let earlier = last[name], earlier.end.current == nil { return earlier }
                last[name] = Call(end: end)
                return nil
            }
            guard let earlier else { return end }
            if isSecond || earlier.isOverdue || earlier.end.wait(within: seconds) == nil { return nil }
        }
        return nil
    }

    /// Marks a call as overdue, if it still runs.
    static func giveUp(_ name: String, _ end: Promise<Void>) {
        last.withLock { if $0[name]?.end === end { $0[name]?.isOverdue = true } }
    }
}
