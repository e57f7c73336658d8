import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// The command `dualcam timeline SESSION --as FORMAT`, which writes a session as a timeline for video editors.
package struct TimelineCommand: Command {
    var session: DirectoryPath?
    var format: TimelineFormat?
    var output: NewFilePath?
    var force = false
    /// True to write a timeline for use on another machine. It refers to files by their paths in the zip archive in
    /// which clients download the session.
    package var isPortable = false

    init() {}

    static let declaration = CommandDeclaration<Self>(
        "timeline", "write a session as a timeline for a video editor",
        discussion: """
            Every output is a track, in sync to the frame; marks become markers. If the picture was directed, the \
            uppermost track is the cut: it shows the camera that was the main picture. The recorded files are neither \
            moved nor changed.

            FORMAT: otio (DaVinci Resolve, Kdenlive), fcpxml (Final Cut Pro, Resolve), edl (the cut alone, for nearly \
            all editors), kdenlive (Kdenlive, Shotcut, melt).

            Exit codes: 0 written; 64 SESSION is not a session or is not finished; 73 the file exists or cannot be \
            written; 74 the session cannot be read.
            """,
        examples: ["timeline ~/Videos/DualCam/Lecture_1 --as otio", "timeline . --as edl -o -"],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("as", "FORMAT", \.format, "otio, fcpxml, edl or kdenlive (default: by the file's extension)"),
            .value(
                "output", "FILE", \.output,
                "write to this file (default: SESSION.FORMAT in the session's folder); - is standard output",
                short: "o"),
            .flag("force", \.force, "replace the file if it exists"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let format = try chosenFormat()
        try await place.startGStreamer(quiet: true)
        let folder = place.absolute(session?.path ?? "")
        let timeline = try await BlockingCalls.perform { () throws(CommandFailure) in
            return try translated { () throws(SessionReadFailure) in
                try EditTimeline(reading: folder) { file, name in
                    do throws(GraphFailure) { return try FilePreview(file.path, named: name).facts } catch {
                        return nil
                    }
                }
            }
        }
        let text = format.text(of: isPortable ? timeline.portable : timeline)
        guard output?.path != NewFilePath.pipe else {
            try place.print(Array(text.utf8), "the timeline")
            return .finished
        }
        let path = output?.path ?? "\(folder)/\(timeline.name).\(format.rawValue)"
        try NewFile.write(
            Array(text.utf8), to: place.absolute(path), named: path, replacing: force,
            next: "Choose another file with --output, or replace it with --force.",
            elsewhere: "Choose another path with --output FILE.")
        place.output.write("\(path): \(timeline.summary)\n")
        return .finished
    }

    /// Returns the timeline format of the option `--as` or of the file's extension. Throws a usage failure if neither
    /// selects a format.
    private func chosenFormat() throws(CommandFailure) -> TimelineFormat {
        if let format = format ?? output?.timelineFormat { return format }
        let words = TimelineFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(.usage, "the format is missing", next: "Give --as with one of \(words).")
    }
}

extension NewFilePath {
    /// The timeline format that belongs to the extension of the new file's name; `nil` if none does.
    fileprivate var timelineFormat: TimelineFormat? {
        path.split(separator: ".").last.flatMap { TimelineFormat(rawValue: $0.lowercased()) }
    }
}

extension TimelineFormat: OptionWord {
    static let refusal = "is not a timeline format"
}

extension EditTimeline {
    /// A summary of the timeline for users, such as `3 tracks, 10:00 at 30 frames a second, 2 cuts, 1 mark`.
    fileprivate var summary: String {
        let seconds = Double(length) / rate.framesPerSecond
        let rate = Wording.number(rate.framesPerSecond, fractionDigits: self.rate.denominator == 1 ? 0 : 3)
        let counts = [(tracks.count, "track"), (max(0, cut.count - 1), "cut"), (markers.count, "mark")]
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return
            "\(counts[0]), \(Wording.clock(.milliseconds(Int64(seconds * 1000)))) at \(rate) frames a second, \(counts[1]), \(counts[2])"
    }
}
