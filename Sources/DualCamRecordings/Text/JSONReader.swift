/// An error in a JSON text, with its line.
package struct JSONFailure: Error, Sendable, Equatable {
    /// The number of the line with the error, counted from 1.
    package var line: Int
    /// True when the text ends within a value, which suggests that the text was cut off.
    package var isCut: Bool
}

extension JSONValue {
    /// Parses a text that contains one JSON value (RFC 8259).
    ///
    /// Numbers with a fraction or an exponent are rounded to nine decimal places. If a key occurs twice, both members
    /// are kept. Values may nest at most 64 deep. Throws `JSONFailure` at the first error.
    package init(parsing text: String) throws(JSONFailure) {
        var reader = JSONReader(Array(text.utf8))
        self = try reader.whole()
    }
}

/// A parser of one JSON text, with its position in the text.
struct JSONReader {
    private static let deepest = 64

    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func whole() throws(JSONFailure) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard place == bytes.count else { throw failure }
        return value
    }

    private mutating func value() throws(JSONFailure) -> JSONValue {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"):
            return .object(
                try list(to: UInt8(ascii: "}")) { reader throws(JSONFailure) in
                    try reader.member()
                })
        case UInt8(ascii: "["):
            return .array(
                try list(to: UInt8(ascii: "]")) { reader throws(JSONFailure) in
                    try reader.value()
                })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func member() throws(JSONFailure) -> JSONValue.Member {
        skipBlanks()
        guard peek == UInt8(ascii: "\"") else { throw failure }
        let key = try string()
        skipBlanks()
        try expect(UInt8(ascii: ":"))
        return JSONValue.Member(key, try value())
    }

    private mutating func list<Part>(
        to close: UInt8, _ part: (inout JSONReader) throws(JSONFailure) -> Part
    ) throws(JSONFailure) -> [Part] {
        guard depth < Self.deepest else { throw failure }
        depth += 1
        defer { depth -= 1 }
        place += 1
        skipBlanks()
        var parts: [Part] = []
        while peek != close {
            if !parts.isEmpty { try expect(UInt8(ascii: ",")) }
            parts.append(try part(&self))
            skipBlanks()
        }
        place += 1
        return parts
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
        for byte in word.utf8 { try expect(byte) }
        return value
    }

    private mutating func expect(_ byte: UInt8) throws(JSONFailure) {
        guard peek == byte else { throw failure }
        place += 1
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private var failure: JSONFailure {
        let line = bytes[..<min(place, bytes.count)].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
        return JSONFailure(line: line, isCut: place >= bytes.count)
    }

    // MARK: Strings
    private mutating func string() throws(JSONFailure) -> String {
        place += 1
        var start = place
        var text = ""
        while let byte = peek, byte != UInt8(ascii: "\"") {
            place += 1
            guard byte >= 0x20 else { throw failure }
            guard byte == UInt8(ascii: "\\") else { continue }
            text += String(decoding: bytes[start..<place - 1], as: UTF8.self)
            text.unicodeScalars.append(try escaped())
            start = place
        }
        text += String(decoding: bytes[start..<place], as: UTF8.self)
        try expect(UInt8(ascii: "\""))
        return text
    }

    private mutating func escaped() throws(JSONFailure) -> Unicode.Scalar {
        guard let byte = peek else { throw failure }
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return try escapedScalar()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        default: throw failure
        }
    }

    /// Reads an escape sequence of a JSON string, such as `\u00e9`. For a character that UTF-16 encodes as two units,
    /// reads both of its sequences.
    private mutating func escapedScalar() throws(JSONFailure) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        try expect(UInt8(ascii: "\\"))
        try expect(UInt8(ascii: "u"))
        let second = try fourDigits()
        guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw failure }
        return scalar
    }

    private mutating func fourDigits() throws(JSONFailure) -> UInt32 {
        guard place + 4 <= bytes.count else {
            place = bytes.count
            throw failure
        }
        let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        guard let number = UInt32(digits, radix: 16) else { throw failure }
        place += 4
        return number
    }

    // MARK: Numbers
    private mutating func number() throws(JSONFailure) -> JSONValue {
        let start = place
        while let byte = peek, Self.isOfNumber(byte) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard start < place, !text.hasPrefix("+") else { throw failure }
        if let whole = Int64(text) { return .integer(whole) }
        if let billionths = Self.billionths(text) { return .decimal(billionths: billionths) }
        throw failure
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Returns a decimal number in billionths; `nil` if it is too large or not a number. The result is exact for
    /// numbers up to 9.2 * 10^9 with at most nine decimal places and no exponent. Other numbers have the precision of a
    /// `Double`.
    private static func billionths(_ text: String) -> Int64? {
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")), let whole = Int64(text[..<point]) {
            let digits = text[text.index(after: point)...]
            guard digits.utf8.count <= 9, let rest = Int64(digits), rest >= 0 else { return rounded(text) }
            let fraction = (digits.utf8.count..<9).reduce(rest) { value, _ in value * 10 }
            let (scaled, tooLarge) = whole.multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, alsoTooLarge) = scaled.addingReportingOverflow(text.hasPrefix("-") ? -fraction : fraction)
            if !tooLarge, !alsoTooLarge { return sum }
        }
        return rounded(text)
    }

    private static func rounded(_ text: String) -> Int64? {
        guard let number = Double(text), abs(number) < 9e9 else { return nil }
        return Int64((number * 1e9).rounded())
    }
}
