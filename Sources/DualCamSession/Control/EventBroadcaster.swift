import Synchronization

/// Hands the same news to every reader. A reader that is slow loses the oldest.
final class EventBroadcaster: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<ControlNews>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// Returns a stream of the news from now on.
    func read() -> AsyncStream<ControlNews> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlNews.self, bufferingPolicy: .bufferingNewest(256))
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            defer { state.next += 1 }
            state.readers[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [self] _ in forget(number) }
        return stream
    }

    private func forget(_ number: Int) { state.withLock { _ = $0.readers.removeValue(forKey: number) } }

    func tell(_ news: ControlNews) {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers { reader.yield(news) }
    }

    /// Ends every reader's stream.
    func close() {
        let readers = state.withLock { state in
            state.isOver = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
