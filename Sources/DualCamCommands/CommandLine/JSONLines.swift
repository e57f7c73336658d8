import DualCamSession
import Synchronization

/// A sink that parses the JSON events printed by a command within this process.
final class JSONLines: TextSink {
    private let take: @Sendable (JSONValue) -> Void
    /// The beginning of an incomplete line.
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
    /// Removes and returns the complete lines, without their newlines; the beginning of an incomplete line stays.
    mutating func removeLines() -> [[UInt8]] {
        guard let end = lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = self[..<end].split(separator: UInt8(ascii: "\n")).map { Array($0) }
        removeFirst(end + 1)
        return lines
    }
}

/// A sink that discards all text.
struct NoText: TextSink {
    func write(_ text: TerminalText, patience: Duration?) {}
    func write(bytes: [UInt8]) -> Bool { true }
}
