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
        let lines = rest.withLock { rest in
            rest += bytes
            return rest.removeLines()
        }
        for line in lines { if let value = JSONValue(ifJSON: String(decoding: line, as: UTF8.self)) { take(value) } }
        return true
    }
}

extension [UInt8] {
    /// Takes the whole lines out of what was read, without their ends; the beginning of another one stays.
    mutating func removeLines() -> [[UInt8]] {
        guard let end = lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = self[..<end].split(separator: UInt8(ascii: "\n")).map { Array($0) }
        removeFirst(end + 1)
        return lines
    }
}

/// Takes text that nobody is told.
struct NoText: TextSink {
    func write(_ text: TerminalText, patience: Duration?) {}
    func write(bytes: [UInt8]) -> Bool { true }
}
