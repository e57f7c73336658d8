import DualCamConfig
import DualCamSession

/// The failure of a command, with its exit code and the text for standard error.
struct CommandFailure: Error, Equatable {
    var exitCode: ExitCode
    /// The complete lines for standard error, without the last newline.
    var text: String
    /// The description of the failure for programs, separate from the advice. Each may have several lines.
    private(set) var message: String
    private(set) var advice = ""
    /// The description and advice for clients of the control interface; `nil` if the text names no options.
    private var interface: (message: String, advice: String)?
    /// The code of the event `failed`; `nil` to use the exit code's word.
    var code: SessionFailure.Code?
    /// The problems of the pipeline file, if it has any.
    var problems: [PipelineIssue] = []

    /// Creates a failure with one line: `dualcam: error: WHAT. NEXT`.
    ///
    /// - Parameters:
    ///   - what: The error and its position. A full stop is added if it is missing.
    ///   - next: The advice, a full sentence; may be empty.
    init(_ exitCode: ExitCode, _ what: String, next: String = "") {
        (self.exitCode, message, advice) = (exitCode, Sentence.ended(what), next)
        text = ("dualcam: error: " + Sentence.ended(what) + (next.isEmpty ? "" : " " + next)).printable
    }

    /// Creates a failure from texts that name options.
    init(_ exitCode: ExitCode, naming what: OptionText, next: OptionText = "") {
        self.init(exitCode, what.text(for: .commandLine), next: next.text(for: .commandLine))
        interface = (Sentence.ended(what.text(for: .interface)), next.text(for: .interface))
    }

    /// The description of the failure and the advice, in full sentences, for clients of the interface.
    var forInterface: (message: String, advice: String) {
        guard problems.isEmpty else { return (problems.prefix(Self.mostTold).map(\.remark).joined(separator: " "), "") }
        let told = interface ?? (message, Self.withoutOptions(advice))
        return (Sentence.text(told.message), told.advice)
    }

    /// Removes clauses that name options from an advice. Code below the commands does not know whether a client of the
    /// interface reads it.
    private static func withoutOptions(_ advice: String) -> String {
        guard advice.contains("--") else { return advice }
        let sentences = advice.split(separator: ". ").map { sentence in
            sentence.split(separator: ", ").prefix { !$0.contains("--") }.joined(separator: ", ")
        }
        return sentences.filter { !$0.isEmpty }.map(Sentence.ended).joined(separator: " ")
    }

    /// The maximum number of a file's problems in a message.
    private static let mostTold = 5

    /// Returns the failure of an internal command that a user ran, although only the program itself runs it.
    static func hidden(_ command: String, startedBy starter: String = "dualcam", next: String) -> CommandFailure {
        CommandFailure(.usage, "'dualcam \(command)' is started by '\(starter)' only", next: next)
    }

    /// Creates a failure from printable lines, such as the problems of a pipeline file with their carets.
    init(_ exitCode: ExitCode, verbatim text: String) {
        (self.exitCode, self.text, message) = (exitCode, text, text)
    }

    /// Two failures are equal if their exit codes and their texts are.
    static func == (left: CommandFailure, right: CommandFailure) -> Bool {
        (left.exitCode, left.text) == (right.exitCode, right.text)
    }
}

/// An error of code below a command, which converts to the command's failure.
protocol TranslatedFailure: Error {
    var ofCommand: CommandFailure { get }
}

extension CommandFailure {
    init(_ failure: some TranslatedFailure) { self = failure.ofCommand }
}

/// Runs `work` and converts its error to a command's failure.
func translated<Value, Failure: TranslatedFailure>(
    _ work: () throws(Failure) -> Value
) throws(CommandFailure) -> Value {
    do throws(Failure) { return try work() } catch { throw error.ofCommand }
}

/// The forms of sentences.
enum Sentence {
    /// Returns the text with a full stop, unless it ends with `.` or `?`.
    static func ended(_ text: String) -> String {
        text.isEmpty || text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }

    /// Returns the text with a capital letter and a full stop.
    static func text(_ text: String) -> String { ended(text.prefix(1).uppercased() + text.dropFirst()) }
}

extension String {
    /// Returns the name that a mistyped word probably means. The shortest name with this prefix wins, otherwise the
    /// nearest by edit distance, ignoring case. Returns `nil` if no name is likely.
    func likelyMeaning(among candidates: [String]) -> String? {
        let wanted = lowercased()
        let longer = candidates.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
        return longer.min { $0.count < $1.count } ?? nearest(among: candidates)
    }
}
