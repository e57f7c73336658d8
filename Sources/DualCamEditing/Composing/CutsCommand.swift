import CommandLine
import DualCamProcess
import DualCamRecordings

/// The command `dualcam cuts SESSION`, which prints the recorded changes of a session's picture as a cut list.
package struct CutsCommand: Command {
    var session: DirectoryPath?
    var output: DirectoryPath?

    init() {}

    static let declaration = CommandDeclaration<Self>(
        "cuts", "print a session's edit decisions as an editable cut list",
        discussion: """
            The list is YAML. It contains every decision with its time, what it sets and how the picture changes. To \
            render the combined picture from an edited list, use 'dualcam compose SESSION --edit FILE'.

            Exit codes: 0 printed; 64 SESSION is not a session, is not finished, or does not record how its picture \
            was composed; 73 the file exists or cannot be written; 74 the session cannot be read.
            """,
        examples: ["cuts ~/Videos/DualCam/Lecture_1 -o cuts.yaml"],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("output", "FILE", \.output, "write to this file (default: standard output)", short: "o")
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let folder = place.absolute(session?.path ?? "")
        let text = try await BlockingCalls.perform { () throws(CommandFailure) in
            return try translated { () throws(SessionReadFailure) in try ComposedSession(reading: folder).cutList }
        }
        guard let path = output?.path, path != NewFilePath.pipe else {
            try place.print(Array(text.utf8), "the cut list")
            return .finished
        }
        try NewFile.write(
            Array(text.utf8), to: place.absolute(path), named: path, next: "Choose another file with --output FILE.",
            elsewhere: "Choose another path with --output FILE.")
        return .finished
    }
}
