/// A problem in a pipeline file or an override, with its position there.
package struct PipelineIssue: Error, Sendable, Equatable {
    /// The name of the file that contains the problem, or the override as written by the user: `--set KEY=VALUE`.
    package let file: String
    /// The line of the problem, counted from 1; `nil` if the problem concerns the whole file or an override.
    package let line: Int?
    /// The column of the problem, counted from 1 in characters; `nil` if there is no line.
    package let column: Int?
    package let sourceLine: String?
    /// The path of the key that causes the problem, such as `cameras.back.size`; empty if the problem does not concern
    /// a key.
    package private(set) var keyPath: String
    package let message: String
    package let hint: String?

    package init(
        file: String, line: Int? = nil, column: Int? = nil, sourceLine: String? = nil, keyPath: String = "",
        message: String, hint: String? = nil
    ) {
        (self.file, self.line, self.column, self.sourceLine) = (file, line, column, sourceLine)
        (self.keyPath, self.message, self.hint) = (keyPath, message, hint)
    }

    /// The length, in characters, of the wrong text that starts at `column`: a word or a quoted text. `nil` if there is
    /// no column.
    package var length: Int? {
        guard let column, let rest = sourceLine?.unicodeScalars.dropFirst(column - 1), let first = rest.first else {
            return column.map { _ in 1 }
        }
        if first == "\"" || first == "'" {
            return rest.dropFirst().firstIndex(of: first).map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 1
        }
        let word = String(String.UnicodeScalarView(rest.prefix { !",[]{}#".unicodeScalars.contains($0) }))
        let end = word.firstRange(of: ": ")?.lowerBound ?? word.endIndex
        let text = word[..<end]
        let blanks = text.reversed().prefix { $0 == " " || $0 == ":" }.count
        return max(1, text.unicodeScalars.count - blanks)
    }

    /// The maximum number of characters of the file's line that are shown in a message.
    private static let longestLine = 300

    /// The issue as text for users: the message, the line, and a caret below the column, without a final line break.
    /// All parts are printable. Example of a message:
    /// `pip.yaml:7:5: error: cameras.back.sise: unknown key; did you mean 'size'?`.
    package var rendered: String {
        let headline = "\(place): error: \(text)".printable
        guard let sourceLine, let column else { return headline }
        // Only the part of a long line around the column is shown.
        let first = max(0, column - Self.longestLine / 2)
        let scalars = sourceLine.unicodeScalars.dropFirst(first).prefix(Self.longestLine)
        let line = String(String.UnicodeScalarView(scalars))
        return "\(headline)\n\(Self.shown(line))\n\(Self.indent(line, to: column - first))^"
    }

    /// The issue as one printable sentence for use as advice, without the word `error`. Example:
    /// `pip.yaml:7:5: combined.inset: layout 'stacked' has no inset; leave it out.`
    package var remark: String { "\(place): \(text).".printable }

    private var place: String {
        [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
    }

    private var text: String {
        (keyPath.isEmpty ? "" : "\(keyPath): ") + message + (hint.map { "; \($0)" } ?? "")
    }

    /// Returns the issue without texts of the file and with a general message, if one of its texts contains one of
    /// `values`, such as a password. Otherwise, returns the issue unchanged.
    package func hiding(_ values: [String]) -> PipelineIssue {
        let texts = [message, hint ?? "", sourceLine ?? "", file]
        let isShown = values.contains { value in texts.contains { $0.contains(value) || $0.contains(value.printable) } }
        guard isShown else { return self }
        return PipelineIssue(
            file: "", line: line, column: column, keyPath: keyPath, message: "is not accepted",
            hint: "run 'dualcam check' on the machine")
    }

    /// Returns a copy of the issue with a different key path.
    func about(_ keyPath: String) -> PipelineIssue {
        var issue = self
        issue.keyPath = keyPath
        return issue
    }

    /// Returns a line of the file in printable form, in which tabs are kept.
    private static func shown(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map(\.printable).joined(separator: "\t")
    }

    /// Returns spaces that are as wide as the line's text before `column`. Tabs are kept, so that the caret is aligned
    /// with the column.
    private static func indent(_ line: String, to column: Int) -> String {
        let before = shown(String(line.unicodeScalars.prefix(column - 1)))
        return String(before.map { $0 == "\t" ? "\t" : " " })
    }
}

/// All issues of a pipeline file; never empty. Issues in the file come first, in the file's order, followed by issues
/// of overrides.
package struct PipelineIssues: Error, Sendable, Equatable {
    package let issues: [PipelineIssue]

    package init(_ issues: [PipelineIssue]) { self.issues = issues }

    /// All issues as text for users, one after the other, without a final line break.
    package var rendered: String { issues.map(\.rendered).joined(separator: "\n") }
}
