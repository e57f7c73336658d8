/// Writes a key of a camera or microphone into the text of a pipeline file. Everything else, including comments, stays
/// unchanged. The text is edited line by line without a parser; callers must parse the new text before they keep it.
struct SettingWriter {
    private var lines: [String]

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    var text: String { lines.joined(separator: "\n") }

    /// Writes a key with a value into a section of the text.
    ///
    /// - Parameters:
    ///   - section: The keys that lead to the section, such as `["cameras", "back"]` or `["microphone"]`. A missing
    ///     section with only one key is added.
    ///   - short: The key whose value may stand in place of the whole section. If it is `device`, `back: auto` means
    ///     `back: {device: auto}`.
    /// - Returns: False if the text does not contain the section.
    mutating func write(_ value: String, for key: String, in section: [String], short: String) -> Bool {
        guard let place = place(of: section) else {
            guard section.count == 1 else { return false }
            if lines.last == "" { lines.removeLast() }
            lines += ["\(section[0]): {\(key): \(value)}", ""]
            return true
        }
        let line = lines[place.line]
        let rest = line[place.value...]
        let content = rest.prefix { $0 != "#" }.drop { $0 == " " }
        if content.isEmpty { return writeLine(value, for: key, behind: place.line) }
        if content.first == "{" {
            writeInline(value, for: key, in: place.line, at: content.startIndex)
            return true
        }
        let end = place.isInline ? rest.firstIndex { ",}".contains($0) } ?? content.endIndex : content.endIndex
        let scalar = Self.trimmed(line[content.startIndex..<end])
        let replaced = content.startIndex..<line.index(content.startIndex, offsetBy: scalar.count)
        lines[place.line] = line.replacingCharacters(
            in: replaced, by: "{\(short): \(Self.inline(scalar)), \(key): \(value)}")
        return true
    }

    private typealias Found = (line: Int, value: String.Index, isInline: Bool)

    /// Returns the position of a section's value, which may be within the braces of its parent section. Returns `nil`
    /// if the section is missing.
    private func place(of section: [String]) -> Found? {
        guard let top = lines.firstIndex(where: { $0.hasPrefix(section[0] + ":") }) else { return nil }
        let start = lines[top].index(lines[top].startIndex, offsetBy: section[0].count + 1)
        guard section.count > 1 else { return (top, start, false) }
        let name = section[1] + ":"
        let isInline = lines[top][start...].contains("{")
        for line in lines.indices[top...] {
            if line > top, !isInline, let first = lines[line].first, first != " ", first != "#" { return nil }
            let from = line == top ? start : lines[line].startIndex
            let text = lines[line][from...]
            if isInline {
                for index in text.indices where text[index...].hasPrefix(name) {
                    let before = text[..<index].last
                    if before == nil || " {,".contains(before ?? " ") {
                        return (line, lines[line].index(index, offsetBy: name.count), true)
                    }
                }
            } else if Self.trimmed(text).hasPrefix(name), line > top {
                let begin = text.firstIndex { $0 != " " } ?? text.startIndex
                return (line, lines[line].index(begin, offsetBy: name.count), false)
            }
        }
        return nil
    }

    /// Writes a key into a section that has one key per line. Returns false if the section has no keys.
    ///
    /// - Parameter line: The index of the line that begins the section.
    private mutating func writeLine(_ value: String, for key: String, behind line: Int) -> Bool {
        let own = Self.indent(of: lines[line])
        let children = lines.indices[(line + 1)...].prefix { index in
            Self.isBlank(lines[index]) || Self.indent(of: lines[index]) > own
        }
        guard let first = children.first(where: { !Self.isBlank(lines[$0]) }) else { return false }
        let depth = Self.indent(of: lines[first])
        let spaces = String(repeating: " ", count: depth)
        for index in children where lines[index].hasPrefix("\(spaces)\(key):") {
            let comment = lines[index].firstIndex(of: "#").map { "  " + lines[index][$0...] } ?? ""
            lines[index] = "\(spaces)\(key): \(value)\(comment)"
            return true
        }
        lines.insert("\(spaces)\(key): \(value)", at: first)
        return true
    }

    /// Writes a key into a section that is written in braces. `brace` is the position of the opening brace in the line.
    private mutating func writeInline(_ value: String, for key: String, in line: Int, at brace: String.Index) {
        let text = lines[line]
        var depth = 0
        var index = brace
        while index < text.endIndex {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { break }
            let rest = text[text.index(after: index)...]
            let isStart = " {,".contains(text[index])
            if depth == 1, isStart, rest.hasPrefix("\(key):") {
                let from = rest.index(rest.startIndex, offsetBy: key.count + 1)
                let end = rest[from...].firstIndex { ",}".contains($0) } ?? rest.endIndex
                lines[line] = text.replacingCharacters(in: from..<end, by: " \(value)")
                return
            }
            index = text.index(after: index)
        }
        let inner = text.index(after: brace)
        let start = text[inner...].firstIndex { $0 != " " } ?? inner
        let isEmpty = start < text.endIndex && text[start] == "}"
        lines[line] = text.replacingCharacters(in: start..<start, by: "\(key): \(value)" + (isEmpty ? "" : ", "))
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func isBlank(_ line: String) -> Bool {
        let text = line.drop { $0 == " " }
        return text.isEmpty || text.first == "#"
    }

    private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

    /// Returns a value as it must be written within braces: in quotes if it contains a comma, a bracket or a brace.
    private static func inline(_ text: String) -> String {
        guard let first = text.first, first != "\"", first != "'", text.contains(where: { ",[]{}".contains($0) }) else {
            return text
        }
        return "\"\(text)\""
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, by text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
