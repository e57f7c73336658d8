import DualCamPlan
import Glibc
package import Kernel
import Synchronization

/// A folder held open, whose files are accessed by plain names. All access to a session's files uses this type.
///
/// The folder may come from an untrusted source. Links are not followed, not even a link to the folder itself. Files
/// must be regular, on the folder's file system, and owned by the folder's owner or the current user. Another user's
/// folder is never changed. The folder is closed when the value is released. All calls block.
package final class SessionDirectory: Sendable {
    /// The folder's path as the caller gave it, without a trailing slash; used in messages.
    let path: String
    package let descriptor: Int32
    let facts: FileFacts
    /// The system calls that access the folder and its files; replaceable for tests.
    package let system: any SystemCalls
    /// True when the user named the folder's path. Such a folder may be a link and have any owner.
    let isNamed: Bool

    /// The owners that file systems assign to new files, by device number, for the file systems checked so far. Some
    /// file systems assign a user other than the creator (FAT, some network file systems).
    static let givenAway = Mutex<[UInt64: UInt32]>([:])

    /// Opens a folder.
    ///
    /// - Parameter isNamed: True for a folder from the command line or pipeline file; false for a session's folder.
    /// - Throws: `FolderFailure`, also for a link to a folder unless `isNamed` is true.
    package init(_ path: String, isNamed: Bool = false) throws(FolderFailure) {
        let plain = Self.plain(path)
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | (isNamed ? 0 : O_NOFOLLOW)
        let system = SystemAccess.current
        let descriptor = system.openat(AT_FDCWD, plain, flags, 0)
        guard descriptor >= 0 else {
            let number = errno
            var facts = stat()
            let isFound = number == ENOTDIR && system.fstatat(AT_FDCWD, plain, &facts, AT_SYMLINK_NOFOLLOW) == 0
            throw isFound && FileFacts(facts).kind == S_IFLNK && !isNamed
                ? FolderFailure(.read, path: plain, refusal: .link)
                : FolderFailure(.read, path: plain, errorNumber: number)
        }
        facts = try Self.facts(of: descriptor, plain, in: system)
        (self.path, self.descriptor, self.isNamed, self.system) = (plain, descriptor, isNamed, system)
    }

    /// Creates the object from the open descriptor of a subfolder, which was opened through its parent folder. The
    /// descriptor is closed when the object is released.
    init(taking descriptor: Int32, of system: any SystemCalls, path: String) throws(FolderFailure) {
        facts = try Self.facts(of: descriptor, path, in: system)
        (self.path, self.descriptor, isNamed, self.system) = (path, descriptor, false, system)
    }

    /// Reads the metadata of an open folder. Closes the folder's descriptor on failure.
    private static func facts(
        of descriptor: Int32, _ path: String, in system: any SystemCalls
    ) throws(FolderFailure) -> FileFacts {
        var facts = stat()
        guard system.fstat(descriptor, &facts) == 0 else {
            let number = errno
            system.close(descriptor)
            throw FolderFailure(.read, path: path, errorNumber: number)
        }
        return FileFacts(facts)
    }

    deinit { system.close(descriptor) }

    /// Returns a path without trailing slashes, because a trailing slash would make the kernel follow a link.
    static func plain(_ path: String) -> String {
        guard path.utf8.last == UInt8(ascii: "/") else { return path }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(path[...$0]) } ?? "/"
    }

    /// The number of the device on which this folder is (`st_dev`).
    package var device: UInt64 { facts.device }
    var owner: UInt32 { facts.owner }
    /// The time when an entry was last created or removed in the folder, in Unix nanoseconds.
    var changed: Int64 { facts.modified }

    /// The folder's absolute path without links; `nil` if the kernel does not know it.
    package var realPath: String? {
        guard let path = system.place(of: descriptor), path.hasPrefix("/") else { return nil }
        return path
    }

    package func path(of name: FileName) -> String { path + "/" + name.text }

    /// Lists all names in the folder, sorted, without `.` and `..`. Includes names that `FileName` does not accept.
    func names() throws(FolderFailure) -> [String] {
        guard let names = system.names(in: descriptor) else { throw failure(.read, path) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Lists the sessions in this folder that cannot be opened because their names are not UTF-8, such as `take\xe9`.
    /// Sorted.
    func unnameableSessions() -> [String] {
        system.unnameable(in: descriptor, holding: [FileName.manifest.text, FileName.mark.text])
    }

    func failure(_ operation: FolderFailure.Operation, _ path: String) -> FolderFailure {
        FolderFailure(operation, path: path, errorNumber: errno)
    }

    // MARK: Names
    /// Returns true if a file, folder or anything else with this name exists in the folder.
    func has(_ name: FileName) -> Bool {
        var found = stat()
        return system.fstatat(descriptor, name.text, &found, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Returns the metadata of a regular file in the folder; `nil` if nothing with this name exists.
    ///
    /// - Throws: `FolderFailure` with a `refusal` if it is not a regular file, or has another owner or file system.
    func facts(
        of name: FileName, for operation: FolderFailure.Operation = .read
    ) throws(FolderFailure) -> FileFacts? {
        var found = stat()
        guard system.fstatat(descriptor, name.text, &found, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw failure(operation, path(of: name))
        }
        let facts = FileFacts(found)
        try check(facts, name, operation)
        return facts
    }

    private func check(
        _ found: FileFacts, _ name: FileName, _ operation: FolderFailure.Operation
    ) throws(FolderFailure) {
        let refusal: FileRefusal
        if let kind = found.kindIfNotRegular {
            refusal = .kind(kind)
        } else if found.owner != facts.owner, found.owner != system.geteuid() {
            refusal = .otherOwner(found.owner)
        } else if found.device != device, mountNumber(of: name) != mountNumber(of: nil) {
            refusal = .otherDisk
        } else {
            return
        }
        throw FolderFailure(operation, path: path(of: name), refusal: refusal)
    }

    /// Returns the mount number (`mnt_id` in proc(5)) of a file in the folder, or of the folder itself for `nil`.
    /// Device numbers do not suffice, because overlay file systems give files other numbers than their folders.
    private func mountNumber(of name: FileName?) -> Substring? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let found = system.openat(descriptor, name?.text ?? ".", flags, 0)
        guard found >= 0 else { return nil }
        defer { system.close(found) }
        return Disk.systemText("/proc/self/fdinfo/\(found)")?.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    }

    // MARK: Files
    enum Use {
        case reading
        /// Opens the file for writing at any offset.
        case writing
        case appending
    }

    /// Opens a file in the folder. Returns `nil` if the file is missing.
    func open(_ name: FileName, for use: Use) throws(FolderFailure) -> HeldFile? {
        let operation = use == .reading ? FolderFailure.Operation.read : .write
        if use != .reading { try checkOwner(.write) }
        // Opening a device can have side effects, so the file's type is checked first.
        guard let facts = try facts(of: name, for: operation) else { return nil }
        if use != .reading { try checkNames(facts, name) }
        let flags =
            switch use {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .appending: O_RDWR | O_APPEND
            }
        let file = system.openat(descriptor, name.text, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(operation, path(of: name))
        }
        let held = HeldFile(taking: file, of: system, name: name.text, place: path(of: name))
        // After the check, the name may have been given to another file.
        guard held.isSame(facts) else { throw FolderFailure(operation, path: path(of: name), errorNumber: ESTALE) }
        return held
    }

    /// Creates a new file in the folder.
    ///
    /// - Parameter mode: The permissions; `nil` for the defaults. By default, a session's records are readable by the
    ///   owner, or by the group if the folder is shared. Other files are readable by the group (`FileMode`).
    /// - Throws: `FolderFailure`; its refusal is `taken` if anything with this name exists, even a dangling link.
    func create(_ name: FileName, mode: mode_t? = nil) throws(FolderFailure) -> HeldFile {
        try checkOwner(.write)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = system.openat(descriptor, name.text, flags, mode ?? usualMode(of: name))
        guard file >= 0 else {
            guard errno == EEXIST else { throw failure(.write, path(of: name)) }
            throw FolderFailure(.write, path: path(of: name), refusal: .taken)
        }
        return HeldFile(taking: file, of: system, name: name.text, place: path(of: name))
    }

    /// Creates a file in the folder. If a file with that name exists, for example left behind by a killed process, it
    /// is replaced.
    package func createNew(_ name: FileName, mode: UInt32? = nil) throws(FolderFailure) -> HeldFile {
        try self.remove(name)
        return try create(name, mode: mode)
    }

    /// Appends text to a file, creating the file if it is missing, and waits until the text is on the disk.
    func append(_ text: String, to name: FileName) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        try file.write(text)
        try file.synchronise()
    }

    /// Appends a line to a file, creating the file if it is missing, and waits until the line is on the disk.
    ///
    /// - Parameter isAgain: True if an earlier attempt may have written this line already. The line is then not written
    ///   a second time.
    func append(line: String, to name: FileName, isAgain: Bool = false) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        let isThere = isAgain ? try file.endsWith(line: line) : false
        if !isThere { try file.append(line: line) }
        if !planted(.lineUnsynchronised) { try file.synchronise() }
    }

    /// Overwrites a file in place, creating it if it is missing, and waits until the text is on the disk.
    func write(_ text: String, to name: FileName) throws(FolderFailure) {
        let file = try existing(name, for: .writing)
        try file.clear()
        try file.write(text)
        try file.synchronise()
    }

    private func existing(_ name: FileName, for use: Use) throws(FolderFailure) -> HeldFile {
        if let file = try open(name, for: use) { return file }
        return try create(name)
    }

    /// Returns the text of a file in the folder; `nil` if the file is missing.
    func text(of name: FileName, upTo limit: Int64) throws(FolderFailure) -> String? {
        try open(name, for: .reading)?.text(upTo: limit)
    }

    /// Replaces or creates a file atomically, through the temporary file `draft`: after any interruption, the file has
    /// its old or its new content. If `isLasting` is true, returns only when the new content is on the disk.
    func replace(
        _ name: FileName, with bytes: some Sequence<UInt8>, by draft: FileName, isLasting: Bool = true,
        mode: mode_t? = nil
    ) throws(FolderFailure) {
        _ = try facts(of: name, for: .write)
        let file = try createNew(draft, mode: mode)
        do throws(FolderFailure) {
            try file.write(Array(bytes), at: 0)
            if isLasting, !planted(.draftUnsynchronised) { try file.synchronise() }
            guard system.renameat(descriptor, draft.text, descriptor, name.text) == 0 else {
                throw failure(.write, path(of: name))
            }
        } catch {
            _ = system.unlinkat(descriptor, draft.text, 0)
            throw error
        }
        guard isLasting else { return }
        // FAT creates a new entry for the new name, and the file under it is empty until it is synchronised again
        // (Linux, fs/fat/namei_vfat.c `vfat_rename`).
        if !planted(.renamedUnsynchronised) { try file.synchronise() }
        if !planted(.nameUnsynchronised) { try synchronise() }
    }

    /// Renames a file within the folder. Throws if the new name exists; does nothing if the file is missing.
    func move(_ name: FileName, to other: FileName) throws(FolderFailure) {
        guard try facts(of: name, for: .write) != nil else { return }
        try checkOwner(.write)
        guard !has(other) || planted(.movedOverOther) else {
            throw FolderFailure(.write, path: path(of: other), refusal: .taken)
        }
        guard system.renameat(descriptor, name.text, descriptor, other.text) == 0 else {
            throw failure(.write, path(of: name))
        }
    }

    /// Removes a file from the folder. A missing file is not an error.
    ///
    /// - Returns: True if the file existed.
    @discardableResult
    package func remove(_ name: FileName) throws(FolderFailure) -> Bool {
        guard try facts(of: name, for: .remove) != nil else { return false }
        try checkOwner(.remove)
        guard system.unlinkat(descriptor, name.text, 0) == 0 || errno == ENOENT else {
            throw failure(.remove, path(of: name))
        }
        return true
    }

    /// Waits until all creations, renamings and removals of files in this folder are on the disk.
    func synchronise() throws(FolderFailure) {
        // Some file systems cannot synchronise a folder (EINVAL) and do not need to.
        guard system.fsync(descriptor) == 0 || errno == EINVAL else { throw failure(.write, path) }
    }
}
