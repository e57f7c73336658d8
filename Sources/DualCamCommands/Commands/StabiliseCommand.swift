import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam stabilise SESSION --camera NAME`, which makes new files with a camera's shaky picture
/// stabilised.
struct StabiliseCommand: RenderCommand {
    var options = RenderOptions()
    var camera: String?
    var over: WrittenValue<Duration>?
    var edges: Stabilisation.Edges?

    static let declaration = CommandDeclaration<Self>(
        "stabilise", "make the picture of a camera steady, in a new file",
        discussion: """
            By ffmpeg, with its filters of vid.stab: in a first pass the movements of the camera are measured, in a second one \
            those that are shorter than a second (--over) are taken away. Every frame stays, at its time; the sound is copied. \
            Each of the camera's files is made steady by itself, as CAMERA_stabilised beside it, with H.264 in so many bits \
            that no loss is seen. No file is changed or written over: new ones have their names when all are whole. After \
            Ctrl-C, or a crash, the same command goes on with what is done. It takes the processor at the lowest priority.

            Exit codes: 0 written; 64 SESSION is none or is not finished, or has no such camera; 69 ffmpeg is not \
            there or fails, or it was ended by Ctrl-C; 70 frames are missing; 73 the file is there already, is being \
            made, or cannot be created; 74 a file is missing or is not what was recorded, or changes meanwhile, or the \
            disk is full.
            """,
        examples: [
            "stabilise ~/Videos/DualCam/Walk_1 --camera front",
            "stabilise . --camera back --over 2s --edges fill -o calm.mov",
        ],
        parameters: [sessionParameter],
        options: [
            .value("camera", "NAME", \.camera, "the camera"),
            .value(
                "over", "TIME", \.over,
                "take away movements that are shorter than this, 200ms to 10s; the more, the calmer (default: 1s)"),
            .value(
                "edges", "WORD", \.edges,
                "zoom: enlarge the picture until its edges stay out of view; fill: keep its size, and show what was there before; black (default: zoom)"
            ),
            outputOption(
                "FILE",
                "write this file; its name ends with .mov, .mp4 or .mkv (default: CAMERA_stabilised in the session's folder)"
            ),
            numberedFileOption,
            uncheckedOption,
            jsonOption,
        ])

    func make(_ making: RenderContext) throws(CommandFailure) {
        let (camera, stabilisation) = try wanted()
        let session = try translated { () throws(SessionReadFailure) in try TrimmedSession(reading: making.folder) }
        try StabiliseRun(camera: camera, stabilisation: stabilisation, making: making).stabilise(session)
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try wanted() }

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
    static let refusal = "is nothing that becomes of edges"
}
