/// The kind of values that a shell suggests when the user completes an argument.
package enum Completion: Sendable, Equatable {
    case nothing
    case directory
    /// A file, or one of the names that `CompletionSources.names` prints.
    case fileOrName
    case words([String])
    /// A key with its value, as `KEY=VALUE`. The keys are `CompletionSources.keys`.
    case assignment
    /// The name of a command of the program.
    case command
    /// Values that are known only at the moment of completion. `CompletionSources.answers` prints them.
    case answer
}

/// The sources of suggested values that the commands' declarations do not contain.
package struct CompletionSources: Sendable, Equatable {
    /// A shell command that prints the names to suggest in addition to files, one on each line.
    package var names: String
    /// A shell command that prints the values that may follow on the command line. Its arguments are the words before
    /// the one to complete.
    package var answers: String
    /// The suggestions for arguments of the form `KEY=VALUE`: keys with an equals sign at the end, such as `name=`.
    package var keys: [String]

    package init(names: String, answers: String, keys: [String]) {
        (self.names, self.answers, self.keys) = (names, answers, keys)
    }
}
