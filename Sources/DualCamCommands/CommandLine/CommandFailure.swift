import DualCamConfig
import DualCamSession

/// The failure of a command that did not do its work: the exit code and the text for standard error.
struct CommandFailure: Error, Equatable {
    var exitCode: ExitCode
    /// Complete lines for standard error, without the last newline.
    var text: String
    /// The description of the failure and the advice, separately, for programs; each may have several lines.
    private(set) var message: String
    private(set) var advice = ""
    /// The same for those who have asked over the interface; `nil`: it names no options.
    private var interface: (message: String, advice: String)?
    /// The word of the event `failed`; `nil`: that of the exit code.
    var code: SessionFailure.Code?
    /// The problems of the pipeline file, where it has some.
    var problems: [PipelineIssue] = []

    /// One line: `dualcam: error: WHAT. NEXT`.
    ///
    /// - Parameters:
    ///   - what: What went wrong and where; a full stop is added where there is none.
    ///   - next: What to do next, one full sentence; empty when there is nothing to say.
    init(_ exitCode: ExitCode, _ what: String, next: String = "") {
        (self.exitCode, message, advice) = (exitCode, Sentence.ended(what), next)
        text = ("dualcam: error: " + Sentence.ended(what) + (next.isEmpty ? "" : " " + next)).printable
    }

    /// The same of texts that name options.
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

    /// Advice from below the commands, where nobody knows who reads it, without the clauses that name options.
    private static func withoutOptions(_ advice: String) -> String {
        guard advice.contains("--") else { return advice }
        let sentences = advice.split(separator: ". ").map { sentence in
            sentence.split(separator: ", ").prefix { !$0.contains("--") }.joined(separator: ", ")
        }
        return sentences.filter { !$0.isEmpty }.map(Sentence.ended).joined(separator: " ")
    }

    /// Problems of a file.
    private static let mostTold = 5

    /// A command that is in no list was given as nobody but the program itself gives it.
    static func hidden(_ command: String, startedBy starter: String = "dualcam", next: String) -> CommandFailure {
        CommandFailure(.usage, "'dualcam \(command)' is started by '\(starter)' only", next: next)
    }

    /// Text that is already laid out and printable, such as the problems of a pipeline file with their carets.
    init(_ exitCode: ExitCode, verbatim text: String) {
        (self.exitCode, self.text, message) = (exitCode, text, text)
    }

    /// Two failures are equal if their messages are.
    static func == (left: CommandFailure, right: CommandFailure) -> Bool {
        (left.exitCode, left.text) == (right.exitCode, right.text)
    }
}

/// A failure of what a command calls, which the command tells as its own.
protocol TranslatedFailure: Error {
    var ofCommand: CommandFailure { get }
}

extension CommandFailure {
    init(_ failure: some TranslatedFailure) { self = failure.ofCommand }
}

/// Does work whose failure is told as the command's own.
func translated<Value, Failure: TranslatedFailure>(
    _ work: () throws(Failure) -> Value
) throws(CommandFailure) -> Value {
    do throws(Failure) { return try work() } catch { throw error.ofCommand }
}

/// The form of sentences.
enum Sentence {
    /// Returns the text with a full stop, unless it has an end of its own.
    static func ended(_ text: String) -> String {
        text.isEmpty || text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }

    /// Returns the text with a capital and an end.
    static func text(_ text: String) -> String { ended(text.prefix(1).uppercased() + text.dropFirst()) }
}

extension String {
    /// The name that a mistyped word was probably meant to be: the shortest one that begins with it, else the one that takes the
    /// fewest edits, ignoring case; `nil` when none is a likely meaning.
    func likelyMeaning(among candidates: [String]) -> String? {
        let wanted = lowercased()
        let longer = candidates.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
        return longer.min { $0.count < $1.count } ?? nearest(among: candidates)
    }
}
