/// A .cube file that is split into lines and words; accepts any kind of line ending.
struct CubeText {
    /// The byte range of a word in the file.
    typealias Word = Range<Int>

    private let bytes: UnsafeBufferPointer<UInt8>
    private var next = 0
    /// The current line of the file: its number, counted from 1, and its byte range.
    private(set) var line = (number: 0, range: 0..<0)

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.count > 2, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { next = 3 }
    }

    /// Moves to the next line of the file. Returns false if there is none.
    mutating func advance() -> Bool {
        guard next < bytes.count else { return false }
        let start = next
        var end = start
        while end < bytes.count, bytes[end] != Self.feed, bytes[end] != Self.carriage { end += 1 }
        next = end + 1
        if next < bytes.count, bytes[end] == Self.carriage, bytes[next] == Self.feed { next += 1 }
        line = (line.number + 1, start..<end)
        return true
    }

    /// Returns the first word of the line that begins at or after a position; `nil` if there is none. Text after `#` is
    /// a comment and is ignored.
    func word(from place: Int) -> Word? {
        var start = place
        while start < line.range.upperBound, Self.isBlank(bytes[start]) { start += 1 }
        guard start < line.range.upperBound, bytes[start] != UInt8(ascii: "#") else { return nil }
        var end = start
        while end < line.range.upperBound, !Self.isBlank(bytes[end]) { end += 1 }
        return start..<end
    }

    /// Returns the text of a byte range; invalid UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Parses a word as a decimal number, with an optional exponent (`1e-3`). Returns `nil` for any other text, for
    /// `nan`, and for numbers outside the range of `Float`.
    func number(_ word: Word) -> Float? {
        for index in word where !Self.isOfNumber(bytes[index]) { return nil }
        guard word.count <= 40, let value = Float(text(word)), value.isFinite else { return nil }
        return value
    }

    /// Parses a word as a whole number without a sign; returns `nil` for other texts.
    func count(_ word: Word) -> Int? {
        for index in word where !Self.isDigit(bytes[index]) { return nil }
        return word.count <= 9 ? Int(text(word)) : nil
    }

    /// Returns true if a word begins with a letter or `_`, as keywords of a .cube file do.
    func isKeyword(_ word: Word) -> Bool {
        let first = bytes[word.lowerBound]
        return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) || first == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    }

    /// Returns the column of a byte position in the line, counted from 1 in characters.
    func column(of place: Int) -> Int { text(line.range.lowerBound..<place).unicodeScalars.count + 1 }

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
}
