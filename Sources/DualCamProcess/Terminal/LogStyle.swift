import CommandLine
import DualCamRecordings
import Glibc

extension Severity {
    /// Returns the text with this severity as a marker, such as `<3>`, before each line.
    package func marking(_ text: TerminalText) -> TerminalText { text.marking("<\(rawValue)>") }
}

/// The style in which lines are printed on standard error.
package enum LogStyle: String, OptionWord, Codable {
    /// Selects the style `journal` if standard error goes to systemd's journal, otherwise `plain`.
    case automatic = "auto"
    case plain
    /// Prints a severity marker before each line, and a status line only once a minute.
    case journal

    static let refusal = "is not a log style"
}

extension ProcessEnvironment {
    /// Returns a copy of this environment with another style for the lines on standard error.
    package func logging(_ style: LogStyle) -> ProcessEnvironment {
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
    /// Returns true if this descriptor is connected to systemd's journal. The variable `JOURNAL_STREAM` names that
    /// stream by its device and inode numbers.
    func isJournal(_ environment: [String: String]) -> Bool {
        var facts = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &facts) == 0 else { return false }
        return stream == "\(facts.st_dev):\(facts.st_ino)"
    }
}
