import DualCamConfig
import DualCamPlan
import DualCamSession

/// The status line as text.
enum StatusLine {
    private static let red: TerminalText = "\u{1B}[31m"
    private static let plain: TerminalText = "\u{1B}[0m"

    /// The most telling form that fits into `width` columns; the shortest form is cut where even that is too long.
    ///
    /// - Parameter width: Columns to fill at most; `nil`: as many as it takes.
    static func text(_ status: RecordingStatus, width: Int?, colour: Bool) -> TerminalText {
        let forms = forms(of: status)
        guard let width else { return forms[0].joined(colour: colour) }
        if let fitting = forms.first(where: { $0.columns <= width }) { return fitting.joined(colour: colour) }
        return "\(forms[forms.count - 1].plainText.prefix(max(0, width)))"
    }

    /// A form of the line: its parts, of which one may be an alarm.
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
        // What the files hold is told when they are closed.
        case .preparing, .countdown, .finishing: return [Form(parts: title)]
        case .standby, .recording, .paused: break
        }
        let names = status.lost.map(\.title).joined(separator: ", ")
        let head = title + (names.isEmpty ? [] : [(text: "no signal: \(names)", isAlarm: true)]) + marks(of: status)
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
        let sound = level(of: status)
        return [
            Form(parts: head + frames + [drops] + load + sound + space),
            Form(parts: head + sizes + [drops] + load + sound + space),
            Form(parts: head + sizes + [drops] + load + space),
            Form(parts: head + [total, drops] + load + space), Form(parts: head + [total, drops] + load),
            Form(parts: head + [drops] + load), Form(parts: head + load), Form(parts: head + [drops]),
            Form(parts: head), Form(parts: title),
        ]
    }

    private static func marks(of status: RecordingStatus) -> [(text: String, isAlarm: Bool)] {
        let heat = status.heat.flatMap { heat in
            HeatWords.mark(heat).map { (text: $0, isAlarm: heat.level >= .serious) }
        }
        let battery = status.battery.flatMap { battery in HeatWords.mark(battery).map { (text: $0, isAlarm: false) } }
        return [heat, battery].compactMap { $0 }
    }

    /// The loudest channel's peak, of each microphone; one that reaches full scale is distorted.
    private static func level(of status: RecordingStatus) -> [(text: String, isAlarm: Bool)] {
        status.levels.compactMap { levels in
            guard let peak = levels.peak.max() else { return nil }
            let name = levels.microphone == .microphone ? "" : levels.microphone.microphoneName.map { $0 + " " } ?? ""
            guard peak > -120 else { return (text: name + "silent", isAlarm: false) }
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
        case .finishing: "finishing"
        }
    }

    private static func space(of status: RecordingStatus) -> String? {
        status.freeBytes.map { free in
            "free \(Wording.bytes(free))" + (status.lasts.map { " (\(Wording.span($0)))" } ?? "")
        }
    }
}
