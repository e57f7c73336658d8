/// The text of a YAML file whose size, encoding and control characters have been checked. libyaml would report these
/// errors without their positions.
package struct SourceText: Sendable, Equatable {
    /// The text of the file, without a byte order mark.
    package let text: String

    /// Checks the bytes of a YAML file. Throws a `YAMLError` of kind `tooManyBytes`, `binary`, `notUTF8` or
    /// `controlCharacter`.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(YAMLError) {
        guard bytes.count <= limits.bytes else { throw YAMLError(.tooManyBytes(limit: limits.bytes)) }
        let content = Self.withoutByteOrderMark(bytes)
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if !isUTF16, let nul = content.firstIndex(of: 0) {
            throw YAMLError(.binary(line: Self.end(of: content[..<nul]).line))
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw YAMLError(.notUTF8, at: Self.end(of: content))
        }
        self.text = text
        try refuseControlCharacters()
    }

    /// Returns the lines of a YAML file, split and numbered as in `Mark`, for display with errors; never empty. Invalid
    /// UTF-8 and control characters other than tabs become U+FFFD.
    package static func lines(of bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var cursor = Cursor()
        for scalar in String(decoding: withoutByteOrderMark(bytes), as: UTF8.self).unicodeScalars {
            let number = cursor.mark.line
            cursor.advance(over: scalar)
            if cursor.mark.line > number {
                lines.append(String(line))
                line = String.UnicodeScalarView()
            } else if !Cursor.isBreak(scalar) {
                line.append(isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return lines + [String(line)]
    }

    private func refuseControlCharacters() throws(YAMLError) {
        var cursor = Cursor()
        for scalar in text.unicodeScalars {
            guard !Self.isControl(scalar) else { throw YAMLError(.controlCharacter(scalar.value), at: cursor.mark) }
            cursor.advance(over: scalar)
        }
    }

    private static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// Returns the position after the last valid UTF-8 byte.
    private static func end(of bytes: ArraySlice<UInt8>) -> Mark {
        var cursor = Cursor()
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { cursor.advance(over: scalar) }
        return cursor.mark
    }

    /// Returns true for a character that YAML 1.1 (chapter 5.1) does not allow in a text. libyaml's reader uses the
    /// same rule.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x1_0000...: false
        default: true
        }
    }
}

/// A counter of lines and columns that agrees with libyaml's: CR, LF, CR LF, NEL, LS and PS end a line.
private struct Cursor {
    private(set) var mark = Mark(line: 1, column: 1)
    private var afterReturn = false

    mutating func advance(over scalar: Unicode.Scalar) {
        defer { afterReturn = scalar == "\r" }
        if scalar == "\n", afterReturn { return }
        mark =
            Self.isBreak(scalar)
            ? Mark(line: mark.line + 1, column: 1) : Mark(line: mark.line, column: mark.column + 1)
    }

    static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
