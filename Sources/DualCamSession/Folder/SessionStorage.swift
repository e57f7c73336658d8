import DualCamPlan
import Glibc

/// The files that a session's ledger and `session.json` list, wherever they lie: in the session's folder, or in a folder of
/// `recording.fallback`. A list may come from anybody, so what it says of other places is not believed without proof.
///
/// A file elsewhere is read only in a folder that has the session's own name and its owner. It is changed or deleted only where
/// that folder carries a mark (`.dualcam-session`), left there when it was made, that names this very session: a name alone
/// proves nothing, for anybody may call a session `Documents`. All calls block.
struct SessionStorage: Sendable {
    /// The session's folder, or why it cannot be opened.
    private let opened: Result<SessionDirectory, FolderFailure>
    private let folder: String
    /// Its path from the root when it was opened: it may be removed meanwhile.
    private let realPath: String?
    /// The fallback's folder of the recording that is under way, which has made it itself.
    private let made: String?
    /// Such a mark has one path in it.
    private static let longestMark: Int64 = 65_536

    init(_ folder: String, made: String? = nil) {
        self.folder = SessionDirectory.plain(folder)
        self.made = made.map(SessionDirectory.plain)
        opened = Result { () throws(FolderFailure) in try SessionDirectory(folder) }
        realPath = opened.value?.realPath
    }

    /// The session's folder.
    func directory() throws(FolderFailure) -> SessionDirectory { try opened.get() }

    /// The listed file at a path; `nil`: there is none.
    func open(_ path: String, for operation: FolderFailure.Operation) throws(FolderFailure) -> HeldFile? {
        guard let (directory, name) = try place(of: path, for: operation) else { return nil }
        return try directory.open(name, for: operation == .read ? .reading : .writing)
    }

    func facts(of path: String) throws(FolderFailure) -> FileFacts? {
        guard let (directory, name) = try place(of: path, for: .read) else { return nil }
        return try directory.facts(of: name)
    }

    /// Returns the size in bytes; `nil` for what is not there and for what is left alone.
    func size(of path: String) -> Int64? { knownFacts(of: path)?.size }

    /// Returns the bytes that it takes of the disk; `nil` as for `size`.
    func occupied(_ path: String) -> Int64? { knownFacts(of: path)?.occupied }

    /// Returns the time when it was last written to, in Unix nanoseconds; `nil` also for a time that cannot be.
    func changed(_ path: String) -> Int64? {
        guard let time = knownFacts(of: path)?.modified, WallTime.readable.contains(time) else { return nil }
        return time
    }

    /// Returns nothing for what is not there and for what is left alone.
    func knownFacts(of path: String) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: path) } catch { return nil }
    }

    /// Removes a listed file; one that is not there is no error.
    func remove(_ path: String) throws(FolderFailure) {
        guard let (directory, name) = try place(of: path, for: .remove) else { return }
        try directory.remove(name)
    }

    /// Throws unless `remove` may try.
    func checkRemoval(of path: String) throws(FolderFailure) { _ = try place(of: path, for: .remove) }

    /// Removes the folder that a listed file was in, when nothing else is left there.
    func removeFolder(of path: String) throws(FolderFailure) {
        guard let (directory, _) = try place(of: path, for: .remove) else { return }
        let isFallback = directory.path != folder
        if isFallback, try directory.names() == [FileName.fallbackMark.text] {
            try directory.remove(.fallbackMark)
        }
        Disk.removeEmptyFolder(directory.path)
    }

    /// Finds where a listed path leads; `nil`: its folder is not there.
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
