import DualCamPlan
import DualCamRecordings
import Synchronization

/// Distributes the events of one or more consecutive sessions. `events` serves the code that runs the sessions; `news`
/// serves all other listeners, such as control endpoints.
final class EventOutlet: Sendable {
    private struct Listeners {
        var all: [Int: AsyncStream<ControlNews>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    /// All events, in order, for a single reader. If the stream is not read, only the newest 4096 events are kept.
    let events: AsyncStream<SessionEvent>
    private let continuation: AsyncStream<SessionEvent>.Continuation
    private let listeners = Mutex(Listeners())

    init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096)) }

    /// Returns a stream of events and sound levels from now on. A slow listener loses the oldest events and levels.
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

    /// Reports an event that occurs outside any recording. `wall`: the event's Unix time in nanoseconds.
    func tell(_ kind: SessionEvent.Kind, at wall: Int64) {
        tell(SessionEvent(kind, unixNanoseconds: wall, runningTime: nil))
    }

    /// Sends an event only to the reader of `events`. The caller sends it to the other listeners with `tell(_:)`.
    func pass(_ event: SessionEvent) { continuation.yield(event) }

    /// Sends an event or sound levels to the listeners, but not to `events`.
    func tell(_ news: ControlNews) {
        for listener in listeners.withLock({ Array($0.all.values) }) { listener.yield(news) }
    }

    /// Reports that a session could not begin, by the events `failed` and `finished`. Returns the outcome of that
    /// session.
    func refuse(_ failure: SessionFailure, at wall: Int64) -> SessionOutcome {
        let outcome = SessionOutcome(exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        tell(.failed(failure), at: wall)
        tell(.finished(outcome), at: wall)
        return outcome
    }

    /// Ends the streams of all listeners. `events` may still receive events after that.
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
