/// The error of a command line that cannot be parsed.
package struct UsageError: Error, Sendable, Equatable {
    /// The description of the error, which names the command, option or argument that it concerns.
    package var message: OptionText
    /// The advice to the user in full sentences; may be empty.
    package var advice: OptionText

    init(_ message: String, advice: String) {
        (self.message, self.advice) = (OptionText(message), OptionText(advice))
    }

    /// Creates an error whose message mentions options.
    init(naming message: OptionText, advice: String) {
        (self.message, self.advice) = (message, OptionText(advice))
    }
}
