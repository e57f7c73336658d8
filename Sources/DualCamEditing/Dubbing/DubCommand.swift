package import CommandLine
import DualCamConfig
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam dub SESSION --sound FILE`, which replaces the sound of a session's files with the sound of a
/// separate recorder.
package struct DubCommand: RenderCommand {
    package var options = RenderOptions()
    var sound: DirectoryPath?
    /// The time from the recording's start to the start of the new sound, in seconds; `nil` to find it by comparing the
    /// new sound with the recorded one.
    var offset: Double?
    var cameras: [String]?

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "dub", "replace a session's sound with that of a separate recorder",
        discussion: """
            Rewrites every file with the same pictures, packet by packet, and replaces its sound with that of FILE, \
            encoded like the session's. FILE may be WAV, FLAC, M4A, MP3 or anything else that GStreamer plays, mono or \
            stereo. The position of FILE is found by comparing it with the recorded sound; the error of its clock is \
            measured and corrected. Silence fills the time that FILE does not cover. If the position is not clear, \
            nothing is written. Then give it with --offset: the time from the beginning of the recording to that of \
            FILE, including pauses; negative if FILE began earlier. The session is not changed. New files get their \
            names when all of them are complete, and Ctrl-C leaves nothing.

            Exit codes: 0 written; 64 SESSION is not a session or is not finished, FILE has no sound or more than two \
            channels, or its position is not found; 65 the session's pipeline file can no longer be read; 69 an \
            encoder is missing, or the command was interrupted by Ctrl-C; 73 the folder exists, is being made, or \
            cannot be created; 74 a file is missing, does not match the session's records or changes meanwhile, or the \
            disk is full.
            """,
        examples: [
            "dub ~/Videos/DualCam/Lecture_1 --sound ~/recorder.wav",
            "dub . --sound lapel.m4a --offset=-12.345s --cameras back,combined",
        ],
        parameters: [sessionParameter],
        options: [
            .value("sound", "FILE", \.sound, "the recorder's sound file").forPrograms(.fileName),
            .value(
                "offset", "TIME", \.offset,
                "the exact beginning of the sound file: --offset 12.345s, --offset=-1:02.5 (default: found by its sound)",
                by: seconds),
            .names("cameras", "NAMES", \.cameras, "only these outputs: --cameras back,combined"),
            uncheckedOption,
            outputOption("DIR", "write to this folder (default: SESSION_dub, next to the session's)"),
            numberedFolderOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
        let run = DubRun(
            sound: making.place.absolute(try theSound.path), offset: offset,
            files: TrimRequest(outputs: cameras), writing: TrimRun(work: .dub, making: making))
        try run.dub(TrimPreparation(making.folder, trusting: making.trust, in: making.place))
    }

    package func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try theSound }

    private var theSound: DirectoryPath {
        get throws(CommandFailure) {
            if let sound { return sound }
            throw CommandFailure(
                .usage, naming: "the recorder's file is missing", next: "Give it: \(option: "sound") recorder.wav.")
        }
    }

    private static func seconds(_ text: String) throws(Refusal) -> Double {
        let isNegative = text.first == "-"
        guard case .time(let time) = try TimePoint(parsing: isNegative ? String(text.dropFirst()) : text) else {
            throw Refusal("'\(text)' is not a valid time", hint: "Write 12.345s, 1:02.5, or -12.345s.")
        }
        return Double(isNegative ? -time : time) / 1e9
    }
}
