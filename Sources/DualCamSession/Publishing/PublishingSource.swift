package import DualCamConfig
import DualCamPlan

/// A finished session with files to publish. Its calls block.
package struct PublishingSource: Sendable {
    /// A recorded file, held open.
    package struct File: Sendable {
        package var name: String
        /// The file's path, for messages.
        package var path: String
        package var output: OutputName
        package var held: HeldFile
        /// The listed SHA-256 in hexadecimal digits; `nil` if it was not computed.
        package var digest: String?
        /// The marks within the file.
        package var chapters: [Chapter]
    }

    /// The session's folder, and the last name of its absolute path.
    package let folder: String
    package let name: String
    /// The title that a person gave to the session, or else its recorded name.
    package let title: String
    package let tags: [String]
    /// The Unix time of the first common instant in nanoseconds; `nil` if not known.
    package let start: Int64?
    private let directory: SessionDirectory
    private let record: SessionRecord
    private let storage: SessionStorage

    /// Reads a session to publish.
    ///
    /// - Throws: `LibraryFailure` when the session is being recorded or not finished.
    package init(reading folder: String) throws(LibraryFailure) {
        (record, directory, name) = try SessionRecord.finished(folder)
        self.folder = record.folder
        let derived = DerivedFiles(directory)
        (title, tags, start) = (derived.title ?? record.name, derived.tags.tags, record.start)
        storage = SessionStorage(record.folder)
    }

    /// The outputs that have files, in order.
    package var outputs: [OutputName] {
        record.history.allOutputs.filter { !listed($0).isEmpty }
    }

    /// Returns the names of an output's files.
    package func names(of output: OutputName) -> [String] { listed(output).map(\.name) }

    /// Opens the first file of an output; `nil` if it has none.
    ///
    /// - Throws: `LibraryFailure` when the file is missing or has another size.
    package func file(of output: OutputName) throws(LibraryFailure) -> File? {
        guard let file = listed(output).first else { return nil }
        return try open(file)
    }

    /// Opens the recorded file at a path; `nil` if the session recorded no file there.
    package func file(at path: String) throws(LibraryFailure) -> File? {
        guard let file = record.history.files.first(where: { $0.path == path }) else { return nil }
        return try open(file)
    }

    /// Lists the files of an output, without files into which nothing was recorded.
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
    package var publications: [Publication] { DerivedFiles(directory).publications }

    /// Stores a publication in the session's folder, replacing its draft.
    ///
    /// - Parameter draft: The publication as stored before; `nil` if it was not.
    package func keep(_ publication: Publication, inPlaceOf draft: Publication? = nil) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.publications.filter { $0.json != draft?.json }
        try LibraryFailure.translate(derived.write(others + [publication]))
    }

    /// Removes the stored draft of a publication that did not come about.
    package func forget(_ draft: Publication) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        try LibraryFailure.translate(derived.write(derived.publications.filter { $0.json != draft.json }))
    }

    /// Keeps other processes from publishing the session while the value lives; `nil` if another process publishes it.
    package func lock() -> BackupLock? { BackupLock(directory) }
}
