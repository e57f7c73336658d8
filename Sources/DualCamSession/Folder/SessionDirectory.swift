import DualCamConfig
import DualCamPlan
import Glibc
import Kernel
import Synchronization

/// A folder held open, with its files by their plain names. All access to a session's files goes through this type.
///
/// The folder may come from an untrusted source. Links are not followed, not even to the folder itself. Files must be
/// regular, on the folder's file system, and owned by the folder's owner or by the current user. Nothing is changed in
/// a folder of another user. Closed when the value is released. All calls block.
final class SessionDirectory: Sendable {
    /// The folder's path as given, without a trailing slash, for messages.
    let path: String
    let descriptor: Int32
    let facts: FileFacts
    /// The system calls by which the folder and everything in it is accessed.
    let system: any SystemCalls
    /// True when the current user named the path, which then may be a link and have any owner.
    let isNamed: Bool

    /// The owners of new files by file system. Contains file systems on which new files belong to another user than
    /// their creator (FAT, some network file systems).
    static let givenAway = Mutex<[UInt64: UInt32]>([:])

    /// Opens a folder.
    ///
    /// - Parameter isNamed: True for a folder from the command line or the pipeline file, false for one of a session.
    /// - Throws: `FolderFailure`, also for a link to a folder unless `isNamed`.
    init(_ path: String, isNamed: Bool = false) throws(FolderFailure) {
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

    /// Takes ownership of the descriptor of a folder that was opened through another one.
    init(taking descriptor: Int32, of system: any SystemCalls, path: String) throws(FolderFailure) {
        facts = try Self.facts(of: descriptor, path, in: system)
        (self.path, self.descriptor, isNamed, self.system) = (path, descriptor, false, system)
    }

    /// Reads the metadata of a descriptor; closes the descriptor on failure.
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

    /// Returns the path without trailing slashes, because with them a link would be followed.
    static func plain(_ path: String) -> String {
        guard path.utf8.last == UInt8(ascii: "/") else { return path }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(path[...$0]) } ?? "/"
    }

    /// The device number (`st_dev`).
    var device: UInt64 { facts.device }
    var owner: UInt32 { facts.owner }
    /// The time when an entry was last created or removed in the folder, in Unix nanoseconds.
    var changed: Int64 { facts.modified }

    /// The folder's absolute path without links; `nil` if the kernel does not provide it.
    var realPath: String? {
        guard let path = system.place(of: descriptor), path.hasPrefix("/") else { return nil }
        return path
    }

    func path(of name: FileName) -> String { path + "/" + name.text }

    /// Lists the names in the folder, sorted, without `.` and `..`. Names that are not plain are included.
    func names() throws(FolderFailure) -> [String] {
        guard let names = system.names(in: descriptor) else { throw failure(.read, path) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Lists the sessions in the folder that cannot be opened because their names are not UTF-8, such as `take\xe9`.
    /// Sorted.
    func unnameableSessions() -> [String] {
        system.unnameable(in: descriptor, holding: [FileName.manifest.text, FileName.mark.text])
    }

    func failure(_ operation: FolderFailure.Operation, _ path: String) -> FolderFailure {
        FolderFailure(operation, path: path, errorNumber: errno)
    }

    // MARK: Names
    /// Returns true if anything with this name exists, whatever its type.
    func has(_ name: FileName) -> Bool {
        var found = stat()
        return system.fstatat(descriptor, name.text, &found, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Returns the metadata of a regular file; `nil` if nothing with this name exists.
    ///
    /// - Throws: `FolderFailure` with a refusal for anything else.
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

    /// Returns the mount number of a name, or of the folder itself (`mnt_id` in proc(5)). Device numbers are not
    /// sufficient, because overlay file systems give files other ones than their folders.
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
        /// The file is written from its beginning, or at any offset.
        case writing
        case appending
    }

    /// Opens a file; `nil` if it is missing.
    func open(_ name: FileName, for use: Use) throws(FolderFailure) -> HeldFile? {
        let operation = use == .reading ? FolderFailure.Operation.read : .write
        if use != .reading { try checkOwner(.write) }
        // Opening a device may have side effects, so the type is checked first.
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
        // Another file may have taken the name meanwhile.
        guard held.isSame(facts) else { throw FolderFailure(operation, path: path(of: name), errorNumber: ESTALE) }
        return held
    }

    /// Creates a new file.
    ///
    /// - Parameter mode: The permissions; `nil`: a session's records are for the owner, or for the group if the folder
    ///   is. Other files are readable by the group (`FileMode`).
    /// - Throws: `FolderFailure`, with `FileRefusal.taken` if something with that name exists, even a dangling link.
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

    /// Creates a file, replacing one that a killed process left under the name.
    func createAnew(_ name: FileName, mode: mode_t? = nil) throws(FolderFailure) -> HeldFile {
        try self.remove(name)
        return try create(name, mode: mode)
    }

    /// Appends to a file, creating it if it is missing, and waits until the text is on the disk.
    func append(_ text: String, to name: FileName) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        try file.write(text)
        try file.synchronise()
    }

    /// Appends a line to a file, creating it if it is missing, and waits until the line is on the disk.
    ///
    /// - Parameter isAgain: True if an earlier attempt may have written the line already.
    func append(line: String, to name: FileName, isAgain: Bool = false) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        let isThere = isAgain ? try file.endsWith(line: line) : false
        if !isThere { try file.append(line: line) }
        if !planted(.lineUnsynchronised) { try file.synchronise() }
    }

    /// Overwrites a file in place, creating it if it is missing, and waits until it is on the disk.
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

    /// Returns the text of a file; `nil` if it is missing.
    func text(of name: FileName, upTo limit: Int64) throws(FolderFailure) -> String? {
        try open(name, for: .reading)?.text(upTo: limit)
    }

    /// Replaces a file, or creates it, atomically: after any interruption, either the old or the new content is there.
    func replace(
        _ name: FileName, with bytes: some Sequence<UInt8>, by draft: FileName, isLasting: Bool = true,
        mode: mode_t? = nil
    ) throws(FolderFailure) {
        _ = try facts(of: name, for: .write)
        let file = try createAnew(draft, mode: mode)
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
        // FAT creates a new entry for the new name, and its file is empty until the file itself is synchronised (Linux,
        // fs/fat/namei_vfat.c `vfat_rename`).
        if !planted(.renamedUnsynchronised) { try file.synchronise() }
        if !planted(.nameUnsynchronised) { try synchronise() }
    }

    /// Renames a file. Throws if the new name exists.
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

    /// Removes a file. A missing file is not an error.
    ///
    /// - Returns: True if the file existed.
    @discardableResult
    func remove(_ name: FileName) throws(FolderFailure) -> Bool {
        guard try facts(of: name, for: .remove) != nil else { return false }
        try checkOwner(.remove)
        guard system.unlinkat(descriptor, name.text, 0) == 0 || errno == ENOENT else {
            throw failure(.remove, path(of: name))
        }
        return true
    }

    /// Waits until the folder's entries are on the disk.
    func synchronise() throws(FolderFailure) {
        // Some file systems cannot synchronise a folder (EINVAL) and do not need it.
        guard system.fsync(descriptor) == 0 || errno == EINVAL else { throw failure(.write, path) }
    }
}
