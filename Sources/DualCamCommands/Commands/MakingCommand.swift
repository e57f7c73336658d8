import DualCamConfig
import DualCamSession

/// The options of all commands that make new files of a session.
struct MakingOptions: Sendable {
    var session: DirectoryPath?
    var output: DirectoryPath?
    /// Files are taken as they are, whatever was recorded.
    var isUnchecked = false
    /// Where something is there already, another with a number behind its name is made.
    var isNumbered = false
    var trust = SessionTrust()
    var json = false
    /// Texts in the place of the files that options name, by the options' names.
    var texts: [String: String] = [:]
}

/// A command that makes new files of a session: the interface has it made by its options, and gives it the texts of files.
protocol MakingCommand: Command {
    var options: MakingOptions { get set }

    /// Throws what is wrong with the options by themselves, without looking at the session.
    func check(in place: ProcessEnvironment) throws(CommandFailure)

    /// Throws what is wrong with the options beside what a session's records tell: times, marks, microphones. No file of it is opened.
    ///
    /// - Parameter folder: the session's. `make` reports what is wrong with the session itself.
    func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure)

    /// Makes the files. Blocks.
    func make(_ making: Making) throws(CommandFailure)
}

extension MakingCommand {
    /// Nothing: all that the options name is judged before.
    func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {}

    /// Reads the options of somebody who has asked over the network, as they stand on a command line.
    init(_ words: [String], texts: [String: String]) throws(CommandFailure) {
        self = try Self.declaration.parse(words)
        (options.texts, options.trust.isRemote) = (texts, true)
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try check(in: place)
        ProcessEnvironment.yieldToOthers()
        try await Preparation.startGStreamer(quiet: options.json, in: place)
        let ended = EndRequest(place)
        defer { ended.stop() }
        try await BlockingCalls.perform { () throws(CommandFailure) in
            try make(Making(options: options, place: place) { !ended.hasCome })
        }
        return .finished
    }

    static var sessionParameter: Argument<Self> {
        .required("SESSION", \.options.session, "the folder of a session", completion: .directory)
    }

    static var numberedFileOption: Argument<Self> {
        .flag(
            "numbered", \.options.isNumbered, "where the file is there already, write one with a number behind its name"
        )
    }

    static var numberedFolderOption: Argument<Self> {
        .flag(
            "numbered", \.options.isNumbered,
            "where the folder is there already, write into one with a number behind its name")
    }

    static var uncheckedOption: Argument<Self> {
        .flag(
            "unchecked", \.options.isUnchecked,
            "take files as they are, without comparing their SHA-256 with the session's")
    }

    static var trustOption: Argument<Self> {
        .flag(
            "trust", \.options.trust.isOwn,
            "the session is your own: take variables from the environment, and read pictures and tables from wherever they lie"
        )
    }

    static var jsonOption: Argument<Self> { .flag("json", \.options.json, "print events, one JSON object a line") }

    /// - Parameter placeholder: `FILE` or `DIR`.
    static func outputOption(_ placeholder: String, _ summary: String) -> Argument<Self> {
        .value("output", placeholder, \.options.output, summary, short: "o")
    }
}

/// New files of a session as they are made: by which options, where it is told, and whether it is still wanted.
struct Making {
    let options: MakingOptions
    let place: ProcessEnvironment
    let goesOn: () -> Bool

    /// The path of the session's folder.
    var folder: String { place.absolute(options.session?.path ?? "") }

    var trust: SessionTrust { options.trust }

    /// The path that the option says; `nil`: none.
    var output: String? { options.output.map { place.absolute($0.path) } }

    /// Prints an event for programs, or what people are told.
    func tell(_ event: JSONValue, _ text: @autoclosure () -> TerminalText) {
        place.output.write(options.json ? TerminalText(json: event.line) : text())
    }
}
