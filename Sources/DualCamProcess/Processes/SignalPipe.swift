import Dispatch
import DualCamRecordings
import Glibc

extension TerminationSignal {
    /// Returns a stream, for a single listener, of the signals that ask the process to end, in the order of their
    /// arrival. From this call on, these signals no longer end the process by themselves.
    static func arrivals() -> AsyncStream<TerminationSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminationSignal.self)
        // Invariant: the source is only ever cancelled, which libdispatch allows from any thread.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(
            fileDescriptor: SignalPipe.ends.read, queue: DispatchQueue(label: "dualcam.signals"))
        source.setEventHandler {
            while let kind = SignalPipe.next() { continuation.yield(kind) }
        }
        source.resume()
        continuation.onTermination = { _ in source.cancel() }
        for kind in allCases { install(kind) }
        return stream
    }

    /// Ignores SIGPIPE, so that a recording continues after the reader of its output has closed the pipe.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    private static func install(_ kind: TerminationSignal) {
        let before = signal(kind.rawValue) { number in SignalPipe.put(number) }
        if kind == .hangUp, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(kind.rawValue, SIG_IGN)
        }
    }
}

/// Detects duplicate signals. A terminal and `timeout` signal a whole process group, so the same request may arrive
/// twice.
package struct EchoFilter {
    /// The interval within which a second signal counts as a duplicate of the first.
    static let echo = Duration.milliseconds(20)

    private var last: ContinuousClock.Instant?

    package init() {}

    /// Returns true if a signal that arrives at `now` is a duplicate of the previous signal.
    package mutating func isEcho(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        return last.map { $0.duration(to: now) < Self.echo } ?? false
    }
}

/// The pipe from the signal handler to the rest of the program, because a handler may do little more than write to a
/// pipe. Signals wait in the pipe until a listener reads them.
private enum SignalPipe {
    static let ends: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }()

    /// Writes a signal's number to the pipe. Called by the signal handler: `ends` exists before the handler is
    /// installed, and errno is preserved.
    static func put(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(ends.write, &byte, 1)
        errno = before
    }

    static func next() -> TerminationSignal? {
        var byte: UInt8 = 0
        return read(ends.read, &byte, 1) == 1 ? TerminationSignal(rawValue: Int32(byte)) : nil
    }
}
