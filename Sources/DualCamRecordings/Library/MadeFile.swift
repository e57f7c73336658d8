package import DualCamConfig
import DualCamPlan

/// A file that `compose`, `export`, `trim`, `dub` or `stabilise` made from a finished session. The file is in the
/// session's folder or a subfolder.
package struct MadeFile: Sendable, Equatable {
    /// The kinds of made files. The raw values are stored and must not change.
    package enum Kind: String, Sendable, CaseIterable {
        case compose, export, trim, dub, stabilise
        /// A text file next to an exported file. It lists chapters in the form that YouTube accepts.
        case chapters
    }

    /// A note about a made file, stored as `made-ID.json` in the session's subfolder `.dualcam`.
    struct Note: Equatable {
        var kind: Kind
        /// The path of the made file relative to the session's folder: a name, or a folder and a name.
        var path: String
        /// The identity of the file's content when the note was written, as JSON: its size, its inode and the time of
        /// its last write.
        var mark: JSONValue

        init(_ kind: Kind, _ path: String, _ mark: JSONValue) { (self.kind, self.path, self.mark) = (kind, path, mark) }

        /// Parses a note in the form that `json` returns; `nil` for anything else.
        init?(_ json: JSONValue) {
            guard let kind = json["kind"]?.text.flatMap({ Kind(rawValue: $0) }), let path = json["path"]?.text,
                let mark = json["of"]
            else { return nil }
            self.init(kind, path, mark)
        }

        var json: JSONValue { .of(["path": path, "kind": kind.rawValue, "of": mark]) }
    }

    /// The number of the made file: 1 for the first file made from the session, 2 for the second, and so on.
    package var id: Int
    package var kind: Kind
    package var path: String
    /// The identity of the file's content when the file was looked up.
    package var facts: SessionLibrary.Facts

    /// The made file's name without the path to it.
    package var name: String { Disk.name(of: path) }

    /// The media type of the made file, by the extension of its name.
    package var mediaType: String { ExportContainer(ending: path)?.mediaType ?? "text/plain; charset=utf-8" }

    /// The made file as JSON, with the members `id`, `kind`, `path`, `bytes`, `time` (UTC) and `type`.
    var json: JSONValue {
        .of([
            "id": id, "kind": kind.rawValue, "path": path, "bytes": facts.size,
            "time": WallTime.readable.contains(facts.changed) ? WallTime.iso8601(facts.changed) : nil as String?,
            "type": mediaType,
        ])
    }
}

extension ExportContainer {
    /// The media type of files in this container format.
    package var mediaType: String {
        switch self {
        case .mov: "video/quicktime"
        case .mp4: "video/mp4"
        case .mkv: "video/x-matroska"
        case .m4a: "audio/mp4"
        case .ogg: "audio/ogg"
        case .gif: "image/gif"
        case .webp: "image/webp"
        }
    }
}

/// The files that jobs, such as exports, made from a session. Files that have changed since they were made are left
/// out. All calls block.
extension DerivedFiles {
    /// The made files of the session, in the order of creation.
    var madeFiles: [MadeFile] {
        notes.compactMap { id, note in
            do throws(FolderFailure) { return try open(note).map { MadeFile(id, note, $0.facts) } } catch { return nil }
        }
    }

    /// Opens the made file with the number `id`. Returns `nil` if there is none, or if it was changed since it was
    /// made.
    func madeFile(_ id: Int) throws(FolderFailure) -> (file: HeldFile, made: MadeFile)? {
        guard let note = note(id), let found = try open(note) else { return nil }
        return (found.file, MadeFile(id, note, found.facts))
    }

    /// Stores a note about a newly made file in the session's records. The file is then listed, and is deleted together
    /// with the session.
    ///
    /// - Parameter path: The file's path relative to the session's folder.
    func add(_ path: String, _ kind: MadeFile.Kind) throws(FolderFailure) {
        guard let (folder, name) = try place(of: path), let facts = try folder.facts(of: name) else { return }
        try add(.init(kind, path, SessionLibrary.Facts(facts).mark))
    }

    /// Deletes the made file with the number `id`, and its note. Also deletes the subfolder that contained it if it is
    /// then empty.
    ///
    /// - Returns: The size of the file in bytes; `nil` if there is no such file.
    func deleteMade(_ id: Int) throws(FolderFailure) -> Int64? {
        guard let (_, made) = try madeFile(id), let (folder, name) = try place(of: made.path) else { return nil }
        try folder.remove(name)
        if let parent = Self.parts(of: made.path)?.folder { session.removeEmptyFolder(parent) }
        try removeNote(id)
        return made.facts.size
    }

    /// Deletes all made files of the session that can be deleted, except those whose paths are in `recorded`.
    ///
    /// - Returns: The number of bytes freed, and the paths of files that could not be deleted.
    func removeMade(besides recorded: [String]) -> (bytes: Int64, left: [String]) {
        var (bytes, left): (Int64, [String]) = (0, [])
        for file in madeFiles where !recorded.contains(file.path) {
            do throws(FolderFailure) { bytes = bytes +| (try deleteMade(file.id) ?? 0) } catch {
                left.append(error.path)
            }
        }
        return (bytes, left)
    }

    private func open(_ note: MadeFile.Note) throws(FolderFailure) -> (file: HeldFile, facts: SessionLibrary.Facts)? {
        guard let (folder, name) = try place(of: note.path), let file = try folder.open(name, for: .reading),
            let facts = file.known.map({ SessionLibrary.Facts($0) }), facts.mark == note.mark
        else { return nil }
        return (file, facts)
    }

    /// Returns the open folder and the file name for the path of a made file, relative to the session's folder. Returns
    /// `nil` if the folder is missing, or if the path leads elsewhere.
    private func place(of path: String) throws(FolderFailure) -> (SessionDirectory, FileName)? {
        guard let (folder, name) = Self.parts(of: path) else { return nil }
        guard let folder else { return (session, name) }
        return try session.folder(folder).map { ($0, name) }
    }

    private static func parts(of path: String) -> (folder: FileName?, name: FileName)? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map { FileName(String($0)) }
        let own = names.compactMap(\.self).filter { !FileName.journal.contains($0) }
        guard own.count == names.count, (1...2).contains(own.count), let name = own.last else { return nil }
        return (own.count == 2 ? own[0] : nil, name)
    }
}

extension MadeFile {
    fileprivate init(_ id: Int, _ note: Note, _ facts: SessionLibrary.Facts) {
        (self.id, kind, path, self.facts) = (id, note.kind, note.path, facts)
    }

    /// Stores a note about a file that was just made from the session in `folder`. Does nothing for a file outside that
    /// folder.
    ///
    /// - Throws: `FolderFailure` if the session's folder cannot be written.
    package static func note(_ path: String, _ kind: Kind, of folder: String) throws(FolderFailure) {
        let prefix = SessionDirectory.plain(folder) + "/"
        guard path.hasPrefix(prefix) else { return }
        try DerivedFiles(SessionDirectory(folder)).add(String(path.dropFirst(prefix.count)), kind)
    }
}

extension SessionLibrary {
    /// Opens a file that a job made from a session. Throws `noFile` if there is no such file, or if it was changed.
    ///
    /// - Parameter id: The number of the made file (`MadeFile.id`).
    package func made(_ id: Int, of session: String) throws(LibraryFailure) -> (file: HeldFile, made: MadeFile) {
        _ = try report(of: session)
        let files = try derived(of: session)
        guard let found = try LibraryFailure.translate(files.madeFile(id)) else {
            throw .noFile("\(id)")
        }
        return found
    }

    /// Permanently deletes a file that a job made from a session, and its note. Throws `noFile` for a recorded file,
    /// which is never deleted by this function.
    package func removeMade(_ id: Int, of session: String) throws(LibraryFailure) {
        let made = try made(id, of: session).made
        guard try report(of: session).file(named: made.path) == nil else { throw .noFile(made.path) }
        let files = try derived(of: session)
        _ = try LibraryFailure.translate(files.deleteMade(id))
    }
}
