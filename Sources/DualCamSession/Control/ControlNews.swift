package import DualCamPlan
import Synchronization

package enum ControlNews: Sendable, Equatable {
    /// An event as `run --json` prints it.
    case event(SessionEvent)
    /// Ten times a second for every microphone.
    case levels(SoundLevels, at: RunningTime)

    /// One JSON object on one line; levels as `{"event": "levels", "running-time": ..., "peak": [...], "rms": [...]}`, in dBFS,
    /// with `microphone` where it has a name.
    package var line: String {
        switch self {
        case .event(let event): event.line
        case .levels(let levels, let time):
            JSONValue.object(
                [.init("event", "levels"), .init("running-time", .time(time))] + levels.microphone.member
                    + levels.figures
            ).line
        }
    }
}

/// The addresses where commands are taken.
package struct ControlAddress: Sendable, Equatable {
    /// The path of the Unix socket.
    package var socket: String?
    /// `http://127.0.0.1:8080`
    package var url: String?
    /// The path of the file with the token that clients of `url` must show.
    package var tokenFile: String?
    /// The path of the self-signed certificate that `url` shows.
    package var certificate: String?

    package init(socket: String?, url: String?, tokenFile: String?, certificate: String?) {
        (self.socket, self.url, self.tokenFile, self.certificate) = (socket, url, tokenFile, certificate)
    }

    /// The members as the event has them.
    var members: [JSONValue.Member] {
        [
            .init("socket", .text(socket)), .init("url", .text(url)), .init("token-file", .text(tokenFile)),
            .init("certificate", .text(certificate)),
        ]
    }
}

extension SoundLevels {
    /// Keys: `peak` and `rms`, in dBFS, each with one number for each channel.
    var figures: [JSONValue.Member] {
        [
            .init("peak", .array(peak.map { .ratio($0) })), .init("rms", .array(rms.map { .ratio($0) })),
        ]
    }
}

extension InputName {
    /// `microphone` with its name; nothing for one without.
    var member: [JSONValue.Member] {
        guard self != .microphone, let microphoneName else { return [] }
        return [.init("microphone", .string(microphoneName))]
    }
}

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
