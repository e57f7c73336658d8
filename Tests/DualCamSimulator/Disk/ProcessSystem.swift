import DualCamRecordings
import Glibc
import Kernel

/// The kernel as one simulated process sees it.
///
/// Invariant that makes it Sendable: a world and everything in it is used by a single thread.
final class ProcessSystem: SystemCalls, @unchecked Sendable {
    let disk: SimulatedDisk
    let process: Int32
    /// True once the process is dead: its further calls have no effect.
    var isDead = false
    /// The number of calls after which the process dies; `nil` if it does not die in a call.
    var lives: Int?
    /// The number of calls that the process has made.
    private(set) var calls = 0
    private let clock: (clockid_t) -> Int64

    init(_ disk: SimulatedDisk, process: Int32, clock: @escaping (clockid_t) -> Int64) {
        (self.disk, self.process, self.clock) = (disk, process, clock)
    }

    func fail(_ number: Int32) -> Int32 {
        errno = number
        return -1
    }

    /// Counts the call, and returns true if the process is dead or dies in this call. The call then does nothing.
    private func isRefused() -> Bool {
        calls += 1
        if let left = lives {
            lives = left - 1
            if left <= 0 { isDead = true }
        }
        if isDead { errno = EIO }
        return isDead
    }

    /// Returns the folder at which a path begins, and the path's components; `nil` if the descriptor `folder` is not
    /// open.
    private func resolve(_ folder: Int32, _ path: String) -> (Inode, [String])? {
        let words = SimulatedDisk.words(of: path)
        if path.hasPrefix("/") { return (disk.root, words) }
        return disk.open[folder].map { ($0.inode, words) }
    }

    func inode(_ folder: Int32, _ path: String) -> Inode? {
        guard let (start, words) = resolve(folder, path) else { return nil }
        var node = start
        for word in words {
            guard node.kind == .folder, let next = node.names[word] else { return nil }
            node = next
        }
        return node
    }

    func parent(_ folder: Int32, _ path: String) -> (Inode, String)? {
        guard let (start, words) = resolve(folder, path), let name = words.last else { return nil }
        var node = start
        for word in words.dropLast() {
            guard node.kind == .folder, let next = node.names[word] else { return nil }
            node = next
        }
        return node.kind == .folder && node.links > 0 ? (node, name) : nil
    }

    /// Returns the `errno` with which a call that changes a folder or file fails; `nil` if the change is possible.
    func refusal(_ call: DiskCall, in folder: Inode) -> Int32? {
        let number = disk.refusal(of: folder.volume)
        return number != 0 ? number : disk.failure(of: call, on: folder.volume)
    }

    /// Records a change as a trespass if dualcam must not make it: the file is foreign, or the path is outside the
    /// allowed folders.
    ///
    /// - Parameter deed: A description of the change, such as `removes`.
    func note(_ deed: String, _ inode: Inode?, at path: String) {
        let isAllowed = disk.allowed.contains { path == $0 || path.hasPrefix($0 + "/") }
        if inode?.isForeign == true || !isAllowed { disk.trespasses.append((path, deed)) }
    }

    // MARK: Names
    func openat(_ folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
        if isRefused() { return -1 }
        let writes = flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC) != 0
        guard let found = inode(folder, path) else {
            guard flags & O_CREAT != 0, let (parent, name) = parent(folder, path) else { return fail(ENOENT) }
            if let number = refusal(.create, in: parent) { return fail(number) }
            let made = disk.makeInode(.file, volume: parent.volume, name: name)
            parent.add(made, as: name)
            note("makes a file", nil, at: made.path)
            return disk.register(.init(inode: made, process: process, appends: flags & O_APPEND != 0, path: made.path))
        }
        if flags & O_CREAT != 0, flags & O_EXCL != 0 { return fail(EEXIST) }
        if found.kind == .link { return fail(flags & O_DIRECTORY != 0 ? ENOTDIR : ELOOP) }
        if flags & O_DIRECTORY != 0, found.kind != .folder { return fail(ENOTDIR) }
        if writes, found.kind == .folder { return fail(EISDIR) }
        if let number = disk.failure(of: .open, on: found.volume) { return fail(number) }
        if writes {
            if let number = refusal(.write, in: found) { return fail(number) }
            note("opens a file to write", found, at: found.path)
        }
        return disk.register(.init(inode: found, process: process, appends: flags & O_APPEND != 0, path: found.path))
    }

    func fstatat(_ folder: Int32, _ path: String, _ facts: inout stat, _ flags: Int32) -> Int32 {
        if isRefused() { return -1 }
        guard let found = inode(folder, path) else { return fail(ENOENT) }
        if let number = disk.failure(of: .stat, on: found.volume) { return fail(number) }
        facts = Self.facts(found)
        return 0
    }

    func faccessat(_ folder: Int32, _ path: String, _ mode: Int32) -> Int32 {
        if isRefused() { return -1 }
        guard let found = inode(folder, path) else { return fail(ENOENT) }
        let number = disk.refusal(of: found.volume)
        return number == EROFS || number == EACCES ? fail(number) : 0
    }

    func renameat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ newPath: String) -> Int32 {
        if isRefused() { return -1 }
        guard let (parent, name) = parent(folder, path), let node = parent.names[name],
            let (newParent, newName) = self.parent(newFolder, newPath), parent === newParent
        else { return fail(ENOENT) }
        if let number = refusal(.rename, in: parent) { return fail(number) }
        note("renames", node, at: node.path)
        note("renames", parent.names[newName], at: parent.names[newName]?.path ?? node.path)
        parent.rename(name, to: newName)
        return 0
    }

    func unlinkat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
        if isRefused() { return -1 }
        guard let (parent, name) = parent(folder, path), let node = parent.names[name] else { return fail(ENOENT) }
        if flags & AT_REMOVEDIR != 0 {
            guard node.kind == .folder else { return fail(ENOTDIR) }
            guard node.names.isEmpty else { return fail(ENOTEMPTY) }
        } else if node.kind == .folder {
            return fail(EISDIR)
        }
        if let number = refusal(.unlink, in: parent) { return fail(number) }
        note("removes", node, at: node.path)
        parent.remove(name)
        disk.removed(node)
        if disk.isDeletingSessions, node.media != nil, parent.names[SessionFolder.mark] == nil {
            disk.noteDeletion(of: parent)
        }
        if disk.plant == .deletionOutside, name.hasSuffix(".mov") || name.hasSuffix(".mkv") { removeNeighbour(parent) }
        return 0
    }

    private func removeNeighbour(_ folder: Inode) {
        guard let name = folder.sortedNames.first(where: { !$0.hasPrefix(".") }), let node = folder.names[name] else {
            return
        }
        note("removes", node, at: node.path)
        folder.remove(name)
        disk.removed(node)
    }

    /// Always fails, because simulated disks have no groups.
    func give(_ descriptor: Int32, toGroup group: UInt32, _ mode: mode_t) -> Int32 { fail(EPERM) }

    func mkdirat(_ folder: Int32, _ path: String, _ mode: mode_t) -> Int32 {
        if isRefused() { return -1 }
        if let found = inode(folder, path) {
            if disk.plant == .folderTaken, found.kind == .folder, path.hasPrefix("/rec/") { return 0 }
            return fail(EEXIST)
        }
        guard let (parent, name) = parent(folder, path) else { return fail(ENOENT) }
        if let number = refusal(.mkdir, in: parent) { return fail(number) }
        let made = disk.makeInode(.folder, volume: parent.volume, name: name)
        parent.add(made, as: name)
        note("makes a folder", nil, at: made.path)
        return 0
    }

    func statvfs(_ path: String, _ facts: inout Glibc.statvfs) -> Int32 {
        if isRefused() { return -1 }
        guard let found = inode(AT_FDCWD, path) else { return fail(ENOENT) }
        if let number = disk.failure(of: .space, on: found.volume) { return fail(number) }
        facts.f_frsize = 1
        facts.f_bavail = UInt(disk.freeBytes(of: found.volume))
        return 0
    }

    func names(in folder: Int32) -> [String]? {
        if isRefused() { return nil }
        guard let found = disk.open[folder]?.inode else {
            errno = EBADF
            return nil
        }
        if let number = disk.failure(of: .list, on: found.volume) {
            errno = number
            return nil
        }
        return [".", ".."] + found.sortedNames
    }

    func place(of descriptor: Int32) -> String? {
        if isRefused() { return nil }
        guard let inode = disk.open[descriptor]?.inode else { return nil }
        var top = inode
        while let next = top.parent { top = next }
        return top.number == SimulatedDisk.rootNumber ? inode.path : nil
    }

    static func facts(_ inode: Inode) -> stat {
        var facts = stat()
        facts.st_dev = UInt(inode.volume + 40)
        facts.st_ino = UInt(inode.number)
        facts.st_mode =
            switch inode.kind {
            case .file: S_IFREG | 0o644
            case .folder: S_IFDIR | 0o755
            case .link: S_IFLNK | 0o777
            }
        facts.st_uid = inode.owner
        facts.st_nlink = UInt(inode.links)
        facts.st_size = Int(inode.size)
        facts.st_blocks = Int(inode.size / 512 + 1)
        facts.st_mtim.tv_sec = Int(inode.changed / Span.second)
        facts.st_mtim.tv_nsec = Int(inode.changed % Span.second)
        return facts
    }

    // MARK: Open files
    func close(_ descriptor: Int32) { if disk.open[descriptor]?.process == process { disk.close(descriptor) } }

    func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 {
        if isRefused() { return -1 }
        guard let inode = disk.open[descriptor]?.inode else { return fail(EBADF) }
        facts = Self.facts(inode)
        return 0
    }

    func begin(_ descriptor: Int32) -> Inode? { isRefused() ? nil : disk.open[descriptor]?.inode }

    // MARK: The process and its machine
    func geteuid() -> UInt32 { 1000 }
    func getpid() -> Int32 { process }
    func hostName() -> String? { "desk" }
    func nanoseconds(of clock: clockid_t) -> Int64 { self.clock(clock) }
    func isClockSynchronised() -> Bool? { true }
}
