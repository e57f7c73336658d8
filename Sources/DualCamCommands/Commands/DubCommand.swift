import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam dub SESSION --sound FILE`, which replaces the sound of a session's files by a recorder's sound.
struct DubCommand: RenderCommand {
    var options = RenderOptions()
    var sound: DirectoryPath?
    /// The time at which the sound starts, relative to the recording's start, in seconds; `nil` to find it by comparing
    /// the sound with the recording.
    var offset: Double?
    var cameras: [String]?

    static let declaration = CommandDeclaration<Self>(
        "dub", "give a finished session's files the sound of a separate recorder, in sync",
        discussion: """
            Every file is written again with the same pictures, packet by packet, and the sound of FILE (WAV, FLAC, M4A, MP3 and \
            whatever else GStreamer plays; mono or stereo) in the place of its own, encoded as the session's. Where FILE lies is \
            found by comparing it with the recorded sound, and so is how much faster or slower its clock was, which is corrected. \
            What FILE does not have is silence. Where its place is not found clearly nothing is written, and --offset tells it \
            by hand: the time from the recording's beginning to that of FILE, pauses counted; negative where FILE began before. \
            The session is not changed; new files get their names when all are whole, and Ctrl-C leaves nothing.

            Exit codes: 0 written; 64 SESSION is none or is not finished, FILE has no sound or more than two channels, \
            or its place is not found; 65 its pipeline file cannot be read any more; 69 an encoder is not there, or it \
            was ended by Ctrl-C; 73 the folder is there already, is being made, or cannot be created; 74 a file is \
            missing or is not what was recorded, or changes meanwhile, or the disk is full.
            """,
        examples: [
            "dub ~/Videos/DualCam/Lecture_1 --sound ~/recorder.wav",
            "dub . --sound lapel.m4a --offset=-12.345s --cameras back,combined",
        ],
        parameters: [sessionParameter],
        options: [
            .value("sound", "FILE", \.sound, "the recorder's file"),
            .value(
                "offset", "TIME", \.offset,
                "where FILE begins, taken as it is: --offset 12.345s, --offset=-1:02.5 (default: found by its sound)",
                by: seconds),
            .names("cameras", "NAMES", \.cameras, "only these outputs: --cameras back,combined"),
            uncheckedOption,
            outputOption("DIR", "write into this folder (default: SESSION_dub, beside the session's)"),
            numberedFolderOption,
            jsonOption,
        ])

    func make(_ making: RenderContext) throws(CommandFailure) {
        let run = DubRun(
            sound: making.place.absolute(try theSound.path), offset: offset,
            files: TrimRequest(outputs: cameras), writing: TrimRun(work: .dub, making: making))
        try run.dub(TrimPreparation(making.folder, trusting: making.trust, in: making.place))
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try theSound }

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
            throw Refusal("'\(text)' is no time", hint: "Write 12.345s, 1:02.5, or -12.345s.")
        }
        return Double(isNegative ? -time : time) / 1e9
    }
}
