import CommandLine
package import DualCamProcess
package import DualCamRecordings

/// The options common to all commands that make new files from a session.
package struct RenderOptions: Sendable {
    var session: DirectoryPath?
    var output: DirectoryPath?
    /// True to use recorded files without comparing their SHA-256 with the ledger.
    var isUnchecked = false
    /// True to add a number to the name of the new file if that name is taken.
    var isNumbered = false
    var trust = SessionTrust()
    var json = false
    /// The contents of the files that options would otherwise name, keyed by the option's name. Used for clients of the
    /// HTTP control interface, who send contents instead of file names.
    var texts: [String: String] = [:]
}

/// A command that makes new files from a session. Jobs of the HTTP control interface run it with the same options, but
/// pass it the contents of files instead of their names.
package protocol RenderCommand: Command {
    var options: RenderOptions { get set }

    /// Checks those properties of the command's options that do not depend on a session. Throws the first problem.
    func check(in place: ProcessEnvironment) throws(CommandFailure)

    /// Checks the command's options against the session's records: times, marks and microphones. Opens no media files.
    /// Throws the first problem of the options.
    ///
    /// - Parameter folder: The path of the session's folder. Problems of the session itself are not thrown here, but by
    ///   `make`.
    func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure)

    /// Makes new files from the session, as the command's options request. Blocks.
    func make(_ making: RenderContext) throws(CommandFailure)
}

extension RenderCommand {
    /// The default for commands whose options do not depend on the session. Never throws.
    package func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {}

    /// Creates the command for a client of the HTTP control interface.
    ///
    /// - Parameters:
    ///   - words: The command's options, written as on the command line. Throws a usage failure if one is not accepted.
    ///   - texts: The contents of the files that options would otherwise name, keyed by the option's name.
    package init(_ words: [String], texts: [String: String]) throws(CommandFailure) {
        self = try Self.declaration.command(words)
        (options.texts, options.trust.isRemote) = (texts, true)
    }

    package func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try check(in: place)
        ProcessEnvironment.yieldToOthers()
        try await place.startGStreamer(quiet: options.json)
        let ended = TerminationFlag(place)
        defer { ended.stop() }
        try await BlockingCalls.perform { () throws(CommandFailure) in
            try make(RenderContext(options: options, place: place) { !ended.hasCome })
        }
        return .finished
    }

    static var sessionParameter: Argument<Self> {
        .required("SESSION", \.options.session, "the folder of a session", completion: .directory)
    }

    static var numberedFileOption: Argument<Self> {
        .flag(
            "numbered", \.options.isNumbered, "if the file exists, add a number to the name"
        ).onlyForCommandLine
    }

    static var numberedFolderOption: Argument<Self> {
        .flag(
            "numbered", \.options.isNumbered,
            "if the folder exists, add a number to the name"
        ).onlyForCommandLine
    }

    static var uncheckedOption: Argument<Self> {
        .flag(
            "unchecked", \.options.isUnchecked,
            "do not compare the files' SHA-256 with the session's records"
        ).onlyForCommandLine
    }

    static var trustOption: Argument<Self> {
        .flag(
            "trust", \.options.trust.isOwn,
            "trust the session: expand environment variables, and read images and colour tables from any folder"
        ).onlyForCommandLine
    }

    /// Declares the option `--pieces` of a command that renders in chunks.
    static func piecesOption(_ path: StoragePath<Self, PieceLength?>) -> Argument<Self> {
        .value(
            "pieces", "LENGTH", path,
            "keep rendered chunks of this length to resume from: 1s to 1h, or off (default: 60s)"
        ).onlyForCommandLine
    }

    static var jsonOption: Argument<Self> {
        .flag("json", \.options.json, "print events, one JSON object per line").onlyForCommandLine
    }

    /// Declares the option `--output` of a command that makes new files.
    ///
    /// - Parameter placeholder: The placeholder for the value in the help: `FILE` or `DIR`.
    static func outputOption(_ placeholder: String, _ summary: String) -> Argument<Self> {
        .value("output", placeholder, \.options.output, summary, short: "o").onlyForCommandLine
    }
}

/// The context in which a command makes new files from a session: its options, its environment, and a closure that
/// returns false once the user ends the command.
package struct RenderContext {
    let options: RenderOptions
    let place: ProcessEnvironment
    let goesOn: () -> Bool

    /// The absolute path of the session's folder.
    var folder: String { place.absolute(options.session?.path ?? "") }

    var trust: SessionTrust { options.trust }

    /// The absolute path given by `--output`; `nil` without that option.
    var output: String? { options.output.map { place.absolute($0.path) } }

    /// Prints an event: as JSON if `--json` is given, otherwise as text for the user.
    func tell(_ event: JSONValue, _ text: @autoclosure () -> TerminalText) {
        place.output.write(options.json ? TerminalText(json: event.line) : text())
    }
}
