import CommandLine
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// The option `--output` of a command: the path of a new file or of a new folder. Its functions create and name new
/// files; their error messages suggest this option. All functions block.
enum OutputOption: Sendable {
    case file
    case folder

    /// The number of bytes to leave free on the disk for other programs.
    private static let reserve: Int64 = 200_000_000

    private var spelling: String {
        switch self {
        case .file: "--output FILE"
        case .folder: "--output DIR"
        }
    }

    /// Creates a new file without a name. When the file is complete, `keep` gives it its name.
    ///
    /// - Parameter path: The path that the file will have.
    func create(_ path: String) throws(CommandFailure) -> NewFile {
        do throws(NewFile.Refusal) { return try NewFile(path) } catch { throw failure(error, path) }
    }

    /// Gives a complete new file its name. Throws a failure if the name is already taken.
    func keep(_ file: NewFile) throws(CommandFailure) {
        do throws(NewFile.Refusal) { try file.keep() } catch { throw failure(error, file.path) }
    }

    /// Moves a complete file to its final path. Throws a failure if another file has taken the path in the meantime.
    func move(_ source: String, to path: String) throws(CommandFailure) {
        do throws(NewFile.Refusal) { try NewFile.move(source, to: path) } catch { throw failure(error, path) }
    }

    func write(_ text: String, _ file: NewFile) throws(CommandFailure) { try write(Array(text.utf8), file) }

    func write(_ bytes: [UInt8], _ file: NewFile) throws(CommandFailure) {
        if let problem = file.put(bytes) { throw failure(.notWritten(problem), file.path) }
        try keep(file)
    }

    /// Throws a failure if the disk has too little space for a new file.
    ///
    /// - Parameter what: The name of the new file or folder in the message, such as `'new.mov'`.
    func checkRoom(for bytes: Int64, of what: String, at file: NewFile) throws(CommandFailure) {
        guard let free = file.freeBytes, free < bytes +| Self.reserve else { return }
        throw CommandFailure(
            .diskFailed,
            naming: "\(what) will take about \(Wording.bytes(bytes)), but only \(Wording.bytes(free)) are free",
            next: "Free space\(commandLineOnly: ", or choose another disk with \(spelling)").")
    }

    private func failure(_ refusal: NewFile.Refusal, _ path: String) -> CommandFailure {
        let (other, place) =
            switch self {
            case .file: ("file", "place")
            case .folder: ("folder", "folder")
            }
        return refusal.failure(
            of: path,
            CommandFailure(
                .outputNotCreated, naming: "'\(path)' already exists",
                next: "\(commandLineOnly: "Choose another \(other) with \(spelling).")"),
            elsewhere: "\(commandLineOnly: "Choose another \(place) with \(spelling).")")
    }
}

extension ProcessEnvironment {
    /// Adds a new file in a session's folder to the session's records, so that it is listed. Prints a warning on
    /// failure.
    func noteMade(_ path: String, _ kind: MadeFile.Kind, of folder: String) {
        do throws(FolderFailure) { try MadeFile.note(path, kind, of: folder) } catch {
            note("warning: '\(path)' is complete, but its session does not list it: \(error.message)", .warning)
        }
    }
}
