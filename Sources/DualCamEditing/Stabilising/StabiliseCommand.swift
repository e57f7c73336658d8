package import CommandLine
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam stabilise SESSION --camera NAME`, which makes new files with a camera's shaky picture
/// stabilised.
package struct StabiliseCommand: RenderCommand {
    package var options = RenderOptions()
    var camera: String?
    var over: WrittenValue<Duration>?
    var edges: Stabilisation.Edges?

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "stabilise", "write a stabilised copy of a camera's picture",
        discussion: """
            Uses ffmpeg with its vid.stab filters: the first pass measures the movements of the camera, and the second \
            pass removes those that are shorter than a second (--over). Every frame is kept, at its time; the sound is \
            copied. Each of the camera's files is stabilised by itself and written beside it as CAMERA_stabilised, in \
            H.264 without visible loss. No file is changed or overwritten: new files get their names when all of them \
            are complete. After Ctrl-C or a crash, the same command resumes where it stopped. It runs at the lowest \
            CPU priority.

            Exit codes: 0 written; 64 SESSION is not a session or is not finished, or has no such camera; 69 ffmpeg is \
            missing or fails, or the command was interrupted by Ctrl-C; 70 frames are missing; 73 the file exists, is \
            being made, or cannot be created; 74 a file is missing, does not match the session's records or changes \
            meanwhile, or the disk is full.
            """,
        examples: [
            "stabilise ~/Videos/DualCam/Walk_1 --camera front",
            "stabilise . --camera back --over 2s --edges fill -o calm.mov",
        ],
        parameters: [sessionParameter],
        options: [
            .value("camera", "NAME", \.camera, "the camera to stabilise"),
            .value(
                "over", "TIME", \.over,
                "remove movements shorter than this, 200ms to 10s; longer is steadier (default: 1s)"),
            .value(
                "edges", "WORD", \.edges,
                "fill the edges by zoom (enlarge to hide them), fill (show earlier pictures there) or black (default: zoom)"
            ),
            outputOption(
                "FILE",
                "write to this .mov, .mp4 or .mkv file (default: CAMERA_stabilised in the session's folder)"
            ),
            numberedFileOption,
            uncheckedOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
        let (camera, stabilisation) = try wanted()
        let session = try translated { () throws(SessionReadFailure) in try TrimmedSession(reading: making.folder) }
        try StabiliseRun(camera: camera, stabilisation: stabilisation, making: making).stabilise(session)
    }

    package func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try wanted() }

    private func wanted() throws(CommandFailure) -> (camera: String, Stabilisation) {
        guard let camera else {
            throw CommandFailure(
                .usage, naming: "the camera is missing", next: "Give its name: \(option: "camera") front.")
        }
        var stabilisation = Stabilisation()
        if let edges { stabilisation.edges = edges }
        if let over { stabilisation.over = try over.value(of: "over", in: Stabilisation.lengths) }
        return (camera, stabilisation)
    }
}

extension Stabilisation.Edges: OptionWord {
    static let refusal = "is not a way to treat edges"
}
