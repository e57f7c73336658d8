import Dispatch
import Glibc

/// The signals that end a recording in good order.
enum TerminationSignal: Int32, Sendable, CaseIterable {
    /// SIGINT
    case interrupt = 2
    /// SIGTERM
    case terminate = 15
    /// SIGHUP: the terminal went away. Left alone where it is ignored already, as `nohup` has it.
    case hangUp = 1

    /// The signals as they come, until nobody listens any more; none of them ends the process by itself. Returns when they
    /// arrive: one that came before that would be ignored.
    static func arrivals() async -> AsyncStream<TerminationSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminationSignal.self)
        let (ready, readiness) = AsyncStream.makeStream(of: Void.self)
        let sources = SignalSources(onReady: { readiness.yield() }, onSignal: { continuation.yield($0) })
        continuation.onTermination = { _ in sources.cancel() }
        var registrations = ready.makeAsyncIterator()
        for _ in sources.taken { await registrations.next() }
        return stream
    }

    /// A reader of standard output or error that goes away must not end the recording.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

/// One source a signal.
///
/// Invariant: the array never changes and libdispatch allows cancelling a source from any thread.
private final class SignalSources: @unchecked Sendable {
    /// The signals that arrive.
    let taken: [TerminationSignal]
    private let sources: [any DispatchSourceSignal]

    init(onReady: @escaping @Sendable () -> Void, onSignal: @escaping @Sendable (TerminationSignal) -> Void) {
        let queue = DispatchQueue(label: "dualcam.signals")
        taken = TerminationSignal.allCases.filter { kind in
            let wasIgnored = unsafeBitCast(signal(kind.rawValue, SIG_IGN), to: Int.self) == Self.ignored
            return kind != .hangUp || !wasIgnored
        }
        sources = taken.map { kind in
            let source = DispatchSource.makeSignalSource(signal: kind.rawValue, queue: queue)
            source.setEventHandler { onSignal(kind) }
            source.setRegistrationHandler { onReady() }
            source.resume()
            return source
        }
    }

    /// SIG_IGN as a number: C function pointers cannot be compared.
    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

    func cancel() {
        for source in sources { source.cancel() }
    }
}
