import Dispatch
import DualCamSupervision
import Glibc

extension TerminationSignal {
    /// The signals as they come, for one listener; from the call on, none of them ends the process by itself.
    static func arrivals() -> AsyncStream<TerminationSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminationSignal.self)
        // Invariant: libdispatch allows cancelling a source from any thread, and nothing else is done to it.
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

    /// A reader of standard output or error that goes away must not end the recording.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    private static func install(_ kind: TerminationSignal) {
        let before = signal(kind.rawValue) { number in SignalPipe.put(number) }
        if kind == .hangUp, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(kind.rawValue, SIG_IGN)
        }
    }
}

/// Tells a request from its echo: a terminal and `timeout` signal a whole group of processes, so that the same request comes
/// twice.
struct EchoFilter {
    /// A signal that comes so soon after another is the same request.
    static let echo = Duration.milliseconds(20)

    private var last: ContinuousClock.Instant?

    /// Returns true when a signal that comes at `now` is an echo.
    mutating func isEcho(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        return last.map { $0.duration(to: now) < Self.echo } ?? false
    }
}

/// Carries signals from the handler to the rest of the program: a handler may do little more than write to a pipe. Those before
/// anybody listens wait in it.
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

    /// Called in the handler: `ends` was made before it was set, and errno is left as it was.
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
