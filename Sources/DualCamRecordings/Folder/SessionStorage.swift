import DualCamPlan
import Glibc

/// Accesses the files that a session's ledger and `session.json` list, in the session's own folder or a fallback folder
/// (`recording.fallback`). The list may come from an untrusted source. dualcam therefore checks that a file outside the
/// session's folder belongs to the session.
///
/// A file in another folder is read only if that folder has the same name and owner as the session's folder. The file
/// is changed or deleted only if the folder's marker file (`.dualcam-session`) names this session. The marker is
/// written when the fallback folder is created. The name alone proves nothing, because a session may be called
/// `Documents`. All calls block.
package struct SessionStorage: Sendable {
    /// The session's folder, held open; or the error that prevented opening it.
    private let opened: Result<SessionDirectory, FolderFailure>
    private let folder: String
    /// The absolute path that the session's folder had when it was opened; `nil` if unknown. The folder may have been
    /// removed since.
    private let realPath: String?
    /// The fallback folder that the current recording created itself, so that its marker file need not be checked;
    /// `nil` if there is none.
    private let made: String?
    /// The maximum size of a fallback folder's marker file, in bytes; it contains one path.
    private static let longestMark: Int64 = 65_536

    /// Opens a session's folder. If that fails, each later call throws this failure or returns `nil`. Blocks.
    ///
    /// - Parameter made: The fallback folder that the current recording created itself; `nil` if there is none.
    package init(_ folder: String, made: String? = nil) {
        self.folder = SessionDirectory.plain(folder)
        self.made = made.map(SessionDirectory.plain)
        opened = Result { () throws(FolderFailure) in try SessionDirectory(folder) }
        realPath = opened.value?.realPath
    }

    /// Returns the session's open folder. Throws if it could not be opened.
    func directory() throws(FolderFailure) -> SessionDirectory { try opened.get() }

    /// Opens the file at a path that the session lists. Returns `nil` if the file is missing. Throws `FolderFailure`,
    /// with a `refusal` if the file must not be accessed.
    package func open(_ path: String, for operation: FolderFailure.Operation) throws(FolderFailure) -> HeldFile? {
        guard let (directory, name) = try place(of: path, for: operation) else { return nil }
        return try directory.open(name, for: operation == .read ? .reading : .writing)
    }

    package func facts(of path: String) throws(FolderFailure) -> FileFacts? {
        guard let (directory, name) = try place(of: path, for: .read) else { return nil }
        return try directory.facts(of: name)
    }

    /// Returns the size of a listed file in bytes; `nil` if the file is missing or must not be accessed
    /// (`FileRefusal`).
    package func size(of path: String) -> Int64? { knownFacts(of: path)?.size }

    /// Returns the number of bytes that a listed file occupies on the disk; `nil` if the file is missing or must not be
    /// accessed (`FileRefusal`).
    func occupied(_ path: String) -> Int64? { knownFacts(of: path)?.occupied }

    /// Returns the time of a listed file's last write, in Unix nanoseconds; `nil` if the file is missing or the time is
    /// implausible.
    func changed(_ path: String) -> Int64? {
        guard let time = knownFacts(of: path)?.modified, WallTime.readable.contains(time) else { return nil }
        return time
    }

    /// Returns the metadata of a listed file; `nil` if the file is missing or must not be accessed (`FileRefusal`).
    func knownFacts(of path: String) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: path) } catch { return nil }
    }

    /// Removes a file that the session lists. A missing file is not an error. Throws `FolderFailure`, with a `refusal`
    /// if the file must not be removed.
    package func remove(_ path: String) throws(FolderFailure) {
        guard let (directory, name) = try place(of: path, for: .remove) else { return }
        try directory.remove(name)
    }

    /// Checks whether a listed file may be removed, without removing it. Throws the error that `remove` would throw.
    func checkRemoval(of path: String) throws(FolderFailure) { _ = try place(of: path, for: .remove) }

    /// Removes the folder of a listed file if the folder is empty, or contains only the marker file of a fallback
    /// folder.
    func removeFolder(of path: String) throws(FolderFailure) {
        guard let (directory, _) = try place(of: path, for: .remove) else { return }
        let isFallback = directory.path != folder
        if isFallback, try directory.names() == [FileName.fallbackMark.text] {
            try directory.remove(.fallbackMark)
        }
        Disk.removeEmptyFolder(directory.path)
    }

    /// Returns the open folder and the file name for a listed path, after checking that the operation is allowed; `nil`
    /// if the folder is missing.
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

    /// Returns the text of the marker file for a fallback folder: a JSON object with the session's absolute path
    /// `session`.
    static func mark(of session: String) -> String {
        JSONValue.object([.init("session", .string(session))]).line + "\n"
    }
}

extension Result {
    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
