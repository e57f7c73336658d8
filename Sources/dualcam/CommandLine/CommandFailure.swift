import DualCamConfig

/// The failure of a command that did not do its work: the exit code and the text for standard error.
struct CommandFailure: Error, Equatable {
    var exitCode: ExitCode
    /// Complete lines for standard error, without the last newline.
    var text: String

    /// One line: `dualcam: error: WHAT. NEXT`.
    ///
    /// - Parameters:
    ///   - what: What went wrong and where; a full stop is added where there is none.
    ///   - next: What to do next, one full sentence; empty when there is nothing to say.
    init(_ exitCode: ExitCode, _ what: String, next: String = "") {
        self.exitCode = exitCode
        text = ("dualcam: error: " + Sentence.ended(what) + (next.isEmpty ? "" : " " + next)).printable
    }

    /// Text that is already laid out and printable, such as the problems of a pipeline file with their carets.
    init(_ exitCode: ExitCode, verbatim text: String) {
        self.exitCode = exitCode
        self.text = text
    }
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
