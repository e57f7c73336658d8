import YAML

/// The descriptions of all pipeline-file keys, read from the comments of `Pipelines/reference.yaml`.
package struct ReferenceText: Sendable {
    private var comments: [[String]: String] = [:]

    /// The descriptions from the reference file that is built into the program.
    package static let shipped = ReferenceText(PackageResources.reference_yaml)

    /// The sections whose keys are described only for an example entry, each with the path of that entry.
    private static let samples: [(section: [String], sample: [String])] = [
        (["cameras", "*"], ["cameras", "back"]), (["microphones", "*"], ["microphone"]),
        (["encoders", "*"], ["encoders", "default"]), (["layouts", "*", "*"], ["combined", "inset"]),
    ]

    init(_ bytes: [UInt8]) {
        guard let root = try? Document(bytes).root else { return }
        let lines = SourceText.lines(of: bytes).map(Line.init)
        append(root, at: [], lines)
    }

    /// Returns the description of the key at `path`; `nil` if there is none. `*` in the path stands for any name.
    package func comment(on path: [String]) -> String? {
        if let comment = comments[path] { return comment }
        for (section, sample) in Self.samples where path.count > section.count && path.starts(with: section) {
            if let comment = comments[sample + path.dropFirst(section.count)] { return comment }
        }
        return nil
    }

    private mutating func append(_ node: Node, at path: [String], _ lines: [Line]) {
        guard case .mapping(let pairs) = node.content else { return }
        for pair in pairs {
            guard case .scalar(let key) = pair.key.content else { continue }
            let mark = pair.key.mark
            // A comment at the end of a line with several keys describes the first of them.
            if lines[mark.line - 1].start == mark.column {
                let above = lines[..<(mark.line - 1)].reversed().prefix { $0.isComment && $0.start == mark.column }
                let words = above.reversed().map(\.comment) + [lines[mark.line - 1].comment]
                let text = Self.text(words.compactMap { $0 })
                if !text.isEmpty { comments[path + [key.text]] = text }
            }
            append(pair.value, at: path + [key.text], lines)
        }
    }

    /// Joins the lines of a comment into one text; an indented line begins a new paragraph.
    private static func text(_ lines: [String]) -> String {
        lines.reduce(into: "") { text, line in
            let words = line.drop { $0 == " " }
            let isIndented = line.prefix { $0 == " " }.count > 1
            text += (text.isEmpty ? "" : isIndented ? "\n" : " ") + String(words)
        }
    }

    private struct Line {
        /// The column of the line's first character that is not a space, counted from 1.
        let start: Int
        /// The comment of the line, without its `#`; `nil` if the line has no comment.
        let comment: String?
        let isComment: Bool

        init(_ text: String) {
            let signs = Array(text)
            let first = signs.firstIndex { $0 != " " } ?? signs.count
            start = first + 1
            let sign = signs.indices.first { signs[$0] == "#" && ($0 == 0 || signs[$0 - 1] == " ") }
            comment = sign.map { String(signs[($0 + 1)...]) }
            isComment = sign == first
        }
    }
}
