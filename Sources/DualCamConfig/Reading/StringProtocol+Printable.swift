extension StringProtocol {
    /// The text as one line that a terminal, a log and a page show and never obey. Control characters, line breaks and what changes
    /// the direction of writing appear as escapes: `\n`, `\u{1B}`, `\u{202E}`. Everything else stays as it is.
    package var printable: String { escaped { Self.visible($0) } }

    /// The text for a terminal where it is laid out already: its line feeds and tabs stay.
    package var printableLines: String { escaped { $0 == "\n" || $0 == "\t" ? String($0) : Self.visible($0) } }

    /// The text of one line of JSON, which means what it meant: the escapes are JSON's own, `\u001b`.
    package var printableJSON: String {
        escaped { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String) -> String {
        // Megabytes of JSON pass here: the bytes are looked at where they lie.
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
    /// True when one of the characters may begin with this byte in UTF-8.
    fileprivate var mayBeginControl: Bool {
        self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
    }
}

extension Unicode.Scalar {
    /// True when a terminal or a text's layout obeys it instead of showing it: control characters (C0, DEL, C1), line and
    /// paragraph separators, and marks, embeddings, overrides and isolates of direction (Unicode Standard Annex 9).
    var isObeyed: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
