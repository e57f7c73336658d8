import DualCamConfig

/// A text for standard output and error. Only the program's own literals get there as they are, colours and
/// the status line's control sequences among it: every value that is interpolated becomes printable, on one line. So no text from
/// outside makes a terminal obey it, or begins a line of the journal.
struct TerminalText: Sendable, Equatable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// A line each, with its line break.
    init(lines: [String]) { text = lines.map { $0.printable + "\n" }.joined() }

    /// Takes a text that dualcam has laid out in lines itself: the values in it from outside are printable already.
    init(laidOut text: String) { self.text = text.printableLines }

    /// One JSON value on one line, with its line break; it means what it meant.
    init(json line: String) { text = (line.hasSuffix("\n") ? line.dropLast() : line[...]).printableJSON + "\n" }

    static let empty: TerminalText = ""

    var isEmpty: Bool { text.isEmpty }

    static func + (left: TerminalText, right: TerminalText) -> TerminalText { "\(left)\(right)" }

    static func += (left: inout TerminalText, right: TerminalText) { left.text += right.text }

    /// Returns the text with a mark before each of its lines.
    func marking(_ mark: TerminalText) -> TerminalText {
        var marked = self
        marked.text = text.split(separator: "\n", omittingEmptySubsequences: true)
            .map { mark.text + $0 + "\n" }.joined()
        return marked
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ part: TerminalText) { text += part.text }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) { text += value.description.printable }
    }
}

extension Sequence<TerminalText> {
    func joined(separator: TerminalText = .empty) -> TerminalText {
        var text = TerminalText.empty
        for (index, part) in enumerated() { text += index == 0 ? part : separator + part }
        return text
    }
}
