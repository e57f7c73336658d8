import DualCamProcess
import DualCamRecordings

/// Converts a session's events to text: JSON lines for programs, or messages and the status line for users. The caller
/// prints the text.
struct RunReport {
    /// The text to print on standard output, and the text to print on standard error.
    struct Text: Equatable {
        var output = TerminalText.empty
        var errors = TerminalText.empty
    }

    private let json: Bool
    private let isQuiet: Bool
    private let links: [String]
    private let isComposedLater: Bool
    private var display: StatusDisplay
    private var status = RecordingStatus(phase: .preparing)
    /// True if the cameras are open but no take is running.
    private var isStandingBy = false

    /// Creates a report before the first event of the session.
    /// - Parameters:
    ///   - link: The link that opens the recording in a browser. It contains a secret and is shown only on a terminal.
    ///   - viewerLink: The link for users who may only watch; also shown only on a terminal.
    ///   - isComposedLater: True if the combined file is rendered after the recording. A note at the end then explains
    ///     how.
    init(
        json: Bool, style: StatusDisplay.Style, link: String? = nil, viewerLink: String? = nil,
        isComposedLater: Bool = false
    ) {
        (self.json, self.isComposedLater) = (json, isComposedLater)
        let texts = [link.map { "dualcam: open \($0)" }, viewerLink.map { "dualcam: to watch only, open \($0)" }]
        if case .terminal = style { links = texts.compactMap(\.self) } else { links = [] }
        isQuiet = style == .quiet || style == .quietJournal
        display = StatusDisplay(json ? style.quieted : style)
    }

    /// Returns the text to write for an event of the session.
    ///
    /// - Parameters:
    ///   - now: The time on any monotonic clock.
    ///   - columns: The current width of the terminal; `nil` without a terminal.
    ///   - audit: The audit of the files, given with the session's last event; `nil` if there is none.
    mutating func text(for event: SessionEvent, at now: Duration, columns: Int?, audit: Audit? = nil) -> Text {
        var text = Text()
        if json { text.output = TerminalText(json: event.line) }
        let hasRecorded = hasBegun
        follow(event)
        if let line = EventWords.line(of: event) {
            text.errors = display.message("dualcam: " + line.text, line.severity)
        }
        switch event.kind {
        case .started, .standby, .recording, .countdown, .status, .finishing: text.errors += redraw(at: now, columns)
        case .control, .directed, .reloaded, .paused, .resumed, .marked:
            if case .control = event.kind { for link in links { text.errors += display.message(link) } }
            if hasBegun { text.errors += redraw(at: now, columns) }
        case .stopping(let reason):
            if hasRecorded, reason != .reload { text.errors += redraw(at: now, columns) }
        case .finished(let outcome):
            if outcome.reason != .reload { text.errors = display.end() + summary(of: outcome, audit) }
        default: break
        }
        return text
    }

    /// Updates the status shown by the status line with an event of the recording.
    private mutating func follow(_ event: SessionEvent) {
        switch event.kind {
        case .started: (status.phase, isStandingBy) = (.preparing, false)
        case .stopping(.reload): status.phase = .preparing
        case .stopping: status.phase = .finishing(framesLeft: 0)
        case .finishing(let frames): status.phase = .finishing(framesLeft: frames)
        case .paused: status.phase = .paused
        case .resumed: status.phase = .recording
        case .standby:
            status = RecordingStatus(phase: .standby, news: .beginning(freeBytes: status.freeBytes))
            isStandingBy = true
        case .recording: status.phase = .recording
        case .countdown(let seconds): status.phase = .countdown(seconds)
        case .status(let news): apply(news)
        default: break
        }
    }

    /// True until five seconds have been recorded.
    var hasJustBegun: Bool { status.recorded < .seconds(5) }

    private var hasBegun: Bool { status.phase == .recording || status.phase == .paused }

    private mutating func apply(_ news: SessionEvent.Status) {
        if hasBegun { status.phase = news.isPaused ? .paused : .recording }
        status.news = news
    }

    private mutating func redraw(at now: Duration, _ columns: Int?) -> TerminalText {
        display.show(status, at: now, columns: columns)
    }

    /// Returns the last lines about a session: a line for each unfinished file, a line for each problem, and the
    /// closing line.
    private mutating func summary(of outcome: SessionOutcome, _ audit: Audit?) -> TerminalText {
        var lines = outcome.files.filter { !$0.isFinished }.map {
            display.message("dualcam: cut short: \($0.path)", .warning)
        }
        if outcome.exit != .finished, outcome.failures.isEmpty {
            let line = "dualcam: error: the recording ended early. See session.json in its folder for the reason."
            lines.append(display.message(line, .error))
        }
        if outcome.folder == nil, outcome.failures.isEmpty {
            let what =
                isStandingBy
                ? "ended in standby; no take was running"
                : "nothing was recorded: it ended before the first frame"
            lines.append(display.message("dualcam: " + what))
        }
        lines += outcome.shortfalls.map { display.message("dualcam: error: " + $0, .error) }
        if let audit {
            lines.append(closingLine(of: audit))
        }
        if isComposedLater, outcome.exit == .finished, let folder = outcome.folder {
            lines.append(display.message("dualcam: 'dualcam compose \(folder)' draws the combined file"))
        }
        return lines.joined()
    }

    /// Returns the closing line about a session's files. With `--json`, it also appears on standard error. With
    /// `--quiet`, it appears only if the audit found a problem.
    private mutating func closingLine(of audit: Audit) -> TerminalText {
        let (text, severity) = ("dualcam: " + audit.closingLine, audit.closingSeverity)
        if json, !isQuiet { return display.line(text, severity) }
        return display.message(text, audit.exit == .finished ? severity : .error)
    }
}
