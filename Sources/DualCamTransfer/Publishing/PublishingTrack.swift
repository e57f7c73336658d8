import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A file to be published, held open.
struct PublishingTrack {
    /// The role of the file at the service: `presenter`, `presentation` or `video`.
    var role: String
    /// The path of the file to be published, for messages.
    var path: String
    var file: PublishedFile
    /// The SHA-256 that the session's records list for the file; `nil` if unknown.
    var digest: String?
    var chapters: [Chapter] = []
    /// The recorded file, held open since it was found; `nil` for a file that was made from the session.
    private var held: HeldFile?

    /// The entry for this file in the record of the publication.
    var record: Publication.File { .init(name: file.name, role: role, bytes: file.bytes, digest: digest) }

    // MARK: Finding files
    /// Finds the file that the user chose to publish: an output by its name, or a file by its path. A relative path
    /// refers to the session's folder or else to the working directory. Throws a usage failure if there is no such
    /// file, or if the output has several files. Blocks.
    static func find(
        _ choice: String, as role: String, _ source: PublishingSource, in place: ProcessEnvironment
    ) throws(CommandFailure) -> PublishingTrack {
        let output = OutputName(choice)
        if source.outputs.contains(output) {
            try checkSingle(output, source)
            let file = try translated { () throws(LibraryFailure) in try source.file(of: output) }
            if let file { return try PublishingTrack(file, as: role) }
        }
        let paths = [choice.hasPrefix("/") ? choice : source.folder + "/" + choice, place.absolute(choice)]
        guard let path = paths.first(where: { place.files.kind(of: $0) == .file }) else {
            throw CommandFailure(
                .usage, "'\(choice)' is neither an output of '\(source.name)' nor a file",
                next: "Its outputs are \(source.outputs.map(\.rawValue).joined(separator: ", ")).")
        }
        let file = try translated { () throws(LibraryFailure) in try source.file(at: path) }
        guard let file else { return try PublishingTrack(made: path, as: role) }
        return try PublishingTrack(file, as: role)
    }

    /// Throws a usage failure if an output has several files, because only one file of an output can be published.
    private static func checkSingle(_ output: OutputName, _ source: PublishingSource) throws(CommandFailure) {
        let names = source.names(of: output)
        guard names.count > 1 else { return }
        throw CommandFailure(
            .usage, "'\(output.rawValue)' has \(names.count) files, but only one can be published",
            next: "Join them with 'dualcam trim \(source.folder) --join', and give the new file.")
    }

    private init(_ file: PublishingSource.File, as role: String) throws(CommandFailure) {
        self.file = try Self.open(file.held.path, file.path)
        (self.role, path, digest, chapters, held) = (role, file.path, file.digest, file.chapters, file.held)
    }

    /// Opens a file that was made from the session, such as an export.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - role: The role of the file at the service.
    private init(made path: String, as role: String) throws(CommandFailure) {
        (self.role, self.path, file) = (role, path, try Self.open(path, path))
    }

    private static func open(_ path: String, _ shown: String) throws(CommandFailure) -> PublishedFile {
        let name = shown.fileName
        let fitting = ExportContainer.allCases.filter { $0.kind != .animation }
        guard let container = ExportContainer(ending: name), fitting.contains(container) else {
            throw CommandFailure(
                .usage, "'\(shown)' does not have the extension of a supported video file",
                next: "Give one that ends with \(fitting.map { "." + $0.rawValue }.joined(separator: ", "))."
            )
        }
        let file: PublishedFile
        do throws(PublishingLoss) {
            file = try PublishedFile(path, name: name, mediaType: container.mediaType)
        } catch {
            guard case .unreadable(let reason) = error.failure else { throw CommandFailure(.fault, "\(error.failure)") }
            throw CommandFailure(
                .diskFailed, "'\(shown)' cannot be read: \(reason)", next: "Check its permissions and its disk.")
        }
        guard file.bytes > 0 else {
            throw CommandFailure(.usage, "'\(shown)' is empty", next: "Give a file that is not empty.")
        }
        return file
    }

    // MARK: Checking files
    /// Calculates the SHA-256 of the file to be published. Throws a failure if the file was recorded with another
    /// digest.
    ///
    /// - Throws: `ended` if `goesOn` returns false before the file was read completely.
    mutating func check(while goesOn: () -> Bool, ended: CommandFailure) throws(CommandFailure) {
        let found = try translated { () throws(GraphFailure) in
            try FileDigest.sha256(held?.path ?? path, goesOn: goesOn)
        }
        guard let found else { throw ended }
        guard digest == nil || digest == found else {
            throw CommandFailure(
                .diskFailed, "'\(path)' is not what was recorded: its SHA-256 differs",
                next: "See 'dualcam audit'; use it anyway with --unchecked.")
        }
        digest = found
    }
}
