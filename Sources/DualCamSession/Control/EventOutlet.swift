import DualCamPlan

/// The events of a session, or of takes one after the other, for whoever runs them and for everybody who listens.
struct EventOutlet: Sendable {
    /// All events, in order. For one reader; of an unread stream only the newest are kept.
    let events: AsyncStream<SessionEvent>
    private let continuation: AsyncStream<SessionEvent>.Continuation
    private let readers = EventBroadcaster()

    init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096)) }

    /// Returns a stream of the news from now on.
    func news() -> AsyncStream<ControlNews> { readers.read() }

    func tell(_ event: SessionEvent) {
        pass(event)
        readers.tell(.event(event))
    }

    /// Tells of something outside any recording.
    func tell(_ kind: SessionEvent.Kind, at wall: Int64) {
        tell(SessionEvent(kind, unixNanoseconds: wall, runningTime: nil))
    }

    /// Passes on an event that listeners hear in another way.
    func pass(_ event: SessionEvent) { continuation.yield(event) }

    /// Tells listeners alone.
    func tell(_ news: ControlNews) { readers.tell(news) }

    /// Tells of a session that could not begin, and returns its outcome.
    func refuse(_ failure: SessionFailure, at wall: Int64) -> SessionOutcome {
        let outcome = SessionOutcome(exit: failure.exit, reason: .failure, folder: nil, files: [], failures: [failure])
        tell(.failed(failure), at: wall)
        tell(.finished(outcome), at: wall)
        return outcome
    }

    /// Ends the streams of those who listen; events may follow.
    func closeNews() { readers.close() }

    func finish() { continuation.finish() }
}
