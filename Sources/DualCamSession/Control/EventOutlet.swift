import DualCamPlan
import Synchronization

/// The events of a session, or of takes one after the other, for whoever runs them and for everybody who listens.
final class EventOutlet: Sendable {
    private struct Listeners {
        var all: [Int: AsyncStream<ControlNews>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    /// All events, in order. For one reader; of an unread stream only the newest are kept.
    let events: AsyncStream<SessionEvent>
    private let continuation: AsyncStream<SessionEvent>.Continuation
    private let listeners = Mutex(Listeners())

    init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096)) }

    /// Returns a stream of the news from now on. A listener that is slow loses the oldest.
    func news() -> AsyncStream<ControlNews> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlNews.self, bufferingPolicy: .bufferingNewest(256))
        let number: Int? = listeners.withLock { listeners in
            guard !listeners.isOver else { return nil }
            defer { listeners.next += 1 }
            listeners.all[listeners.next] = continuation
            return listeners.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [self] _ in forget(number) }
        return stream
    }

    private func forget(_ number: Int) { listeners.withLock { _ = $0.all.removeValue(forKey: number) } }

    func tell(_ event: SessionEvent) {
        pass(event)
        tell(.event(event))
    }

    /// Tells of something outside any recording.
    func tell(_ kind: SessionEvent.Kind, at wall: Int64) {
        tell(SessionEvent(kind, unixNanoseconds: wall, runningTime: nil))
    }

    /// Passes on an event that listeners hear in another way.
    func pass(_ event: SessionEvent) { continuation.yield(event) }

    /// Tells listeners alone.
    func tell(_ news: ControlNews) {
        for listener in listeners.withLock({ Array($0.all.values) }) { listener.yield(news) }
    }

    /// Tells of a session that could not begin, and returns its outcome.
    func refuse(_ failure: SessionFailure, at wall: Int64) -> SessionOutcome {
        let outcome = SessionOutcome(exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        tell(.failed(failure), at: wall)
        tell(.finished(outcome), at: wall)
        return outcome
    }

    /// Ends the streams of those who listen; events may follow.
    func closeNews() {
        let left = listeners.withLock { listeners in
            listeners.isOver = true
            defer { listeners.all = [:] }
            return Array(listeners.all.values)
        }
        for listener in left { listener.finish() }
    }

    func finish() { continuation.finish() }
}
