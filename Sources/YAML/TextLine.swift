/// A line of a YAML text, prepared for the search for mistakes. Columns count from 1.
struct TextLine {
    private let signs: [Unicode.Scalar]

    init(_ text: String) { signs = Array(text.unicodeScalars) }

    subscript(column: Int) -> Unicode.Scalar? { signs.indices.contains(column - 1) ? signs[column - 1] : nil }

    /// The column of the line's first nonblank character.
    var start: Int { (signs.firstIndex { !Self.isBlank($0) } ?? signs.count) + 1 }

    /// The column of the line's last nonblank character before a comment; 0 if there is none.
    var end: Int {
        let content = signs[..<((comment ?? signs.count + 1) - 1)]
        return (content.lastIndex { !Self.isBlank($0) } ?? -1) + 1
    }

    var hasContent: Bool { end > 0 }

    /// The column of a tab in the line's indentation; `nil` if the indentation contains no tab.
    var tab: Int? {
        guard hasContent else { return nil }
        return signs[..<(start - 1)].firstIndex(of: "\t").map { $0 + 1 }
    }

    /// The column of the '#' that begins a comment in the line; `nil` without a comment.
    var comment: Int? {
        signs.indices.first { signs[$0] == "#" && ($0 == 0 || Self.isBlank(signs[$0 - 1])) }.map { $0 + 1 }
    }

    var isItem: Bool { self[start] == "-" && (self[start + 1].map(Self.isBlank) ?? true) }

    func contains(_ sign: Unicode.Scalar, after column: Int) -> Bool { signs.dropFirst(column).contains(sign) }

    /// Returns true if a value may begin at a column: at the beginning of the line, or after a colon, a dash, a comma
    /// or a bracket.
    func isStart(_ column: Int) -> Bool {
        guard let last = signs.prefix(column - 1).last(where: { !Self.isBlank($0) }) else { return true }
        return ":-,[{".unicodeScalars.contains(last)
    }

    /// Returns true if the line has a colon before `column` that ends a key.
    func hasColon(before column: Int) -> Bool {
        (1..<max(1, column)).contains { self[$0] == ":" && (self[$0 + 1].map(Self.isBlank) ?? true) }
    }

    /// True when the line needs a key with a colon but has no such colon. Only lines with content that are not list
    /// items need one.
    var lacksColon: Bool { hasContent && !isItem && !hasColon(before: end + 1) }

    /// The parts of a text in which the space after the colon is missing, such as `device:test`: the key, the value,
    /// and the column after the colon. `nil` if there is no such colon, or if a slash follows it, as in a web address.
    var tightColon: (key: String, value: String, column: Int)? {
        let content = signs[(start - 1)..<end]
        guard let colon = content.firstIndex(of: ":"), colon + 1 < end else { return nil }
        let (key, value) = (content[..<colon], content[(colon + 1)...])
        guard !key.isEmpty, value.first != "/" else { return nil }
        return (Self.text(key), Self.text(value), colon + 2)
    }

    private static func text(_ signs: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(signs)) }

    private static func isBlank(_ sign: Unicode.Scalar) -> Bool { sign == " " || sign == "\t" }
}
