import DualCamSupervision
import Glibc

extension Severity {
    /// The text with `<3>` and the like before each of its lines.
    func marking(_ text: TerminalText) -> TerminalText { text.marking("<\(rawValue)>") }
}

/// The style of the lines on standard error.
enum LogStyle: String, OptionWord, Codable {
    /// The style is that of a journal when systemd's journal reads the lines.
    case automatic = "auto"
    case plain
    /// Each line with its severity, a status line once a minute.
    case journal

    static let refusal = "is no way to write lines"
}

extension ProcessEnvironment {
    /// Returns the environment with lines on standard error in this style.
    func logging(_ style: LogStyle) -> ProcessEnvironment {
        var place = self
        switch style {
        case .automatic: break
        case .plain: place.errorsAreJournal = false
        case .journal: (place.errorsAreJournal, place.errorsAreTerminal) = (true, false)
        }
        return place
    }
}

extension DescriptorSink {
    /// Returns true when the descriptor is the stream to systemd's journal that `JOURNAL_STREAM` names by device and inode.
    func isJournal(_ environment: [String: String]) -> Bool {
        var facts = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &facts) == 0 else { return false }
        return stream == "\(facts.st_dev):\(facts.st_ino)"
    }
}
