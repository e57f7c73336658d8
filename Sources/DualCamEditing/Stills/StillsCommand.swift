package import CommandLine
import DualCamPlan
package import DualCamProcess
import DualCamRecordings

/// The command `dualcam stills SESSION --at TIME`, which draws single frames of a session's combined picture.
package struct StillsCommand: RenderCommand {
    package var options = RenderOptions()
    var times: [TimePoint] = []
    var format: Snapshot.Format?

    package init() {}

    package static let declaration = CommandDeclaration<Self>(
        "stills", "render single frames of a session's combined picture",
        discussion: """
            Each frame becomes a file of its own at full size, named SESSION_MINUTES-SECONDS.jpg. It is rendered from \
            the cameras' files as by 'dualcam compose', with looks and overlays. A time counts from the beginning of \
            the recording, without its pauses: 3.2s, 12:40, 1:02:40.5, or mark:TEXT for a mark. An existing file is \
            not replaced.

            Exit codes: 0 written; 64 SESSION is not a session or is not finished, or a time is not in it; 65 its \
            pipeline file can no longer be read; 69 the command was interrupted by Ctrl-C; 73 a file exists, is being \
            made, or cannot be created; 74 a file is missing, does not match the session's records or changes \
            meanwhile, or the disk is full.
            """,
        examples: [
            "stills ~/Videos/DualCam/Lecture_1 --at 12:40 --at 'mark:first answer'", "stills . --at 3.2s --format png",
        ],
        parameters: [sessionParameter],
        options: [
            .repeated("at", "TIME", \.times, "render the frame at this time: 3.2s, 12:40, mark:TEXT"),
            .value("format", "FORMAT", \.format, "jpeg or png (default: jpeg)"),
            outputOption("DIR", "write to this folder (default: the current one)"),
            trustOption,
            uncheckedOption,
            jsonOption,
        ])

    package func make(_ making: RenderContext) throws(CommandFailure) {
        try draw(
            CompositionPreparation(making.folder, needsPicture: false, trusting: making.trust, in: making.place), making
        )
    }

    package func check(beside folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        guard let session = try? ComposedSession(reading: folder, needsPicture: false) else { return }
        for point in times { _ = try session.moments.time(of: point, "at") }
    }

    package func check(in place: ProcessEnvironment) throws(CommandFailure) {
        guard times.isEmpty else { return }
        throw CommandFailure(
            .usage, "the time is missing", next: "Give at least one: --at 12:40, or --at mark:TEXT.")
    }
}
