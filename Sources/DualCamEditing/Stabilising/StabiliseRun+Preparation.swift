import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A recorded file of a camera, and the stabilised file to be made from it.
struct SteadyFile: Sendable {
    var source: ComposedSession.File
    /// The path of the stabilised file.
    var path: String
    var rate: FrameRate
    var container: Container
    /// The codec of the recorded file's sound; `nil` if the file has no sound.
    var sound: AudioCodec?

    /// The length of the recorded file in nanoseconds, at least 1.
    var length: Int64 { max(1, source.end -| source.start) }
}

extension StabiliseRun {
    /// Returns the stabilised files to make: one for each recorded file of the camera. Throws a failure if the camera
    /// has no files. Blocks.
    ///
    /// - Parameter reservations: A list to which the reservations of the new files' paths are added.
    func files(
        of session: TrimmedSession, _ reservations: inout [NameReservation]
    ) throws(CommandFailure) -> [SteadyFile] {
        let cameras = session.files.filter { $0.key != .combined && !$0.value.isEmpty }
        guard let recorded = cameras[OutputName(camera)] else {
            let known = cameras.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw CommandFailure(
                .usage, naming: "\(option: "camera"): the session has no files of a camera '\(camera)'",
                next: known.isEmpty ? "None of its cameras has files." : "It has those of \(known).")
        }
        let facts = try translated { () throws(GraphFailure) in
            try FilePreview(recorded[0].path, named: recorded[0].path).facts
        }
        let sound = facts.audio.flatMap { AudioCodec(rawValue: $0) }
        let container = try container(of: recorded[0].path, sound)
        var files: [SteadyFile] = []
        for (number, file) in recorded.enumerated() {
            let path = path(in: session.folder, container, recorded.count > 1 ? "_\(number.padded)" : "")
            let reservation = try making.reserve(path)
            reservations.append(reservation)
            files.append(
                SteadyFile(
                    source: file, path: reservation.path, rate: facts.video?.rate ?? session.rate,
                    container: container, sound: sound))
        }
        return files
    }

    private func path(in folder: String, _ container: Container, _ number: String) -> String {
        let ending = ".\(container.rawValue)"
        guard let output = making.output else { return "\(folder)/\(camera)_stabilised\(number)\(ending)" }
        return "\(output.prefix(output.count - ending.count))\(number)\(output.suffix(ending.count))"
    }

    /// Returns the container format of the stabilised file. It is determined by the extension of the file given by
    /// `--output` or, without that option, of the recorded file. Throws a usage failure if the format is not supported
    /// or cannot contain the sound.
    private func container(of recorded: String, _ sound: AudioCodec?) throws(CommandFailure) -> Container {
        let name = making.output ?? recorded
        guard let container = ExportContainer(ending: name)?.video else {
            throw CommandFailure(
                .usage, "'\(name)' is not a file of a supported format",
                next: "Let the name end with .mov, .mp4 or .mkv.")
        }
        guard let sound, !container.accepts(sound) else { return container }
        throw CommandFailure(
            .usage, "\(container.rawValue) files cannot hold \(sound.rawValue) sound, which is copied",
            next: "Let the file's name end with .mov or .mkv.")
    }
}
