import Glibc

/// A session's folder on the disk. Its calls block: the session makes them on a queue of its own.
///
/// While a session runs, the folder holds `UNFINISHED` (the mark), `ledger.jsonl` (one entry a line) and
/// `session.json`. A session that ended well leaves `session.json` and its files.
public struct SessionFolder: Sendable, Equatable {
    public static let mark = "UNFINISHED"
    public static let ledger = "ledger.jsonl"
    public static let manifest = "session.json"
    /// What `session.json` is written to before it takes the old one's place.
    static let temporary = ".session.json"

    /// The folder's path, as `directory` was given.
    public let path: String
    /// Every folder that was made for it, outermost first; the session's own is the last.
    private let made: [String]

    /// Makes a new folder in `directory` (which is made, too, when it is missing) and marks it as unfinished. A name
    /// that is taken gets `-2`, `-3` ...; nothing is overwritten.
    ///
    /// - Throws: `FolderFailure`; then nothing is left behind.
    public static func create(in directory: String, names: SessionNames) throws(FolderFailure) -> SessionFolder {
        let parents = try Disk.createFolders(directory)
        var own: SessionFolder?
        do throws(FolderFailure) {
            let folder = SessionFolder(path: try claim(in: directory, names), parents: parents)
            own = folder
            try Disk.append("", to: folder.file(mark))
            return folder
        } catch {
            if let own { own.discard(files: []) } else { for parent in parents.reversed() { rmdir(parent) } }
            throw error
        }
    }

    private init(path: String, parents: [String]) {
        self.path = path
        made = parents + [path]
    }

    private static func claim(in directory: String, _ names: SessionNames) throws(FolderFailure) -> String {
        let place = directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/"
        var attempt = 1
        while true {
            let path = place + names.folder(attempt: attempt)
            if mkdir(path, 0o777) == 0 { return path }
            guard errno == EEXIST, attempt < 10_000 else {
                throw FolderFailure(.createFolder, path: path, errorNumber: errno)
            }
            attempt += 1
        }
    }

    /// Bytes that can still be written on the disk of `path` (`statvfs`); `nil`: not known.
    public static func freeBytes(_ path: String) -> Int64? { Disk.freeBytes(path) }

    /// Whether a path is a session's folder, of whatever version.
    public static func isSession(_ path: String) -> Bool {
        isMarked(path) || Disk.isPlainFile(path + "/" + manifest)
    }

    /// Whether a folder carries the mark of an unfinished session.
    public static func isMarked(_ path: String) -> Bool { Disk.isPlainFile(path + "/" + mark) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Returns when the folder and its mark are on the disk, whatever happens to the power from then on.
    func anchor() throws(FolderFailure) {
        try Disk.write("", to: file(Self.mark))
        for folder in made.reversed() + [Disk.parent(of: made.first ?? path)] { try Disk.synchroniseFolder(folder) }
    }

    /// Appends one line to `ledger.jsonl`.
    func append(_ line: String) throws(FolderFailure) { try Disk.append(line + "\n", to: file(Self.ledger)) }

    /// Writes `session.json` so that it is either the old or the new one, whatever happens, with the whole ledger in
    /// it.
    func save(_ manifest: Manifest) throws(FolderFailure) {
        try Disk.replace(
            file(Self.manifest), with: manifest.text(ledger: ledgerLines()) + "\n", by: file(Self.temporary))
    }

    /// Removes the ledger's own file, which `session.json` repeats, and the mark.
    func finish() throws(FolderFailure) {
        try Disk.remove(file(Self.ledger))
        try Disk.remove(file(Self.mark))
        try Disk.synchroniseFolder(path)
    }

    /// Removes everything that was made for the session: its own files, `files`, and the folders, as far as they are
    /// empty.
    func discard(files: [String]) {
        let own = [Self.ledger, Self.manifest, Self.mark].map(file)
        for path in files + own { unlink(path) }
        for folder in made.reversed() { rmdir(folder) }
    }

    private func ledgerLines() throws(FolderFailure) -> [String] {
        guard Disk.size(file(Self.ledger)) != nil else { return [] }
        return try Disk.read(file(Self.ledger)).split(separator: "\n").map(String.init)
    }
}
