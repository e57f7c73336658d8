package import CommandLine
package import DualCamConfig
package import DualCamRecordings
import DualCamSession

/// The failure of a command, with its exit code and the text for standard error.
package struct CommandFailure: Error, Equatable {
    /// The exit code with which the program ends after this failure.
    package var exitCode: ExitCode
    /// The complete text of the failure for standard error, without the last newline.
    package var text: String
    /// The description of the failure for programs, without the advice. The description may have several lines.
    package private(set) var message: String
    /// The advice to the user in full sentences, which may name command-line options; empty if there is none.
    package private(set) var advice = ""
    /// The description and advice for clients of the control interface; `nil` to derive them from `message` and
    /// `advice`.
    private var interface: (message: String, advice: String)?
    /// The value of `code` in the event `failed`; `nil` to derive it from the exit code.
    package var code: SessionFailure.Code?
    /// The problems of the pipeline file; empty if the failure has another cause.
    package var problems: [PipelineIssue] = []

    /// Creates a failure with one line of text: `dualcam: error: WHAT. NEXT`.
    ///
    /// - Parameters:
    ///   - what: The error and where it is. A full stop is added if it is missing.
    ///   - next: The advice to the user in full sentences; may be empty.
    package init(_ exitCode: ExitCode, _ what: String, next: String = "") {
        (self.exitCode, message, advice) = (exitCode, Sentence.ended(what), next)
        text = ("dualcam: error: " + Sentence.ended(what) + (next.isEmpty ? "" : " " + next)).printable
    }

    /// Creates a failure whose description and advice mention options. Clients of the control interface see these
    /// options as members of a JSON object, without dashes.
    package init(_ exitCode: ExitCode, naming what: OptionText, next: OptionText = "") {
        self.init(exitCode, what.text(for: .commandLine), next: next.text(for: .commandLine))
        interface = (Sentence.ended(what.text(for: .interface)), next.text(for: .interface))
    }

    /// Creates the failure of a command line that cannot be parsed.
    package init(_ error: UsageError) {
        if error.message.namesOptions {
            self.init(.usage, naming: error.message, next: error.advice)
        } else {
            self.init(.usage, error.message.text(for: .commandLine), next: error.advice.text(for: .commandLine))
        }
    }

    /// The description of the failure and the advice, in full sentences, for clients of the control interface.
    package var forInterface: (message: String, advice: String) {
        guard problems.isEmpty else { return (problems.prefix(Self.mostTold).map(\.remark).joined(separator: " "), "") }
        let told = interface ?? (message, Self.withoutOptions(advice))
        return (Sentence.text(told.message), told.advice)
    }

    /// Removes clauses that name command-line options from advice, for clients of the control interface. The code that
    /// writes the advice does not know whether a user or a client will read it.
    private static func withoutOptions(_ advice: String) -> String {
        guard advice.contains("--") else { return advice }
        let sentences = advice.split(separator: ". ").map { sentence in
            sentence.split(separator: ", ").prefix { !$0.contains("--") }.joined(separator: ", ")
        }
        return sentences.filter { !$0.isEmpty }.map(Sentence.ended).joined(separator: " ")
    }

    /// The maximum number of problems of a pipeline file that are listed in one message.
    private static let mostTold = 5

    /// Returns the failure that is reported if a user runs an internal command, which only dualcam itself may run.
    /// `next`: the advice to the user.
    package static func hidden(_ command: String, startedBy starter: String = "dualcam", next: String) -> CommandFailure
    {
        CommandFailure(.usage, "'dualcam \(command)' is an internal command of '\(starter)'", next: next)
    }

    /// Creates a failure from text that is printed unchanged, such as the problems of a pipeline file with their
    /// carets.
    package init(_ exitCode: ExitCode, verbatim text: String) {
        (self.exitCode, self.text, message) = (exitCode, text, text)
    }

    /// Returns true if two failures have the same exit code and the same text.
    package static func == (left: CommandFailure, right: CommandFailure) -> Bool {
        (left.exitCode, left.text) == (right.exitCode, right.text)
    }
}

/// An error thrown by lower-level code that can be converted to the failure of a command.
package protocol TranslatedFailure: Error {
    /// The failure with which a command ends because of this error.
    var ofCommand: CommandFailure { get }
}

extension CommandFailure {
    package init(_ failure: some TranslatedFailure) { self = failure.ofCommand }
}

/// Runs `work` and converts any error that it throws to the failure of a command.
package func translated<Value, Failure: TranslatedFailure>(
    _ work: () throws(Failure) -> Value
) throws(CommandFailure) -> Value {
    do throws(Failure) { return try work() } catch { throw error.ofCommand }
}
