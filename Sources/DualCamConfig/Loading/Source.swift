import YAML

/// The text and the name of a pipeline file, for reporting problems together with the lines that contain them.
struct Source {
    let text: String
    let name: String
    /// The rule for which parts of the file's text may be quoted in error messages.
    var shown = TextRule.Shown.always
    /// The positions of the settings that override those of the file; `nil` if all overrides come from the command
    /// line.
    var settings: SettingPlaces?
    private let lines: [String]

    init(bytes: [UInt8], name: String) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
        lines = SourceText.lines(of: bytes)
    }

    func issue(_ finding: Finding) -> PipelineIssue {
        let path = TextRule(.refused, shown: shown).shown(finding.path.text)
        let showsText = shows(finding)
        if showsText, let elsewhere = finding.elsewhere { return elsewhere.about(path) }
        let refusal =
            showsText || finding.refusal.isPlain
            ? finding.refusal : path.isEmpty ? .notRead : .notAccepted
        if let place = settings?.place(of: finding) {
            return PipelineIssue(
                file: settings?.list ?? name, line: place.line, column: place.column,
                sourceLine: showsText ? place.text : nil, keyPath: path, message: refusal.message, hint: refusal.hint)
        }
        let mark: Mark? = if case .file(let mark) = finding.origin { mark } else { nil }
        return PipelineIssue(
            file: file(of: finding, showsText), line: mark?.line, column: mark?.column,
            sourceLine: showsText ? mark.flatMap(line) : nil,
            keyPath: path,
            message: refusal.message, hint: refusal.hint)
    }

    private func file(of finding: Finding, _ showsText: Bool) -> String {
        guard case .override(_, let text) = finding.origin else { return name }
        if let settings { return settings.file }
        return "--set " + (showsText ? text : String(text.prefix { $0 != "=" }))
    }

    private func shows(_ finding: Finding) -> Bool {
        switch shown {
        case .always: true
        case .unlessSecret: !RecordedText.isPrivate(finding.path.keys, "")
        case .never: false
        }
    }

    /// Returns a line of the file for display. Returns `nil` if the line does not exist, or if more than a quarter of
    /// it is not readable text.
    private func line(of mark: Mark) -> String? {
        guard mark.line <= lines.count else { return nil }
        let line = lines[mark.line - 1]
        let scalars = line.unicodeScalars
        return scalars.count { $0 == "\u{FFFD}" } * 4 > scalars.count ? nil : line
    }

    /// Converts problems to issues and sorts them by position. Issues without a position come first, and issues of
    /// overrides come last. Issues at the same position stay in their order.
    func issues(_ findings: [Finding]) -> PipelineIssues {
        let sorted = findings.enumerated().sorted { ($0.element.origin, $0.offset) < ($1.element.origin, $1.offset) }
        return PipelineIssues(sorted.map { issue($0.element) })
    }
}

extension Finding {
    init(_ error: YAMLError) {
        let hint =
            error.kind == .empty ? "write at least one camera, as in cameras: {back: {device: auto}}" : error.hint
        self.init(.root, error.mark.map(Origin.file) ?? .missing, Refusal(error.message, hint: hint))
    }
}
