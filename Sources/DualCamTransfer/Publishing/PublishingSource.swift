import DualCamConfig
import DualCamRecordings

/// A finished session with files to publish at a service. All functions block.
struct PublishingSource: Sendable {
    /// A recorded file to publish, held open.
    struct File: Sendable {
        var name: String
        /// The path of the recorded file, for messages.
        var path: String
        var output: OutputName
        /// The open file, which stays readable even if its name disappears.
        var held: HeldFile
        /// The file's SHA-256 as listed in `session.json`, in hexadecimal digits; `nil` if it was not computed.
        var digest: String?
        /// The marks that lie within the file, as chapters.
        var chapters: [Chapter]
    }

    /// `folder`: the path of the session's folder; `name`: the name of that folder.
    let folder: String
    let name: String
    /// The title that a user gave to the session, or else the recording's name.
    let title: String
    /// The tags that users gave to the session; may be empty.
    let tags: [String]
    /// The Unix time, in nanoseconds, at which the session's recording began; `nil` if unknown.
    let start: Int64?
    private let directory: SessionDirectory
    private let record: SessionRecord
    private let storage: SessionStorage

    /// Reads a session to publish.
    ///
    /// - Throws: `LibraryFailure` if the session is being recorded or is not finished.
    init(reading folder: String) throws(LibraryFailure) {
        (record, directory, name) = try SessionRecord.finished(folder)
        self.folder = record.folder
        let derived = DerivedFiles(directory)
        (title, tags, start) = (derived.title ?? record.name, derived.tags.tags, record.start)
        storage = SessionStorage(record.folder)
    }

    /// The outputs of the session that have files, in the order in which the session lists them.
    var outputs: [OutputName] {
        record.history.allOutputs.filter { !listed($0).isEmpty }
    }

    /// Returns the names of an output's recorded files, without their folders.
    func names(of output: OutputName) -> [String] { listed(output).map(\.name) }

    /// Opens the first file of an output. Returns `nil` if the output has no files.
    ///
    /// - Throws: `LibraryFailure` if the file is missing or its size differs from the listed size.
    func file(of output: OutputName) throws(LibraryFailure) -> File? {
        guard let file = listed(output).first else { return nil }
        return try open(file)
    }

    /// Opens the recorded file at a path. Returns `nil` if the session recorded no file there.
    ///
    /// - Throws: `LibraryFailure` if the file is missing or its size differs from the listed size.
    func file(at path: String) throws(LibraryFailure) -> File? {
        guard let file = record.history.files.first(where: { $0.path == path }) else { return nil }
        return try open(file)
    }

    /// Returns the recorded files of an output. Files into which nothing was recorded are left out.
    private func listed(_ output: OutputName) -> [RecordedFile] {
        record.history.files.filter { file in
            file.output == output && (file.isFinished || file.digest != nil || storage.size(of: file.path) != nil)
        }
    }

    private func open(_ file: RecordedFile) throws(LibraryFailure) -> File {
        let held = try LibraryFailure.translate(storage.open(file.path, for: .read))
        guard let held else { throw .noFile(file.name) }
        guard file.size == nil || file.size == held.size else { throw .changed(file.name) }
        let history = record.history
        let chapters = file.summary.map { history.marks.chapters(of: $0, in: file.part, history.pauses(in: file.part)) }
        return File(
            name: file.name, path: file.path, output: file.output, held: held, digest: file.digest,
            chapters: chapters ?? [])
    }

    // MARK: Publications
    /// The session's publications, oldest first.
    var publications: [Publication] { DerivedFiles(directory).publications }

    /// Stores a publication in the session's folder.
    ///
    /// - Parameter draft: The stored earlier state of the same publication, which is replaced; `nil` if none was
    ///   stored.
    func keep(_ publication: Publication, inPlaceOf draft: Publication? = nil) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.publications.filter { $0.json != draft?.json }
        try LibraryFailure.translate(derived.write(others + [publication]))
    }

    /// Removes the stored draft of a publication that was not sent.
    func forget(_ draft: Publication) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        try LibraryFailure.translate(derived.write(derived.publications.filter { $0.json != draft.json }))
    }

    /// Locks the session against publishing by other processes while the returned value lives. Returns `nil` if another
    /// process publishes it.
    func lock() -> BackupLock? { BackupLock(directory) }
}
