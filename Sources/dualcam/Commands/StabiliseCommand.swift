import DualCamConfig
import DualCamGraph
import DualCamSession

/// `dualcam stabilise SESSION --camera NAME`
struct StabiliseCommand: MakingCommand {
    var session: DirectoryPath?
    var camera: String?
    var over: WrittenValue<Duration>?
    var edges: Stabilisation.Edges?
    var output: DirectoryPath?
    var unchecked = false
    var numbered = false
    var json = false
    var texts: [String: String] = [:]

    static let declaration = CommandDeclaration<Self>(
        "stabilise", "make the picture of a camera steady, in a new file",
        discussion: """
            By ffmpeg, with its filters of vid.stab: in a first pass the movements of the camera are measured, in a second one \
            those that are shorter than a second (--over) are taken away. Every frame stays, at its time; the sound is copied. \
            Each of the camera's files is made steady by itself, as CAMERA_stabilised beside it, with H.264 in so many bits \
            that no loss is seen. No file is changed or written over: new ones have their names when all are whole. After \
            Ctrl-C, or a crash, the same command goes on with what is done. It takes the processor at the lowest priority.

            Exit codes: 0 written; 64 SESSION is none or is not finished, or has no such camera; 69 ffmpeg is not there or \
            fails, or it was ended by Ctrl-C; 70 frames are missing; 73 the file is there already, or cannot be created; 74 a \
            file is missing or is not what was recorded, or the disk is full.
            """,
        examples: [
            "stabilise ~/Videos/DualCam/Walk_1 --camera front",
            "stabilise . --camera back --over 2s --edges fill -o calm.mov",
        ],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("camera", "NAME", \.camera, "the camera"),
            .value(
                "over", "TIME", \.over,
                "take away movements that are shorter than this, 200ms to 10s; the more, the calmer (default: 1s)"),
            .value(
                "edges", "WORD", \.edges,
                "zoom: enlarge the picture until its edges stay out of view; fill: keep its size, and show what was there before; black (default: zoom)"
            ),
            .value(
                "output", "FILE", \.output,
                "write this file; its name ends with .mov, .mp4 or .mkv (default: CAMERA_stabilised in the session's folder)",
                short: "o"),
            .flag("numbered", \.numbered, "where the file is there already, write one with a number behind its name"),
            .flag(
                "unchecked", \.unchecked, "take files as they are, without comparing their SHA-256 with the session's"),
            .flag("json", \.json, "print events, one JSON object a line"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let folder = place.absolute(session?.path ?? "")
        let run = StabiliseRun(request: try request(in: place), json: json, place: place)
        Priority.yieldToOthers()
        try await Preparation.startGStreamer(quiet: json, in: place)
        let ended = EndRequest(place)
        defer { ended.stop() }
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            let session: TrimmedSession
            do throws(SessionReadFailure) { session = try TrimmedSession(reading: folder) } catch {
                throw CommandFailure(error)
            }
            return try run.stabilise(session) { !ended.hasCome }
        }
    }

    func check(in place: ProcessEnvironment) throws(CommandFailure) { _ = try request(in: place) }

    private func request(in place: ProcessEnvironment) throws(CommandFailure) -> StabiliseRequest {
        guard let camera else {
            throw CommandFailure(
                .usage, naming: "the camera is missing", next: "Give its name: \(option: "camera") front.")
        }
        var request = StabiliseRequest(camera: camera)
        if let edges { request.stabilisation.edges = edges }
        if let over {
            do throws(Refusal) {
                request.stabilisation.over = try Duration(parsing: over.text, in: Stabilisation.lengths)
            } catch {
                throw CommandFailure(
                    .usage, naming: "\(option: "over"): \(error.message)", next: OptionText(error.hint ?? ""))
            }
        }
        request.output = output.map { place.absolute($0.path) }
        (request.isUnchecked, request.isNumbered) = (unchecked, numbered)
        return request
    }
}

extension Stabilisation.Edges: OptionWord {
    static let refusal = "is nothing that becomes of edges"
}
