import DualCamPlan
import Glibc

/// The files that a session's ledger and `session.json` list, in the session's folder or in a folder of
/// `recording.fallback`. A list may come from an untrusted source, so its paths elsewhere need proof.
///
/// A file elsewhere is read only if its folder has the session's name and owner. It is changed or deleted only if that
/// folder has a mark (`.dualcam-session`) that names this session. The mark is written when the folder is created. A
/// name alone proves nothing, because a session may be called `Documents`. All calls block.
struct SessionStorage: Sendable {
    /// The session's folder, or the reason why it cannot be opened.
    private let opened: Result<SessionDirectory, FolderFailure>
    private let folder: String
    /// The folder's absolute path when it was opened; it may be removed later.
    private let realPath: String?
    /// The fallback folder that the current recording created itself.
    private let made: String?
    /// The maximum size of a mark in bytes; it contains one path.
    private static let longestMark: Int64 = 65_536

    init(_ folder: String, made: String? = nil) {
        self.folder = SessionDirectory.plain(folder)
        self.made = made.map(SessionDirectory.plain)
        opened = Result { () throws(FolderFailure) in try SessionDirectory(folder) }
        realPath = opened.value?.realPath
    }

    /// The session's folder.
    func directory() throws(FolderFailure) -> SessionDirectory { try opened.get() }

    /// Opens the listed file at a path; `nil` if it is missing.
    func open(_ path: String, for operation: FolderFailure.Operation) throws(FolderFailure) -> HeldFile? {
        guard let (directory, name) = try place(of: path, for: operation) else { return nil }
        return try directory.open(name, for: operation == .read ? .reading : .writing)
    }

    func facts(of path: String) throws(FolderFailure) -> FileFacts? {
        guard let (directory, name) = try place(of: path, for: .read) else { return nil }
        return try directory.facts(of: name)
    }

    /// Returns the size in bytes; `nil` if the file is missing or must not be touched.
    func size(of path: String) -> Int64? { knownFacts(of: path)?.size }

    /// Returns the bytes that the file occupies on the disk; `nil` if the file is missing or must not be touched.
    func occupied(_ path: String) -> Int64? { knownFacts(of: path)?.occupied }

    /// Returns the time of the last write in Unix nanoseconds; `nil` if the file is missing or its time is impossible.
    func changed(_ path: String) -> Int64? {
        guard let time = knownFacts(of: path)?.modified, WallTime.readable.contains(time) else { return nil }
        return time
    }

    /// Returns the file's metadata; `nil` if the file is missing or must not be touched.
    func knownFacts(of path: String) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: path) } catch { return nil }
    }

    /// Removes a listed file. A missing file is not an error.
    func remove(_ path: String) throws(FolderFailure) {
        guard let (directory, name) = try place(of: path, for: .remove) else { return }
        try directory.remove(name)
    }

    /// Throws if `remove` may not be tried for the path.
    func checkRemoval(of path: String) throws(FolderFailure) { _ = try place(of: path, for: .remove) }

    /// Removes the folder of a listed file if nothing else is left in it.
    func removeFolder(of path: String) throws(FolderFailure) {
        guard let (directory, _) = try place(of: path, for: .remove) else { return }
        let isFallback = directory.path != folder
        if isFallback, try directory.names() == [FileName.fallbackMark.text] {
            try directory.remove(.fallbackMark)
        }
        Disk.removeEmptyFolder(directory.path)
    }

    /// Finds the folder and the name of a listed path; `nil` if its folder is missing.
    private func place(
        of path: String, for operation: FolderFailure.Operation
    ) throws(FolderFailure) -> (SessionDirectory, FileName)? {
        let parent = Disk.parent(of: path)
        guard let name = FileName(Disk.name(of: path)), name.isRecording else {
            throw FolderFailure(operation, path: path, refusal: .name)
        }
        if parent == folder {
            let directory = try directory()
            if operation != .read { try directory.checkOwner(operation) }
            return (directory, name)
        }
        guard let directory = try fallback(parent, for: path, operation) else { return nil }
        guard operation != .read else { return (directory, name) }
        try directory.checkOwner(operation)
        if parent == made { return (directory, name) }
        guard try isMarked(directory) || planted(.nameProves) else {
            throw FolderFailure(operation, path: path, refusal: .unmarked)
        }
        return (directory, name)
    }

    private func fallback(
        _ parent: String, for path: String, _ operation: FolderFailure.Operation
    ) throws(FolderFailure) -> SessionDirectory? {
        let elsewhere = FolderFailure(operation, path: path, refusal: .elsewhere)
        let hasName =
            !path.split(separator: "/").contains("..") && Disk.name(of: parent) == Disk.name(of: realPath ?? folder)
        let directory: SessionDirectory
        do throws(FolderFailure) { directory = try SessionDirectory(parent) } catch {
            guard hasName || parent == made else { throw elsewhere }
            if error.isMissing { return nil }
            throw error
        }
        if parent == made { return directory }
        let isProven = try isMarked(directory)
        guard hasName || isProven else { throw elsewhere }
        guard planted(.strangersFolder) || directory.owner == opened.value?.owner ?? directory.system.geteuid() else {
            throw FolderFailure(operation, path: path, refusal: .otherOwner(directory.owner))
        }
        return directory
    }

    private func isMarked(_ directory: SessionDirectory) throws(FolderFailure) -> Bool {
        guard let realPath, let text = try directory.text(of: .fallbackMark, upTo: Self.longestMark) else {
            return false
        }
        return JSONValue(ifJSON: text)?["session"]?.text == realPath
    }

    /// The text of the mark in a fallback folder for the session in a folder.
    static func mark(of session: String) -> String {
        JSONValue.object([.init("session", .string(session))]).line + "\n"
    }
}

extension Result {
    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
