import YAML

/// The text of a pipeline file as stored in a session, without values that may be secret.
///
/// A file without such values is stored unchanged. Otherwise, sections that contain no secrets are copied as written,
/// without the comments above them. Sections that contain secrets are rewritten without any comments.
struct RecordedFileText {
    let text: String

    init(_ bytes: [UInt8]) {
        let source = String(decoding: bytes, as: UTF8.self)
        guard let document = try? Document(bytes), case .mapping(let pairs) = document.root.content else {
            // A pipeline file that cannot be parsed has never been recorded.
            text = ""
            return
        }
        let isOpen = pairs.map { !$0.value.isPrivate(at: [$0.key.word ?? ""]) }
        guard isOpen.contains(false) else {
            text = source
            return
        }
        let kept = Self.text(pairs, isOpen: isOpen, SourceText.lines(of: bytes))
        // The rewritten lines must have the same meaning as the settings.
        if let again = try? Document(Array(kept.utf8)),
            Self.value(again.root, at: []) == Self.value(document.root, at: [])
        {
            text = kept
        } else {
            text = Self.text(pairs, isOpen: isOpen.map { _ in false }, [])
        }
    }

    private static let head =
        "# Values that may be secret are replaced by references such as \(RecordedText.placeholder)."

    /// Returns the text of the file's sections, without secrets.
    ///
    /// - Parameter isOpen: for each section, true if it contains no secret and may be copied as written.
    private static func text(_ pairs: [Node.Pair], isOpen: [Bool], _ lines: [String]) -> String {
        let starts = pairs.map(\.key.mark)
        // In block style, every section begins on its own line.
        let isBlock = starts.allSatisfy { $0.column == 1 } && Set(starts.map(\.line)).count == starts.count
        var written = [head]
        for (index, pair) in pairs.enumerated() {
            guard isOpen[index], isBlock else {
                written.append(entry(pair, at: []))
                continue
            }
            let end = index + 1 < starts.count ? starts[index + 1].line - 1 : lines.count
            written += withoutRemarks(lines[(starts[index].line - 1)..<end])
        }
        return written.joined(separator: "\n") + "\n"
    }

    /// Removes the comments at the end of a section's lines, because they describe the section that follows.
    private static func withoutRemarks(_ lines: ArraySlice<String>) -> [String] {
        var lines = Array(lines)
        while let last = lines.last?.drop(while: { $0 == " " || $0 == "\t" }), last.isEmpty || last.hasPrefix("#") {
            lines.removeLast()
        }
        return lines
    }

    private static func entry(_ pair: Node.Pair, at keys: [String]) -> String {
        let key = pair.key.word ?? ""
        return "\(YAMLText.quoted(key)): \(value(pair.value, at: keys + [key]))"
    }

    /// Returns a YAML node as text in flow style, on one line, with values that may be secret replaced.
    private static func value(_ node: Node, at keys: [String]) -> String {
        switch node.content {
        case .scalar(let scalar):
            if scalar.text.isEmpty, scalar.isPlain { return "" }
            let isPrivate = RecordedText.isPrivate(keys, scalar.text)
            return YAMLText.quoted(isPrivate ? RecordedText.reference(for: scalar.text) : scalar.text)
        case .sequence(let items): return "[" + items.map { value($0, at: keys) }.joined(separator: ", ") + "]"
        case .mapping(let pairs):
            return "{" + pairs.map { entry($0, at: keys) }.joined(separator: ", ") + "}"
        }
    }
}

/// Functions that write texts in YAML syntax.
enum YAMLText {
    /// Returns a text in YAML's double quotes (YAML 1.2, 7.3.1).
    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": return "\\\""
            case "\\": return "\\\\"
            case "\n": return "\\n"
            case "\t": return "\\t"
            default:
                guard scalar.isObeyed else { return String(scalar) }
                let digits = String(scalar.value, radix: 16)
                return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}

extension Node {
    fileprivate var word: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

    /// Returns true if the node contains a value that may be secret.
    fileprivate func isPrivate(at keys: [String]) -> Bool {
        switch content {
        case .scalar(let scalar): RecordedText.isPrivate(keys, scalar.text)
        case .sequence(let items): items.contains { $0.isPrivate(at: keys) }
        case .mapping(let pairs): pairs.contains { $0.value.isPrivate(at: keys + [$0.key.word ?? ""]) }
        }
    }
}
