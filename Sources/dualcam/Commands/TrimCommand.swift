import DualCamConfig
import DualCamGraph
import DualCamSession

/// `dualcam trim SESSION`
struct TrimCommand: MakingCommand {
    var session: DirectoryPath?
    var from: TimePoint?
    var to: TimePoint?
    var cuts: [CutStretch] = []
    var silence: WrittenValue<Duration>?
    var cameras: NameList?
    var join = false
    var unchecked = false
    var numbered = false
    var output: DirectoryPath?
    var json = false
    var texts: [String: String] = [:]

    static let declaration = CommandDeclaration<Self>(
        "trim", "cut a finished session's files, all alike, without encoding them anew",
        discussion: """
            Every file is cut at the same frames. Pictures are kept as they are; only those between a cut and the next key \
            frame are encoded anew, as they were. Sound is cut to the sample: it is decoded and encoded again where something \
            is cut out of its file, and copied where nothing is. A time counts from the beginning of the recording, without \
            its pauses: 3.2s, 12:40, 1:02:40.5, or mark:TEXT for a mark. The session is not changed; new files get their names \
            when all are whole, and Ctrl-C leaves nothing.

            Exit codes: 0 written; 64 SESSION is none or is not finished, or a time is not in it; 65 its pipeline file cannot be \
            read any more; 69 an encoder is not there, or it was ended by Ctrl-C; 73 the folder is there already, or cannot \
            be created; 74 a file is missing or is not what was recorded, or the disk is full.
            """,
        examples: [
            "trim ~/Videos/DualCam/Lecture_1 --from 12s --to 45:30 --join",
            "trim . --cut 1:20..1:35.5 --cameras back,front",
        ],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("from", "TIME", \.from, "where it is to begin (default: the beginning)"),
            .value("to", "TIME", \.to, "where it is to end (default: the end)"),
            .repeated("cut", "FROM..TO", \.cuts, "leave this out: --cut 1:20..1:35.5"),
            .value(
                "without-silence", "TIME", \.silence,
                "leave out silence (below -40 dB) of at least this length, but a quarter second at its ends"),
            .value("cameras", "NAMES", \.cameras, "only these outputs: --cameras back,combined"),
            .flag("join", \.join, "make one file of each output's segments"),
            .flag(
                "unchecked", \.unchecked,
                "take files as they are, without comparing their SHA-256 with the session's"),
            .value(
                "output", "DIR", \.output, "write into this folder (default: SESSION_trim, beside the session's)",
                short: "o"),
            .flag(
                "numbered", \.numbered,
                "where the folder is there already, write into one with a number behind its name"),
            .flag("json", \.json, "print events, one JSON object a line"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let folder = place.absolute(session?.path ?? "")
        Priority.yieldToOthers()
        try await Preparation.startGStreamer(quiet: json, in: place)
        var request = TrimRequest(from: from, to: to, cuts: cuts, outputs: cameras?.names ?? [], joins: join)
        request.silence = try silence.map(Self.length)
        request.isUnchecked = unchecked
        let (run, wanted) = (
            TrimRun(folder: output.map { place.absolute($0.path) }, isNumbered: numbered, json: json, place: place),
            request
        )
        let ended = EndRequest(place)
        defer { ended.stop() }
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            try run.trim(TrimPreparation(folder, in: place), wanted) { !ended.hasCome }
        }
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try silence.map(Self.length) }

    private static func length(_ written: WrittenValue<Duration>) throws(CommandFailure) -> Duration {
        do throws(Refusal) { return try Duration(parsing: written.text, in: TrimmedSession.silences) } catch {
            throw CommandFailure(
                .usage, naming: "\(option: "without-silence"): \(error.message)", next: OptionText(error.hint ?? ""))
        }
    }
}

/// Names with commas between them.
struct NameList: OptionValue, Equatable {
    var names: [String]

    init(argument text: String) throws(Refusal) {
        names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { throw Refusal("'\(text)' lacks a name", hint: "Write them as in back,front.") }
    }
}

extension TimePoint: OptionValue {
    init(argument text: String) throws(Refusal) { self = try TimePoint(parsing: text) }
}
