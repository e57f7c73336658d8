package import CommandLine
package import DualCamRecordings

/// A command line that has been parsed and can be run.
package protocol ParsedCommand: Sendable {
    /// Runs the command and returns its exit code. Throws a failure that the caller prints. A recording that fails
    /// after it has begun returns an exit code instead.
    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode
}

/// A command of dualcam. Its options are stored properties, which the parser fills in according to the command's
/// declaration.
package protocol Command: ParsedCommand {
    /// Creates the command with the default values of all options.
    init()
    /// The command's name, help texts and options, with the properties that store their values.
    static var declaration: CommandDeclaration<Self> { get }
}

extension Command {
    package static var usage: CommandUsage { declaration.usage }
}

/// A command in dualcam's list of commands: its usage and its parser.
package struct CommandEntry: Sendable {
    package let usage: CommandUsage
    /// Parses the words of the command line that follow the command's name. Throws a failure with `ExitCode.usage`.
    package let parse: @Sendable ([String]) throws(CommandFailure) -> any ParsedCommand

    package init<Root: ParsedCommand>(_ declaration: CommandDeclaration<Root>) {
        usage = declaration.usage
        parse = { (words) throws(CommandFailure) in try declaration.command(words) }
    }

    /// Creates the entry of a command from the declaration of its type.
    package init<Root: Command>(_ type: Root.Type) { self.init(type.declaration) }
}

extension CommandDeclaration where Root: ParsedCommand {
    /// Creates the declaration of a command of dualcam.
    package init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Argument<Root>] = [], options: [Argument<Root>] = [], blank: @escaping @Sendable () -> Root
    ) {
        self.init(
            of: "dualcam", name, summary, discussion: discussion, examples: examples, parameters: parameters,
            options: options, blank: blank)
    }

    /// Parses the words of the command line that follow the command's name. Throws a failure with `ExitCode.usage`.
    package func command(_ words: [String]) throws(CommandFailure) -> Root {
        do throws(UsageError) { return try parse(words) } catch { throw CommandFailure(error) }
    }
}

extension CommandDeclaration where Root: Command {
    /// Creates the declaration of a command of dualcam, which starts with the default values of `Root()`.
    package init(
        _ name: String, _ summary: String, discussion: String = "", examples: [String] = [],
        parameters: [Argument<Root>] = [], options: [Argument<Root>] = []
    ) {
        self.init(
            name, summary, discussion: discussion, examples: examples, parameters: parameters, options: options,
            blank: { Root() })
    }
}
