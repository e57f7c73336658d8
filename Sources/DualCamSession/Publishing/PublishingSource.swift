package import DualCamConfig
import DualCamPlan

/// A finished session of which something is to be published. Its calls block.
package struct PublishingSource: Sendable {
    /// A recorded file, held open.
    package struct File: Sendable {
        package var name: String
        /// For messages.
        package var path: String
        package var output: OutputName
        package var held: HeldFile
        /// SHA-256 in hexadecimal digits, as the session lists it; `nil`: it was not computed.
        package var digest: String?
        /// The marks that lie in it.
        package var chapters: [Chapter]
    }

    /// The session's folder, and its last name from the root.
    package let folder: String
    package let name: String
    /// The name that a person has given to the session, else the one with which it was recorded.
    package let title: String
    package let tags: [String]
    /// Unix nanoseconds of the first common instant; `nil`: not known.
    package let start: Int64?
    private let directory: SessionDirectory
    private let record: SessionRecord
    private let storage: SessionStorage

    /// - Throws: for a session that is being recorded or is not finished.
    package init(reading folder: String) throws(LibraryFailure) {
        (record, directory, name) = try SessionRecord.finished(folder)
        self.folder = record.folder
        let derived = DerivedFiles(directory)
        (title, tags, start) = (derived.title ?? record.name, derived.tags.tags, record.start)
        storage = SessionStorage(record.folder)
    }

    /// The outputs that have files, in their order.
    package var outputs: [OutputName] {
        record.history.allOutputs.filter { !listed($0).isEmpty }
    }

    /// Returns the names of an output's files.
    package func names(of output: OutputName) -> [String] { listed(output).map(\.name) }

    /// Opens the only file of an output.
    ///
    /// - Throws: where it is not there or not as large as it was.
    package func file(of output: OutputName) throws(LibraryFailure) -> File? {
        guard let file = listed(output).first else { return nil }
        return try open(file)
    }

    /// Opens the recorded file at a path; `nil`: none of the session's was recorded there.
    package func file(at path: String) throws(LibraryFailure) -> File? {
        guard let file = record.history.files.first(where: { $0.path == path }) else { return nil }
        return try open(file)
    }

    /// Nothing was recorded into those that are left out.
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

    // MARK: What is known of publications
    /// The oldest first.
    package var publications: [Publication] { DerivedFiles(directory).publications }

    /// Keeps what is known of a publication in the session's folder, in the place of what was kept of it before.
    ///
    /// - Parameter draft: as it was kept before; `nil`: it was not.
    package func keep(_ publication: Publication, inPlaceOf draft: Publication? = nil) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        let others = derived.publications.filter { $0.json != draft?.json }
        try LibraryFailure.translate(derived.write(others + [publication]))
    }

    /// Takes away what was kept of a publication of which nothing came.
    package func forget(_ draft: Publication) throws(LibraryFailure) {
        let derived = DerivedFiles(directory)
        try LibraryFailure.translate(derived.write(derived.publications.filter { $0.json != draft.json }))
    }

    /// Keeps others from publishing something of the session as long as the value lives; `nil`: somebody does.
    package func lock() -> BackupLock? { BackupLock(directory) }
}
