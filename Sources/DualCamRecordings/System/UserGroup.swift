package import DualCamConfig
import Glibc
import Kernel
import Synchronization

/// A group of the machine's users that may read the recordings (`recording.group`).
package struct UserGroup: Sendable, Equatable {
    /// The number of the group (`gid_t`).
    package let number: UInt32

    init(number: UInt32) { self.number = number }

    /// Looks up a group by its name. Throws if the group does not exist, or if this process's user is not a member.
    /// Blocks.
    package init(named name: String) throws(Refusal) {
        let found = Self.number(of: name)
        if let refusal = Self.refusal(of: name, found, user: SystemAccess.current.geteuid(), groups: Self.own) {
            throw refusal
        }
        self.init(number: found ?? 0)
    }

    /// Returns the reason, with advice, why a group cannot be used; `nil` if it can.
    ///
    /// - Parameters:
    ///   - number: The number of the group; `nil` if there is no such group.
    ///   - groups: The numbers of the groups to which this process belongs.
    ///   - user: The number of the user who runs this process; 0 (root) may use every group.
    static func refusal(of name: String, _ number: UInt32?, user: UInt32, groups: Set<UInt32>) -> Refusal? {
        guard let number else {
            return Refusal("there is no group '\(name)'", hint: "write one that 'getent group' lists, or off")
        }
        guard user != 0, !groups.contains(number) else { return nil }
        return Refusal(
            "the user who records is not in the group '\(name)'",
            hint: "run 'sudo usermod -aG \(name) USER' and log in again, or write off")
    }

    private static func number(of name: String) -> UInt32? {
        var (entry, found) = (group(), UnsafeMutablePointer<group>?.none)
        var room = [CChar](repeating: 0, count: 1 << 16)
        while getgrnam_r(name, &entry, &room, room.count, &found) == ERANGE, room.count < 1 << 26 {
            room = [CChar](repeating: 0, count: 4 * room.count)
        }
        return found == nil ? nil : entry.gr_gid
    }

    private static var own: Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: 1 << 16)
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count))) + [getegid()])
    }
}

// MARK: Files of the group
extension UserGroup {
    /// Assigns a folder that this process has created to the group. Whatever is later created in the folder also
    /// belongs to the group (set-group-ID bit). Blocks.
    ///
    /// - Returns: True if new files in the folder belong to the group; false if not, for example because the file
    ///   system has no groups.
    @discardableResult
    package func adopt(_ path: String) -> Bool {
        let system = SystemAccess.current
        let folder = system.openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        guard folder >= 0 else { return false }
        defer { system.close(folder) }
        if system.give(folder, toGroup: number, S_ISGID | FileMode.folder) == 0 { return true }
        // A service may not be allowed to set the bit (RestrictSUIDSGID). If the group is the process's own, new files
        // belong to it even without the bit.
        return number == getegid()
    }

    private static let allFiles = Mutex(false)

    /// True after `openNewFiles()`: each new file of this process can be read by the file's group.
    static var hasAllFiles: Bool { allFiles.withLock { $0 } }

    /// Makes all files that this process creates from now on readable for the files' groups, regardless of the original
    /// umask.
    package static func openNewFiles() {
        allFiles.withLock { $0 = true }
        // The umask is stricter than necessary for a moment, so that no new file is ever more accessible than before.
        let former = umask(0o077)
        umask(former & ~0o050)
    }

    /// Returns true if folders in this directory can be assigned to the group. This is tested by creating a folder and
    /// removing it again. Also returns true if no folder can be created. Blocks.
    package func canTake(foldersIn directory: String) -> Bool {
        guard let made = try? Disk.createFolders("\(directory)/.dualcam-\(SystemAccess.current.getpid())") else {
            return true
        }
        defer { for folder in made.reversed() { Disk.removeEmptyFolder(folder) } }
        return made.last.map { adopt($0) } ?? true
    }
}
