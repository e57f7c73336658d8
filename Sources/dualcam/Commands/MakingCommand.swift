import DualCamConfig

/// A command that makes new files of a session: the interface has it made by its options, and gives it the texts of files.
protocol MakingCommand: Command {
    /// Texts in the place of the files that options name, by the options' names.
    var texts: [String: String] { get set }

    /// Throws what is wrong with the options by themselves, without looking at the session.
    func check(in place: ProcessEnvironment) throws(CommandFailure)
}

extension MakingCommand {
    /// Reads the options as they stand on a command line.
    init(_ words: [String], texts: [String: String]) throws(CommandFailure) {
        self = try Self.declaration.parse(words)
        self.texts = texts
    }
}
