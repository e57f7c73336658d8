import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamSession

/// The state of a recording that the status line shows.
@dynamicMemberLookup
struct RecordingStatus: Sendable, Equatable {
    /// The phases of a recording that users can tell apart.
    enum Phase: Sendable, Equatable {
        case preparing, standby
        /// The self-timer counts down. The value is the number of remaining seconds.
        case countdown(Int)
        case recording, paused
        /// The files are being finished. `framesLeft` is the number of frames that still wait to be encoded, or 0 if
        /// finishing is quick.
        case finishing(framesLeft: Int)
    }

    var phase: Phase
    /// The last status event of the recording.
    var news = SessionEvent.Status.beginning()

    subscript<Value>(dynamicMember part: WritableKeyPath<SessionEvent.Status, Value>) -> Value {
        get { news[keyPath: part] }
        set { news[keyPath: part] = newValue }
    }

    var dropped: Int { news.outputs.reduce(0) { $0 + $1.dropped } }
    var bytes: Int64 { news.outputs.reduce(0) { $0 + $1.bytes } }
}

/// Decides what to print about a recording on standard error. A terminal shows one line that is redrawn in place. A
/// journal or a log gets a new line at intervals. A quiet style prints only errors. The caller prints the text.
struct StatusDisplay {
    /// The styles in which the status is printed.
    enum Style: Equatable {
        case terminal(colour: Bool)
        case lines
        case quiet
        /// Prints lines with their severity, for systemd's journal.
        case journal
        /// Prints only errors, with their severity, for systemd's journal.
        case quietJournal

        /// The variant of this style that shows only errors.
        var quieted: Style { self == .journal || self == .quietJournal ? .quietJournal : .quiet }
    }

    /// The interval between two status lines in a log.
    static let pace = Duration.seconds(10)
    /// The interval between two status lines in a journal, which is kept for weeks.
    static let journalPace = Duration.seconds(60)

    private let style: Style
    private var isDrawn = false
    private var lastLine: Duration?
    private var lastPhase: RecordingStatus.Phase?

    init(_ style: Style) { self.style = style }

    /// Returns the text to print for a status of the recording; empty if nothing is due.
    ///
    /// - Parameters:
    ///   - now: The time on any monotonic clock.
    ///   - columns: The current width of the terminal; `nil` if unknown.
    mutating func show(_ status: RecordingStatus, at now: Duration, columns: Int?) -> TerminalText {
        switch style {
        case .quiet, .quietJournal: return ""
        case .terminal(let colour):
            isDrawn = true
            return TerminalText.eraseLine + StatusLine.text(status, width: (columns ?? 80) - 1, colour: colour) + "\r"
        case .lines, .journal:
            let isNewPhase = status.phase != lastPhase
            lastPhase = status.phase
            if let lastLine, now - lastLine < pace, !isNewPhase { return "" }
            lastLine = now
            return marked("dualcam: \(StatusLine.text(status, width: nil, colour: false))\n", .information)
        }
    }

    /// Returns a line to print permanently above the status line. In a quiet style, returns an empty string unless the
    /// line is an error.
    mutating func message(_ text: String, _ severity: Severity = .information) -> TerminalText {
        if style == .quiet || style == .quietJournal, severity != .error { return "" }
        defer { isDrawn = false }
        return (isDrawn ? TerminalText.eraseLine : "") + marked("\(text)\n", severity)
    }

    /// Returns a line that is printed in every style, even in a quiet one.
    func line(_ text: String, _ severity: Severity) -> TerminalText { marked("\(text)\n", severity) }

    private var pace: Duration { style == .journal ? Self.journalPace : Self.pace }

    private func marked(_ line: TerminalText, _ severity: Severity) -> TerminalText {
        style == .journal || style == .quietJournal ? severity.marking(line) : line
    }

    /// Returns the text that erases the last status line, because the closing line replaces it.
    mutating func end() -> TerminalText {
        defer { isDrawn = false }
        return isDrawn ? TerminalText.eraseLine : ""
    }
}

/// Generates the text of the status line.
enum StatusLine {
    private static let red: TerminalText = "\u{1B}[31m"
    private static let plain: TerminalText = "\u{1B}[0m"

    /// Returns the most detailed form of the status line that fits into `width` columns. If none fits, returns the
    /// beginning of the shortest form.
    ///
    /// - Parameter width: The maximum number of columns; `nil` for no limit.
    static func text(_ status: RecordingStatus, width: Int?, colour: Bool) -> TerminalText {
        let forms = forms(of: status)
        guard let width else { return forms[0].joined(colour: colour) }
        if let fitting = forms.first(where: { $0.columns <= width }) { return fitting.joined(colour: colour) }
        return "\(forms[forms.count - 1].plainText.prefix(max(0, width)))"
    }

    /// One form of the status line, made of parts. There are several forms, from the most detailed to the shortest. A
    /// part that is an alarm is shown in red.
    private struct Form {
        var parts: [(text: String, isAlarm: Bool)]

        var columns: Int { plainText.count }

        var plainText: String { parts.map(\.text).joined(separator: "  ").printable }

        func joined(colour: Bool) -> TerminalText {
            parts.map { $0.isAlarm && colour ? "\(red)\($0.text)\(plain)" : "\($0.text)" }.joined(separator: "  ")
        }
    }

    private static func forms(of status: RecordingStatus) -> [Form] {
        let title = [(text: head(of: status), isAlarm: status.phase == .paused)]
        switch status.phase {
        // The size of the files is shown by the closing line instead.
        case .preparing, .countdown, .finishing: return [Form(parts: title)]
        case .standby, .recording, .paused: break
        }
        let names = status.lost.map(\.title).joined(separator: ", ")
        let faults = status.signals.faults.map { (text: $0.fault.text(of: $0.input), isAlarm: true) }
        let lost = names.isEmpty ? [] : [(text: "no signal: \(names)", isAlarm: true)]
        let still = status.still.map { (text: "no frames of \($0)", isAlarm: true) }
        let head = title + lost + faults + still + marks(of: status)
        if status.phase == .standby {
            let space = space(of: status).map { [(text: $0, isAlarm: false)] } ?? []
            return [Form(parts: head + space), Form(parts: head), Form(parts: title)]
        }
        let drops = (text: "dropped \(status.dropped)", isAlarm: status.dropped > 0)
        let total = (text: Wording.bytes(status.bytes), isAlarm: false)
        let frames = status.outputs.map {
            (text: "\($0.name) \($0.frames) f \(Wording.bytes($0.bytes))", isAlarm: false)
        }
        let sizes = status.outputs.map { (text: "\($0.name) \(Wording.bytes($0.bytes))", isAlarm: false) }
        let space = space(of: status).map { [(text: $0, isAlarm: false)] } ?? []
        let load =
            ShedWords.summary(of: status.workload).map { [(text: $0, isAlarm: !status.workload.sheds.isEmpty)] } ?? []
        let (sound, pictures) = (level(of: status), pictures(of: status))
        let losses = [drops] + pictures
        return [
            Form(parts: head + frames + losses + load + sound + space),
            Form(parts: head + sizes + losses + load + sound + space),
            Form(parts: head + sizes + losses + load + space),
            Form(parts: head + [total] + losses + load + space), Form(parts: head + [total] + losses + load),
            Form(parts: head + losses + load), Form(parts: head + [drops] + load),
            Form(parts: head + load), Form(parts: head + [drops]),
            Form(parts: head), Form(parts: title),
        ]
    }

    /// Returns the status line's parts about pictures: the number of damaged pictures (`damaged 3`), and each camera
    /// whose rate differs from the requested one (`front 15 fps`).
    private static func pictures(of status: RecordingStatus) -> [(text: String, isAlarm: Bool)] {
        let damaged = status.damaged.reduce(0) { $0 +| $1.count }
        let rates = status.cadences.filter { $0.isOther && !$0.isConverted }.map {
            (text: "\($0.input) \(SessionHistory.Cadence.text($0.rate)) fps", isAlarm: false)
        }
        return (damaged > 0 ? [(text: "damaged \(damaged)", isAlarm: true)] : []) + rates
    }

    private static func marks(of status: RecordingStatus) -> [(text: String, isAlarm: Bool)] {
        let heat = status.heat.flatMap { heat in
            HeatWords.mark(heat).map { (text: $0, isAlarm: heat.level >= .serious) }
        }
        let battery = status.battery.flatMap { battery in HeatWords.mark(battery).map { (text: $0, isAlarm: false) } }
        return [heat, battery].compactMap { $0 }
    }

    /// Returns the peak level of each microphone's loudest channel. A level at full scale is an alarm, because the
    /// sound is distorted.
    private static func level(of status: RecordingStatus) -> [(text: String, isAlarm: Bool)] {
        status.levels.compactMap { levels in
            guard let peak = levels.peak.max() else { return nil }
            let name = levels.microphone == .microphone ? "" : levels.microphone.microphoneName.map { $0 + " " } ?? ""
            guard peak > -120 else { return (text: (name.isEmpty ? "sound " : name) + "below -120 dB", isAlarm: false) }
            return (text: (name.isEmpty ? "sound " : name) + "\(Int(peak.rounded())) dB", isAlarm: peak >= 0)
        }
    }

    private static func head(of status: RecordingStatus) -> String {
        switch status.phase {
        case .preparing: "opening the devices"
        case .standby: "STANDBY"
        case .countdown(let seconds): "recording begins in \(seconds) s"
        case .paused: "PAUSED \(Wording.clock(status.recorded))"
        case .recording: "recording \(Wording.clock(status.recorded))"
        case .finishing(let frames): frames > 0 ? "finishing: \(frames) frames to go" : "finishing"
        }
    }

    private static func space(of status: RecordingStatus) -> String? {
        status.freeBytes.map { free in
            "free \(Wording.bytes(free))" + (status.lasts.map { " (\(Wording.span($0)))" } ?? "")
        }
    }
}
