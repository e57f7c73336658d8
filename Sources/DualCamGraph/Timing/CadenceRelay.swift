/// Passes measured times between a camera's pictures from the streaming thread to an asynchronous function, in order.
/// If several are waiting, passes only the newest.
final class CadenceRelay: Sendable {
    private let frames: AsyncStream<Int64>.Continuation

    /// Creates the relay.
    /// - Parameter follow: receives the time between pictures, in nanoseconds.
    init(_ follow: @escaping @Sendable (Int64) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        frames = continuation
        Task { for await frame in stream { await follow(frame) } }
    }

    deinit { frames.finish() }

    /// Passes on a time between pictures, in nanoseconds. Callable from any thread.
    func send(_ frame: Int64) { frames.yield(frame) }
}
