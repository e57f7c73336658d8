/// Carries the cadences of a camera from its streaming thread to whoever follows them, in the order in which they were measured. Where
/// several come in one moment only the newest counts.
final class CadenceRelay: Sendable {
    private let frames: AsyncStream<Int64>.Continuation

    /// - Parameter follow: takes a distance of pictures, in nanoseconds.
    init(_ follow: @escaping @Sendable (Int64) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        frames = continuation
        Task { for await frame in stream { await follow(frame) } }
    }

    deinit { frames.finish() }

    /// Hands on a distance of pictures, in nanoseconds. Any thread.
    func send(_ frame: Int64) { frames.yield(frame) }
}
