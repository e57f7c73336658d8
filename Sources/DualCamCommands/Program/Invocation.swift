import CommandLine
import DualCamEditing
import DualCamProcess
import DualCamRecordings
import DualCamTransfer

/// The list of all commands, with functions that parse a command line and run the command that it names.
enum Invocation {
    /// All commands in the order in which the help lists them.
    static let commands: [CommandEntry] = standing + directing

    /// The commands that do not need a running recording.
    static let standing: [CommandEntry] =
        ([
            RunCommand.self, ServeCommand.self, OpenCommand.self, InitCommand.self, ForgetCommand.self,
            CheckCommand.self, DoctorCommand.self, PlanCommand.self, CalibrateCommand.self, AlignCommand.self,
            DevicesCommand.self,
            EncodersCommand.self,
            SessionsCommand.self, TagCommand.self, RecoverCommand.self, AuditCommand.self, TimelineCommand.self,
            ComposeCommand.self, CutsCommand.self, TrimCommand.self, DubCommand.self, StabiliseCommand.self,
            ExportCommand.self, StillsCommand.self, BackupCommand.self, PublishCommand.self, VersionCommand.self,
            HelpCommand.self, CompletionsCommand.self, SchemaCommand.self,
        ] as [any Command.Type]).map { CommandEntry($0) }

    /// The commands that control or observe a running recording.
    static let directing: [CommandEntry] =
        [CommandEntry(StatusCommand.self)]
        + DirectingVerb.all.map { verb in
            verb.word == StopCommand.usage.name
                ? CommandEntry(StopCommand.self) : CommandEntry(DirectCommand.declaration(of: verb))
        } + [CommandEntry(SnapshotCommand.self)]

    /// Runs a command line and returns its exit code. Prints the text of a failure on standard error.
    static func run(_ words: [String], in place: ProcessEnvironment) async -> ExitCode {
        do throws(CommandFailure) {
            return try await parse(words).run(in: place)
        } catch {
            return place.report(error)
        }
    }

    /// Parses a command line into a command that can be run.
    ///
    /// - Parameter words: The words of the command line without the program's name.
    /// - Throws: A failure with `ExitCode.usage` if the command or its arguments are wrong.
    static func parse(_ words: [String]) throws(CommandFailure) -> any ParsedCommand {
        guard let name = words.first else {
            throw CommandFailure(
                .usage, "no command was given", next: "Start with 'dualcam run FILE', or see 'dualcam help'.")
        }
        let rest = Array(words.dropFirst())
        switch name {
        case "-h", "--help": return HelpCommand()
        case "--version": return VersionCommand()
        case CompleteCommand.name: return CompleteCommand(words: rest)
        case InternalCommand.job.rawValue: return try job(rest)
        case InternalCommand.worker.rawValue: return try CommandEntry(WorkerCommand.self).parse(rest)
        default: break
        }
        guard let command = entry(name) else { throw unknown(name) }
        let asksForHelp = rest.prefix { $0 != "--" }.contains { $0 == "-h" || $0 == "--help" }
        if asksForHelp { return HelpCommand(topic: name) }
        return try command.parse(rest)
    }

    /// Parses the command line of `dualcam job`, without its first word.
    private static func job(_ words: [String]) throws(CommandFailure) -> any ParsedCommand {
        let rest = Array(words.dropFirst())
        switch words.first.flatMap(InternalJob.init) {
        case .backupNext: return try BackupNextCommand(rest)
        case .deliver: return try CommandEntry(DeliverCommand.self).parse(rest)
        case .drawImage: return try DrawImageCommand(rest)
        case .judgePipeline: return try JudgePipelineCommand(rest)
        case .makeMedia: return try MakeMediaCommand(rest)
        case .prune: return try PruneCommand(rest)
        case .rehearse: return try CommandEntry(RehearseCommand.self).parse(rest)
        case .session: return try JobCommand(rest)
        case nil: throw .hidden(InternalCommand.job.rawValue, next: "'dualcam help' lists the commands.")
        }
    }

    /// Returns the command with this name; `nil` if there is none. The commands for running recordings are searched
    /// last, because it takes time to create their schemas.
    private static func entry(_ name: String) -> CommandEntry? {
        let isMeant = { (entry: CommandEntry) in entry.usage.name == name }
        return standing.first(where: isMeant) ?? directing.first(where: isMeant)
    }

    /// Returns the usage information of the command with this name. Throws a failure with `ExitCode.usage` if there is
    /// no such command.
    static func usage(of name: String) throws(CommandFailure) -> CommandUsage {
        guard let command = commands.first(where: { $0.usage.name == name }) else { throw unknown(name) }
        return command.usage
    }

    private static func unknown(_ name: String) -> CommandFailure {
        if name.hasPrefix("-") {
            return CommandFailure(
                .usage, "'\(name)' comes before the command",
                next: "Options follow their command: dualcam COMMAND \(name). See 'dualcam help'.")
        }
        let what = "there is no command '\(name)'"
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return CommandFailure(.usage, what, next: "Did you mean 'dualcam run \(name)'?")
        }
        let nearest = name.likelyMeaning(among: commands.map { $0.usage.name })
        return CommandFailure(.usage, what, next: nearest.map { "Did you mean '\($0)'?" } ?? "See 'dualcam help'.")
    }
}
