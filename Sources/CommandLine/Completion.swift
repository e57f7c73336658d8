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
    /// Values that depend on the moment. `CompletionSources.answers` prints them.
    case answer
}

/// The sources of values for completions that are not known when a completion script is generated.
package struct CompletionSources: Sendable, Equatable {
    /// A shell command that prints names, one on each line.
    package var names: String
    /// A shell command that prints the values that may follow. The words of the command line are its arguments.
    package var answers: String
    /// Keys with an equals sign at the end, such as `name=`.
    package var keys: [String]

    package init(names: String, answers: String, keys: [String]) {
        (self.names, self.answers, self.keys) = (names, answers, keys)
    }
}
