import CommandLine
import DualCamProcess
import DualCamRecordings

/// The command `dualcam cuts SESSION`, which prints a session's recorded edit decisions as a cut list.
struct CutsCommand: Command {
    var session: DirectoryPath?
    var output: DirectoryPath?

    static let declaration = CommandDeclaration<Self>(
        "cuts", "print how a session's picture was directed, as a cut list to be changed",
        discussion: """
            Every decision stands with its time, what it sets and how it comes, in YAML. 'dualcam compose SESSION --edit \
            FILE' draws the combined file with a changed list.

            Exit codes: 0 printed; 64 SESSION is none, is not finished, or does not tell its picture; 73 the file is there \
            already, or cannot be written; 74 the session cannot be read.
            """,
        examples: ["cuts ~/Videos/DualCam/Lecture_1 -o cuts.yaml"],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("output", "FILE", \.output, "write this file (default: standard output)", short: "o")
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
            elsewhere: "Choose another place with --output FILE.")
        return .finished
    }
}
