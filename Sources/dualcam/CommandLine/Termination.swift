import Dispatch
import Glibc

/// The signals that end a recording in good order.
enum TerminationSignal: Int32, Sendable, CaseIterable {
    case interrupt = 2
    case terminate = 15
    /// The terminal went away.
    case hangUp = 1
}

/// Turns signals into a stream. From its making on, none of the `TerminationSignal`s ends the process by itself.
final class TerminationSignals {
    let stream: AsyncStream<TerminationSignal>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminationSignal.self)
        self.stream = stream
        let queue = DispatchQueue(label: "dualcam.signals")
        sources = TerminationSignal.allCases.map { kind in
            signal(kind.rawValue, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: kind.rawValue, queue: queue)
            source.setEventHandler { continuation.yield(kind) }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// A reader of standard output or error that goes away must not end the recording.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
