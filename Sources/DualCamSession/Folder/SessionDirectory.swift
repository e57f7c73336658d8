import DualCamConfig
import DualCamPlan
import Glibc
import Kernel
import Synchronization

/// A folder that is held open, and the files in it by their plain names: the only way to a session's files.
///
/// The session's folder may come from anybody, so nothing in it is believed. No link is followed, also not to the folder
/// itself; only regular files are touched, on the folder's own file system, that belong to the folder's owner or to the user
/// who runs this; and nothing is changed in a folder that belongs to somebody else. Closed with the value. All calls block.
final class SessionDirectory: Sendable {
    /// The folder's path as it was given, without a slash at its end: for messages.
    let path: String
    let descriptor: Int32
    let facts: FileFacts
    /// The system that the folder is open in, and everything in it.
    let system: any SystemCalls
    /// The path was named by whoever runs this, and may be a link and belong to anybody.
    let isNamed: Bool

    /// The owners of new files where those belong to somebody else than their maker (FAT, some network file systems), by file
    /// system.
    static let givenAway = Mutex<[UInt64: UInt32]>([:])

    /// - Parameter isNamed: a folder from the command line or the pipeline file, not one of a session.
    /// - Throws: `FolderFailure`, for a link as well.
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

    /// Takes an open folder over, which was reached from another one.
    init(taking descriptor: Int32, of system: any SystemCalls, path: String) throws(FolderFailure) {
        facts = try Self.facts(of: descriptor, path, in: system)
        (self.path, self.descriptor, isNamed, self.system) = (path, descriptor, false, system)
    }

    /// Closes what tells nothing of itself.
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

    /// Returns the path without slashes at its end: they would follow a link.
    static func plain(_ path: String) -> String {
        guard path.utf8.last == UInt8(ascii: "/") else { return path }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(path[...$0]) } ?? "/"
    }

    /// `st_dev`
    var device: UInt64 { facts.device }
    var owner: UInt32 { facts.owner }
    /// The time when a name in it was last made or removed, in Unix nanoseconds.
    var changed: Int64 { facts.modified }

    /// The folder's path from the root, without links; `nil` when the kernel does not tell.
    var realPath: String? {
        guard let path = system.place(of: descriptor), path.hasPrefix("/") else { return nil }
        return path
    }

    func path(of name: FileName) -> String { path + "/" + name.text }

    /// The names in the folder, sorted, without `.` and `..`, plain or not.
    func names() throws(FolderFailure) -> [String] {
        guard let names = system.names(in: descriptor) else { throw failure(.read, path) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// The sessions in the folder that cannot be opened, because their names are not UTF-8: `take\xe9`. Sorted.
    func unnameableSessions() -> [String] {
        system.unnameable(in: descriptor, holding: [FileName.manifest.text, FileName.mark.text])
    }

    func failure(_ operation: FolderFailure.Operation, _ path: String) -> FolderFailure {
        FolderFailure(operation, path: path, errorNumber: errno)
    }

    // MARK: Names
    /// Returns true when there is anything of that name, whatever it is.
    func has(_ name: FileName) -> Bool {
        var found = stat()
        return system.fstatat(descriptor, name.text, &found, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// The regular file of that name; `nil`: there is nothing.
    ///
    /// - Throws: `FolderFailure` with its refusal for anything else.
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

    /// The number of the mount that a name, or the folder itself, is on (`mnt_id` in proc(5)). Overlay file systems give files
    /// other device numbers than their folders.
    private func mountNumber(of name: FileName?) -> Substring? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let found = system.openat(descriptor, name?.text ?? ".", flags, 0)
        guard found >= 0 else { return nil }
        defer { system.close(found) }
        return Disk.systemText("/proc/self/fdinfo/\(found)")?.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    }

    // MARK: Files in it
    enum Use {
        case reading
        /// The file is written from the beginning, or anywhere.
        case writing
        case appending
    }

    /// Opens a file; `nil`: there is none.
    func open(_ name: FileName, for use: Use) throws(FolderFailure) -> HeldFile? {
        let operation = use == .reading ? FolderFailure.Operation.read : .write
        if use != .reading { try checkOwner(.write) }
        // A device may do something when it is opened, so it is not even tried.
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
        // Another may have come under the name meanwhile.
        guard held.isSame(facts) else { throw FolderFailure(operation, path: path(of: name), errorNumber: ESTALE) }
        return held
    }

    /// Makes a file that was not there.
    ///
    /// - Parameter mode: Its rights; `nil`: a session's records are the owner's, or the group's where the folder is, and everything else
    ///   is readable for the group (`FileMode`).
    /// - Throws: `FolderFailure`, with `FileRefusal.taken` when something of that name is there, be it a link to nothing.
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

    /// Makes a file in the place of what a process that was killed left under the name.
    func createAnew(_ name: FileName, mode: mode_t? = nil) throws(FolderFailure) -> HeldFile {
        try self.remove(name)
        return try create(name, mode: mode)
    }

    /// Appends to a file, which is made when it is not there, and waits until that is on the disk.
    func append(_ text: String, to name: FileName) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        try file.write(text)
        try file.synchronise()
    }

    /// Appends a line to a file, which is made when it is not there, and waits until that is on the disk.
    ///
    /// - Parameter isAgain: an attempt before this one may have written it already.
    func append(line: String, to name: FileName, isAgain: Bool = false) throws(FolderFailure) {
        let file = try existing(name, for: .appending)
        let isThere = isAgain ? try file.endsWith(line: line) : false
        if !isThere { try file.append(line: line) }
        if !planted(.lineUnsynchronised) { try file.synchronise() }
    }

    /// Writes a whole file in its place, which is made when it is not there, and waits until it is on the disk.
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

    /// The text of a file; `nil`: there is none.
    func text(of name: FileName, upTo limit: Int64) throws(FolderFailure) -> String? {
        try open(name, for: .reading)?.text(upTo: limit)
    }

    /// Puts a file in the place of another, or of none, so that it is either the old or the new one, whatever happens.
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
        // FAT makes a new entry for the new name, of an empty file until the file itself is synchronised (Linux, fs/fat/namei_vfat.c
        // `vfat_rename`).
        if !planted(.renamedUnsynchronised) { try file.synchronise() }
        if !planted(.nameUnsynchronised) { try synchronise() }
    }

    /// Gives a file another name, which nothing may have yet.
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

    /// Removes a file; one that is not there is no error.
    /// - Returns: true when there was one.
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
        // Some file systems refuse to synchronise a folder (EINVAL) and need not be asked.
        guard system.fsync(descriptor) == 0 || errno == EINVAL else { throw failure(.write, path) }
    }
}
