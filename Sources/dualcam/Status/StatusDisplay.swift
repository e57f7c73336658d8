/// Decides what is written to standard error while recording: one line redrawn in place on a terminal, a line every
/// 10 s elsewhere (fit for a journal), nothing but messages when quiet. It returns the text; its owner writes it.
struct StatusDisplay {
    enum Style: Equatable {
        case terminal(colour: Bool)
        case lines
        case quiet
        /// Lines with their severity for systemd's journal.
        case journal
        /// Errors alone, with their severity for systemd's journal.
        case quietJournal

        /// The style with nothing but errors.
        var quieted: Style { self == .journal || self == .quietJournal ? .quietJournal : .quiet }
    }

    /// The distance between two plain lines.
    static let pace = Duration.seconds(10)
    /// The distance between two lines in a journal, which is kept for weeks.
    static let journalPace = Duration.seconds(60)

    private let style: Style
    private var isDrawn = false
    private var lastLine: Duration?
    private var lastPhase: RecordingStatus.Phase?

    init(_ style: Style) { self.style = style }

    /// Takes the status line away. The cursor is left where the line begins, so that a line that a narrower window has
    /// broken goes with all of its pieces.
    static let erase: TerminalText = "\r\u{1B}[J"

    /// - Parameters:
    ///   - now: Any clock that only goes forward.
    ///   - columns: The terminal's width now.
    mutating func show(_ status: RecordingStatus, at now: Duration, columns: Int?) -> TerminalText {
        switch style {
        case .quiet, .quietJournal: return ""
        case .terminal(let colour):
            isDrawn = true
            return Self.erase + StatusLine.text(status, width: (columns ?? 80) - 1, colour: colour) + "\r"
        case .lines, .journal:
            let isNewPhase = status.phase != lastPhase
            lastPhase = status.phase
            if let lastLine, now - lastLine < pace, !isNewPhase { return "" }
            lastLine = now
            return marked("dualcam: \(StatusLine.text(status, width: nil, colour: false))\n", .information)
        }
    }

    /// A line that stays, above the status line. Shown also when quiet if it is an error.
    mutating func message(_ text: String, _ severity: Severity = .information) -> TerminalText {
        if style == .quiet || style == .quietJournal, severity != .error { return "" }
        defer { isDrawn = false }
        return (isDrawn ? Self.erase : "") + marked("\(text)\n", severity)
    }

    private var pace: Duration { style == .journal ? Self.journalPace : Self.pace }

    private func marked(_ line: TerminalText, _ severity: Severity) -> TerminalText {
        style == .journal || style == .quietJournal ? severity.marking(line) : line
    }

    /// Takes the last status away: what the files hold is told instead.
    mutating func end() -> TerminalText {
        defer { isDrawn = false }
        return isDrawn ? Self.erase : ""
    }
}
