package import DualCamRecordings
import Synchronization

/// A sink that parses the JSON events that a command prints while it runs within this process.
package final class JSONLines: TextSink {
    private let take: @Sendable (JSONValue) -> Void
    /// The bytes of the last line, which is still incomplete.
    private let rest = Mutex<[UInt8]>([])

    /// Creates a sink.
    ///
    /// - Parameter take: A closure that receives the value of each complete line, during the call that writes the line.
    ///   Lines that are not JSON are skipped.
    package init(_ take: @escaping @Sendable (JSONValue) -> Void) { self.take = take }

    package func write(_ text: TerminalText, patience: Duration?) { _ = write(bytes: Array(text.text.utf8)) }

    /// Parses the lines that these bytes complete. Always returns true.
    package func write(bytes: [UInt8]) -> Bool {
        let lines = rest.withLock { rest in
            rest += bytes
            return rest.removeLines()
        }
        for line in lines { if let value = JSONValue(ifJSON: String(decoding: line, as: UTF8.self)) { take(value) } }
        return true
    }
}

extension [UInt8] {
    /// Removes the complete lines from the bytes and returns them without their newlines. Keeps the beginning of an
    /// incomplete last line.
    package mutating func removeLines() -> [[UInt8]] {
        guard let end = lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = self[..<end].split(separator: UInt8(ascii: "\n")).map { Array($0) }
        removeFirst(end + 1)
        return lines
    }
}

/// A sink that discards all text written to it.
package struct NullSink: TextSink {
    package init() {}

    package func write(_ text: TerminalText, patience: Duration?) {}
    package func write(bytes: [UInt8]) -> Bool { true }
}
