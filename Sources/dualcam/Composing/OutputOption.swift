import DualCamPlan
import DualCamSession

/// What the option --output of a command takes: the failures of new files say by it what helps. Its functions block.
enum OutputOption: Sendable {
    case file
    case folder

    /// Bytes that others need on the disk.
    private static let reserve: Int64 = 200_000_000

    private var spelling: String {
        switch self {
        case .file: "--output FILE"
        case .folder: "--output DIR"
        }
    }

    /// Makes a file that gets its name from `keep`.
    func create(_ path: String) throws(CommandFailure) -> ComposedFile {
        do throws(NewFile.Refusal) { return try ComposedFile(path) } catch { throw failure(error, path) }
    }

    /// Gives the file its name, once it is whole.
    func keep(_ file: ComposedFile) throws(CommandFailure) {
        do throws(NewFile.Refusal) { try file.keep() } catch { throw failure(error, file.path) }
    }

    func write(_ text: String, _ file: ComposedFile) throws(CommandFailure) {
        if let problem = file.put(Array(text.utf8)) { throw failure(.notWritten(problem), file.path) }
        try keep(file)
    }

    /// Throws where the disk has no room for so many bytes.
    ///
    /// - Parameter what: what will take them: `'new.mov'`.
    func checkRoom(for bytes: Int64, of what: String, at file: ComposedFile) throws(CommandFailure) {
        guard let free = file.freeBytes, free < bytes +| Self.reserve else { return }
        throw CommandFailure(
            .diskFailed, "\(what) will take about \(Wording.bytes(bytes)), and \(Wording.bytes(free)) are free",
            next: "Make room, or choose another disk with \(spelling).")
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
                .outputNotCreated, "'\(path)' is there already", next: "Choose another \(other) with \(spelling)."),
            elsewhere: "Choose another \(place) with \(spelling).")
    }
}
