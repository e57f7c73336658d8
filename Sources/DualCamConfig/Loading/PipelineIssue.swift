/// One thing wrong with a pipeline and where it was written.
public struct PipelineIssue: Error, Sendable, Equatable {
    /// The file's name, or `--set KEY=VALUE` as given for an override.
    public let file: String
    /// From 1; `nil` when the whole file or an override is at fault.
    public let line: Int?
    /// From 1, in characters.
    public let column: Int?
    public let sourceLine: String?
    /// `cameras.back.size`; empty when no key is at fault.
    public let keyPath: String
    public let message: String
    /// What to do about it.
    public let hint: String?

    public init(
        file: String, line: Int? = nil, column: Int? = nil, sourceLine: String? = nil, keyPath: String = "",
        message: String, hint: String? = nil
    ) {
        (self.file, self.line, self.column, self.sourceLine) = (file, line, column, sourceLine)
        (self.keyPath, self.message, self.hint) = (keyPath, message, hint)
    }

    /// `pip.yaml:7:5: error: cameras.back.sise: unknown key; did you mean 'size'?`, then the line and a caret under the
    /// column. Control characters are escaped. Without a final line break.
    public var rendered: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        let subject = keyPath.isEmpty ? "" : "\(keyPath): "
        let advice = hint.map { "; \($0)" } ?? ""
        let headline = withoutControls("\(place): error: \(subject)\(message)\(advice)")
        guard let sourceLine, let column else { return headline }
        return "\(headline)\n\(sourceLine)\n\(Self.indent(sourceLine, to: column))^"
    }

    /// The same of a setting of the pipeline file.
    func about(_ keyPath: String) -> PipelineIssue {
        PipelineIssue(
            file: file, line: line, column: column, sourceLine: sourceLine, keyPath: keyPath, message: message,
            hint: hint)
    }

    /// As wide as what stands before `column`; tabs stay tabs.
    private static func indent(_ line: String, to column: Int) -> String {
        let before = String(line.unicodeScalars.prefix(column - 1))
        return String(before.map { $0 == "\t" ? "\t" : " " })
    }
}

/// Everything wrong with a pipeline: never empty, in the order of the file, overrides last.
public struct PipelineIssues: Error, Sendable, Equatable {
    public let issues: [PipelineIssue]

    public init(_ issues: [PipelineIssue]) { self.issues = issues }

    /// All issues as text, one after the other, without a final line break.
    public var rendered: String { issues.map(\.rendered).joined(separator: "\n") }
}
