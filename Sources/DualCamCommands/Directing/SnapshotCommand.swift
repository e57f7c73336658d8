import CommandLine
import DualCamControl
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc

/// The command `dualcam snapshot PICTURE`, which saves a still picture of a running recording.
struct SnapshotCommand: Command {
    var picture: String?
    var output: NewFilePath?
    var format: Snapshot.Format?
    var force = false
    var session: String?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "snapshot", "save a still picture at full size",
        discussion: """
            The recording is not affected. Without --output, the file is named PICTURE_RUNNINGTIME.jpg and written to \
            the current folder. An existing file is replaced only with --force.

            Exit codes: 0 saved; 64 there is no such picture, or several recordings run; 69 no recording runs; 70 \
            failure; 73 the file exists or cannot be created; 74 the file cannot be written.
            """, examples: ["snapshot back -o still.png", "snapshot combined --format png --force"],
        parameters: [.required("PICTURE", \.picture, "a camera, or combined", completion: .answer)],
        options: [
            .value(
                "output", "FILE", \.output, "write to this file (.png or .jpg); - is standard output",
                short: "o"),
            .value("format", "FORMAT", \.format, "jpeg or png, regardless of the file's name"),
            .flag("force", \.force, "replace the file if it exists"),
            .recording(\.session),
            .flag("json", \.json, "print the result as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let name = picture ?? ""
        let format = try chosenFormat()
        let isPiped = output?.path == NewFilePath.pipe
        if isPiped, json {
            throw CommandFailure(
                .usage, "--json and '--output -' both write to standard output", next: "Give only one of them.")
        }
        if !isPiped, let path = output?.path, !force, place.files.kind(of: place.absolute(path)) != .missing {
            throw SnapshotFile.alreadyThere(path)
        }
        let recorder = try RecorderSearch(place).recorder(called: session)
        let still = try await recorder.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.picture(of: name, as: format)
        }
        if isPiped {
            try place.print(still.bytes, "the picture")
            return .finished
        }
        let path = try SnapshotFile(path: output?.path, replaces: force).save(still, of: name, as: format, in: place)
        let seconds = JSONValue.time(still.at)
        let report: JSONValue = [
            "at": seconds, "picture": .string(name), "file": .string(path),
            "format": .string(format.rawValue), "bytes": .count(still.bytes.count),
        ]
        let time = AnswerText.seconds(seconds).map { " at \($0)" } ?? ""
        place.output.write(json ? TerminalText(json: report.line) : "\(path): \(name)\(time)\n")
        return .finished
    }

    /// Returns the picture format that the option `--format` or the file's extension selects; JPEG if neither is given.
    /// Throws a usage failure for any other extension.
    private func chosenFormat() throws(CommandFailure) -> Snapshot.Format {
        if let format { return format }
        guard let output, output.path != NewFilePath.pipe else { return .jpeg }
        if let format = output.pictureFormat { return format }
        throw CommandFailure(
            .usage, "'\(output.path)' has neither the extension .jpg nor .png",
            next: "Choose the format with --format jpeg or --format png.")
    }
}

extension NewFilePath {
    /// The picture format that belongs to the extension of the file's name; `nil` if none does.
    fileprivate var pictureFormat: Snapshot.Format? {
        let suffix = path.split(separator: "/").last?.split(separator: ".").dropFirst().last ?? ""
        return ["png": .png, "jpg": .jpeg, "jpeg": .jpeg][suffix.lowercased()]
    }
}
