import DualCamConfig

/// A string that is safe to write to a terminal. Only literals in the program's source, such as colour codes, stay
/// unchanged. Every interpolated value is made printable and put on one line. Text from outside can therefore neither
/// control a terminal nor start a new line in the journal.
package struct TerminalText: Sendable, Equatable, ExpressibleByStringInterpolation {
    private(set) var text: String

    package init(stringLiteral value: String) { text = value }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Creates text from lines. Each line is made printable and gets a newline.
    package init(lines: [String]) { text = lines.map { $0.printable + "\n" }.joined() }

    /// Creates text from several lines that dualcam has formatted. Values from outside must already be printable.
    package init(laidOut text: String) { self.text = text.printableLines }

    /// Creates text from one line of JSON, and adds a newline. Unprintable characters are escaped, which preserves the
    /// JSON value.
    package init(json line: String) { text = (line.hasSuffix("\n") ? line.dropLast() : line[...]).printableJSON + "\n" }

    package static let empty: TerminalText = ""

    /// The control sequence that erases the status line. The cursor then is at the beginning of the line. A line that
    /// was wrapped because the window was made narrower disappears completely.
    package static let eraseLine: TerminalText = "\r\u{1B}[J"

    package var isEmpty: Bool { text.isEmpty }

    package static func + (left: TerminalText, right: TerminalText) -> TerminalText { "\(left)\(right)" }

    package static func += (left: inout TerminalText, right: TerminalText) { left.text += right.text }

    /// Returns the text with a marker, such as a severity, before each line.
    package func marking(_ mark: TerminalText) -> TerminalText {
        var marked = self
        marked.text = text.split(separator: "\n", omittingEmptySubsequences: true)
            .map { mark.text + $0 + "\n" }.joined()
        return marked
    }

    /// Collects the parts of an interpolated `TerminalText`.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends text that is already safe, unchanged.
        package mutating func appendInterpolation(_ part: TerminalText) { text += part.text }

        /// Appends a value's description, made printable and put on one line.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += value.description.printable
        }
    }
}

extension Sequence<TerminalText> {
    /// Returns all texts as one, with the separator between them but not at the end.
    package func joined(separator: TerminalText = .empty) -> TerminalText {
        var text = TerminalText.empty
        for (index, part) in enumerated() { text += index == 0 ? part : separator + part }
        return text
    }
}
