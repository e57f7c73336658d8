/// Why a command ended without doing its work: the exit code and the text for standard error.
struct CommandFailure: Error, Equatable {
    var exitCode: ExitCode
    /// Complete lines for standard error, without the last newline.
    var text: String

    /// One line: `dualcam: error: WHAT. NEXT`.
    ///
    /// - Parameters:
    ///   - what: What went wrong and where, without the full stop.
    ///   - next: What to do next, one full sentence; empty when there is nothing to say.
    init(_ exitCode: ExitCode, _ what: String, next: String = "") {
        self.exitCode = exitCode
        let sentence = what.hasSuffix(".") ? what : what + "."
        text = "dualcam: error: " + sentence + (next.isEmpty ? "" : " " + next)
    }

    /// Text that is already laid out, such as the problems of a pipeline file with their carets.
    init(_ exitCode: ExitCode, verbatim text: String) {
        self.exitCode = exitCode
        self.text = text
    }
}
