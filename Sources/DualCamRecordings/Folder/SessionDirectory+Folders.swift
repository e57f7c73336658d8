import DualCamConfig
import Glibc
import Synchronization

// MARK: Subfolders
extension SessionDirectory {
    /// Opens a subfolder. Returns `nil` if the subfolder is missing. Throws `FolderFailure`, also for a link, and for a
    /// subfolder of another owner or on another file system.
    ///
    /// - Parameter creating: True to create the subfolder if it is missing.
    package func folder(_ name: FileName, creating: Bool = false) throws(FolderFailure) -> SessionDirectory? {
        if creating {
            try checkOwner(.write)
            guard system.mkdirat(descriptor, name.text, FileMode.folder) == 0 || errno == EEXIST else {
                throw failure(.createFolder, path(of: name))
            }
        }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let opened = system.openat(descriptor, name.text, flags, 0)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(.read, path(of: name))
        }
        let folder = try SessionDirectory(taking: opened, of: system, path: path(of: name))
        guard folder.owner == owner || folder.owner == system.geteuid() else {
            throw FolderFailure(.read, path: folder.path, refusal: .otherOwner(folder.owner))
        }
        guard folder.device == device else { throw FolderFailure(.read, path: folder.path, refusal: .otherDisk) }
        return folder
    }

    /// Removes a subfolder if it is empty; does nothing otherwise.
    func removeEmptyFolder(_ name: FileName) { _ = system.unlinkat(descriptor, name.text, AT_REMOVEDIR) }

    // MARK: Ownership
    /// Returns the permissions for a new file in this folder. A session's records are readable only by the owner,
    /// unless the session is shared with a group. A session is shared if its folder has the set-group-ID bit, or if its
    /// earlier records are readable by the group.
    func usualMode(of name: FileName) -> mode_t {
        guard FileName.records.contains(name) else { return FileMode.recording }
        let isGroups = UserGroup.hasAllFiles || facts.isGroups
        let wasGroups = { [FileName.manifest, .ledger].contains { self.knownFacts(of: $0)?.isGroupReadable == true } }
        return isGroups || wasGroups() ? FileMode.recording : FileMode.secret
    }

    /// Throws if the folder belongs to another user, because dualcam must not change such a folder. Does not throw for
    /// a folder that the user named, or if the file system gives new files to that same owner.
    func checkOwner(_ operation: FolderFailure.Operation) throws(FolderFailure) {
        guard !isNamed, facts.owner != system.geteuid(), ownerOfNewFiles() != facts.owner else { return }
        throw FolderFailure(operation, path: path, refusal: .otherOwner(facts.owner))
    }

    /// Returns the number of the user who owns new files in this folder, found by creating a file; `nil` if unknown.
    /// Some file systems do not store owners.
    private func ownerOfNewFiles() -> UInt32? {
        if let known = Self.givenAway.withLock({ $0[device] }) { return known }
        // The name contains the process id, so that it does not collide with a file left by a killed process.
        let name = ".dualcam-owner-\(system.getpid())"
        let file = system.openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { system.close(file) }
        _ = system.unlinkat(descriptor, name, 0)
        var found = stat()
        guard system.fstat(file, &found) == 0 else { return nil }
        Self.givenAway.withLock { $0[device] = found.st_uid }
        return found.st_uid
    }

    func checkNames(_ facts: FileFacts, _ name: FileName) throws(FolderFailure) {
        guard facts.names <= 1 else {
            throw FolderFailure(.write, path: path(of: name), refusal: .severalNames(facts.names))
        }
    }
}

/// Variants of the folder's queries that return `nil` or an empty result, instead of throwing, if the folder cannot be
/// read.
extension SessionDirectory {
    /// Opens a folder. Returns `nil` if the folder cannot be opened.
    ///
    /// - Parameter isNamed: True for a folder that the user named, which may be a link and have any owner.
    static func ifReadable(_ path: String, isNamed: Bool = false) -> SessionDirectory? {
        do throws(FolderFailure) { return try SessionDirectory(path, isNamed: isNamed) } catch { return nil }
    }

    /// The names of everything in the folder; empty if the folder cannot be listed.
    var knownNames: [String] {
        do throws(FolderFailure) { return try names() } catch { return [] }
    }

    /// Returns the metadata of a regular file in the folder; `nil` if the file is missing, or if `facts(of:for:)`
    /// throws.
    func knownFacts(of name: FileName) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: name) } catch { return nil }
    }

    /// Returns the text of a file in the folder; `nil` if the file is missing or cannot be read.
    func knownText(of name: FileName, upTo limit: Int64) -> String? {
        do throws(FolderFailure) { return try text(of: name, upTo: limit) } catch { return nil }
    }

    /// Returns the size of a file in the folder, in bytes; `nil` if the file is missing.
    package func size(of name: FileName) -> Int64? { knownFacts(of: name)?.size }
}
