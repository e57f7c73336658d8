extension StringProtocol {
    /// The text as one line that is safe to display in terminals, logs and web pages. Control characters, line breaks
    /// and bidirectional controls become escapes: `\n`, `\u{1B}`, `\u{202E}`. All other characters stay the same.
    package var printable: String { escaped { Self.visible($0) } }

    /// The text in a form that is safe to display in a terminal. Line feeds and tabs are kept; other control characters
    /// become escapes.
    package var printableLines: String { escaped { $0 == "\n" || $0 == "\t" ? String($0) : Self.visible($0) } }

    /// The text, which must be a line of JSON, in an equivalent form that is safe to display. Control characters become
    /// JSON escapes such as `\u001b`.
    package var printableJSON: String {
        escaped { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String) -> String {
        // The text can be megabytes of JSON, so its bytes are examined without copying them.
        let isPlain = utf8.withContiguousStorageIfAvailable { bytes in !bytes.contains { $0.mayBeginControl } }
        guard !(isPlain ?? !utf8.contains(where: \.mayBeginControl)) else { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isObeyed { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}

extension UInt8 {
    /// True when this byte can be the first byte of a control character in UTF-8.
    fileprivate var mayBeginControl: Bool {
        self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
    }
}

extension Unicode.Scalar {
    /// True when terminals or text layout interpret the character as an instruction. These are control characters (C0,
    /// DEL, C1), line and paragraph separators, and bidirectional marks, embeddings, overrides and isolates (Unicode
    /// Standard Annex 9).
    var isObeyed: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
