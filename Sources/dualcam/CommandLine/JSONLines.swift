import DualCamSession
import Synchronization

/// Takes the events that a command prints, one after the other, where nobody else reads them.
final class JSONLines: TextSink {
    private let take: @Sendable (JSONValue) -> Void
    /// The beginning of a line of which the rest has not come.
    private let rest = Mutex<[UInt8]>([])

    init(_ take: @escaping @Sendable (JSONValue) -> Void) { self.take = take }

    func write(_ text: TerminalText, patience: Duration?) { _ = write(bytes: Array(text.text.utf8)) }

    func write(bytes: [UInt8]) -> Bool {
        let lines = rest.withLock { rest -> [JSONValue] in
            rest += bytes
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
            let whole = rest[..<end].split(separator: UInt8(ascii: "\n"))
            let lines = whole.compactMap { JSONValue(ifJSON: String(decoding: $0, as: UTF8.self)) }
            rest.removeSubrange(...end)
            return lines
        }
        for line in lines { take(line) }
        return true
    }
}

/// Takes text that nobody is told.
struct NoText: TextSink {
    func write(_ text: TerminalText, patience: Duration?) {}
    func write(bytes: [UInt8]) -> Bool { true }
}
