import DualCamConfig
import Glibc
import Synchronization

// MARK: Folders in it
extension SessionDirectory {
    /// A folder within this one, by the same rules; `nil`: there is none.
    ///
    /// - Parameter creating: It is made where it is missing.
    func folder(_ name: FileName, creating: Bool = false) throws(FolderFailure) -> SessionDirectory? {
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

    /// Removes a folder within this one when nothing is in it.
    func removeEmptyFolder(_ name: FileName) { _ = system.unlinkat(descriptor, name.text, AT_REMOVEDIR) }

    // MARK: Ownership
    /// A session's records are the owner's alone, unless they were given to a group: then the folder has the set-group-ID bit, or the
    /// records before had these rights.
    func usualMode(of name: FileName) -> mode_t {
        guard FileName.records.contains(name) else { return FileMode.recording }
        let isGroups = UserGroup.hasAllFiles || facts.isGroups
        let wasGroups = { [FileName.manifest, .ledger].contains { self.knownFacts(of: $0)?.isGroupReadable == true } }
        return isGroups || wasGroups() ? FileMode.recording : FileMode.secret
    }

    /// Throws for a folder in which this process changes nothing.
    func checkOwner(_ operation: FolderFailure.Operation) throws(FolderFailure) {
        guard !isNamed, facts.owner != system.geteuid(), ownerOfNewFiles() != facts.owner else { return }
        throw FolderFailure(operation, path: path, refusal: .otherOwner(facts.owner))
    }

    /// Finds as whom this process counts where file systems know no owners: a file that it makes tells.
    private func ownerOfNewFiles() -> UInt32? {
        if let known = Self.givenAway.withLock({ $0[device] }) { return known }
        // A file that a killed process left behind is not in the way: the name has the process id.
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

/// Questions about a folder whose answer, where it cannot be looked into, is that nothing is there.
extension SessionDirectory {
    /// Opens a folder; `nil` for one that cannot be opened.
    static func ifReadable(_ path: String, isNamed: Bool = false) -> SessionDirectory? {
        do throws(FolderFailure) { return try SessionDirectory(path, isNamed: isNamed) } catch { return nil }
    }

    /// The names in the folder; none where it cannot be listed.
    var knownNames: [String] {
        do throws(FolderFailure) { return try names() } catch { return [] }
    }

    /// The regular file of that name; `nil` for what is not there and for what is not to be touched.
    func knownFacts(of name: FileName) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: name) } catch { return nil }
    }

    /// The text of that file; `nil` for one that cannot be read, too.
    func knownText(of name: FileName, upTo limit: Int64) -> String? {
        do throws(FolderFailure) { return try text(of: name, upTo: limit) } catch { return nil }
    }

    /// The size of that file in bytes.
    func size(of name: FileName) -> Int64? { knownFacts(of: name)?.size }
}
