package import CommandLine
import DualCamConfig
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam trim SESSION`, which cuts all files of a session at the same frames. It re-encodes only the
/// frames near a cut, and sound that is cut.
package struct TrimCommand: RenderCommand {
    package var options = RenderOptions()
    var request = TrimRequest()
    var silence: WrittenValue<Duration>?

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "trim", "cut all files of a session alike, without re-encoding them",
        discussion: """
            Every file is cut at the same frames. Pictures are copied; only those between a cut and the next keyframe \
            are re-encoded with the original settings. Sound is cut to the sample: it is re-encoded if something is \
            cut out of its file, and copied otherwise. A time counts from the beginning of the recording, without its \
            pauses: 3.2s, 12:40, 1:02:40.5, or mark:TEXT for a mark. The session is not changed. New files get their \
            names when all of them are complete, and Ctrl-C leaves nothing.

            Exit codes: 0 written; 64 SESSION is not a session or is not finished, or a time is not in it; 65 its \
            pipeline file can no longer be read; 69 an encoder is missing, or the command was interrupted by Ctrl-C; \
            73 the folder exists, is being made, or cannot be created; 74 a file is missing, does not match the \
            session's records or changes meanwhile, or the disk is full.
            """,
        examples: [
            "trim ~/Videos/DualCam/Lecture_1 --from 12s --to 45:30 --join",
            "trim . --cut 1:20..1:35.5 --cameras back,front",
        ],
        parameters: [sessionParameter],
        options: [
            .value("from", "TIME", \.request.from, "start here: 3.2s, 12:40, mark:TEXT (default: the beginning)"),
            .value("to", "TIME", \.request.to, "end here (default: the end)"),
            .repeated("cut", "FROM..TO", \.request.cuts, "remove this part: --cut 1:20..1:35.5"),
            .value(
                "without-silence", "TIME", \.silence,
                "remove silence (below -40 dB) of at least this length, except a quarter of a second at each end"),
            .names("cameras", "NAMES", \.request.outputs, "only these outputs: --cameras back,combined"),
            .flag("join", \.request.joins, "join the segments of each output into one file"),
            uncheckedOption,
            outputOption("DIR", "write to this folder (default: SESSION_trim, next to the session's)"),
            numberedFolderOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
        let preparation = try TrimPreparation(making.folder, trusting: making.trust, in: making.place)
        var wanted = request
        wanted.silence = try shortestSilence
        let sources = HeldSources(watching: preparation.session.files, goesOn: making.goesOn)
        let files = try sources.watching { [wanted] () throws(CommandFailure) in
            try preparation.files(wanted, preparation.spans(wanted))
        }
        try sources.hold(only: TrimPreparation.readPaths(of: files))
        try TrimRun(work: .trim, making: making).make(files, of: preparation.session, reading: sources)
    }

    package func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try shortestSilence }

    package func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? TrimmedSession.outline(of: folder) else { return }
        _ = try request.spans(of: session)
    }

    private var shortestSilence: Duration? {
        get throws(CommandFailure) {
            try silence.map { written throws(CommandFailure) in
                try written.value(of: "without-silence", in: TrimmedSession.silences)
            }
        }
    }
}

extension TimePoint: OptionValue {
    init(argument text: String) throws(Refusal) { self = try TimePoint(parsing: text) }
}
