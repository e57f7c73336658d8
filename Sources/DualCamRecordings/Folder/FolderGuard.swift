import DualCamConfig
import DualCamPlan
import Glibc
import Kernel

/// A substitute for a lock on a session's folder, for file systems without locks (NFS without lockd, some FUSE). A file
/// in the folder names the process that holds the folder. The file is deleted when this object is released. If the
/// holding process was killed and this machine can prove that, its file is ignored.
final class FolderGuard: Sendable {
    /// The process that holds a folder, and whether its hold is exclusive. Both are part of the name of the file that
    /// represents the hold. Creating that file therefore publishes both atomically.
    struct Holder: Sendable, Equatable {
        var isExclusive: Bool
        var pid: Int32
        /// The start time of the holding process, in clock ticks since boot (proc(5), field 22 of `/proc/PID/stat`).
        var began: Int64
        /// The first digits of the id of the machine's current boot (`/proc/sys/kernel/random/boot_id`). Different
        /// machines have different ids, too.
        var boot: String

        private static let prefix = ".dualcam-holder"

        init(isExclusive: Bool, pid: Int32, began: Int64, boot: String) {
            (self.isExclusive, self.pid, self.began, self.boot) = (isExclusive, pid, began, boot)
        }

        /// Returns the name of the file that represents this hold.
        ///
        /// - Parameter number: A number that distinguishes several holds of the same process.
        func name(number: Int) -> String {
            "\(Self.prefix)-\(isExclusive ? "alone" : "shared")-\(pid)-\(began)-\(boot)-\(number)"
        }

        init?(name: String) {
            let words = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 7, "\(words[0])-\(words[1])" == Self.prefix, ["alone", "shared"].contains(words[2]),
                let pid = Int32(words[3]), let began = Int64(words[4]), !words[5].isEmpty
            else { return nil }
            self.init(isExclusive: words[2] == "alone", pid: pid, began: began, boot: words[5])
        }

        /// Returns true if the holding process has certainly ended: it ran on this machine since its last boot, and its
        /// pid is now unused or belongs to another process.
        ///
        /// - Parameters:
        ///   - boot: The id of this machine's current boot, in the form of the property `boot`.
        ///   - began: Returns the start time of the process with a pid, in clock ticks since boot; `nil` if there is
        ///     none.
        func isGone(boot: String, began: (Int32) -> Int64?) -> Bool {
            self.boot == boot && began(pid) != self.began && !planted(.deadHolder)
        }
    }

    /// The `errno` values with which a file system reports that it has no locks, or that no service manages them.
    static let refusals: Set<Int32> = [ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL, EREMOTEIO]

    private let directory: SessionDirectory
    private let name: String

    private init(_ directory: SessionDirectory, _ name: String) { (self.directory, self.name) = (directory, name) }

    deinit { _ = directory.system.unlinkat(directory.descriptor, name, 0) }

    /// Acquires a hold on a session's folder without waiting. Returns `nil` if another hold excludes it: an exclusive
    /// hold excludes every other one; shared holds exclude only exclusive ones. If two processes try at the same
    /// moment, both may fail. Throws `FolderFailure` if the folder cannot be written.
    ///
    /// - Parameter isExclusive: True for an exclusive hold, false for a shared one.
    static func acquire(isExclusive: Bool, in folder: String) throws(FolderFailure) -> FolderGuard? {
        let directory = try SessionDirectory(folder)
        try directory.checkOwner(.write)
        let system = directory.system
        let own = holder(isExclusive: isExclusive, system)
        var number = 0
        var file: Int32 = -1
        repeat {
            number += 1
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            file = system.openat(directory.descriptor, own.name(number: number), flags, FileMode.recording)
        } while file < 0 && errno == EEXIST && number < 1000
        guard file >= 0 else { throw directory.failure(.write, directory.path) }
        system.close(file)
        let hold = FolderGuard(directory, own.name(number: number))
        let others = try holders(in: directory, besides: hold.name)
        return others.contains { isExclusive || $0.isExclusive || planted(.sharesExclude) } ? nil : hold
    }

    /// Returns true if any process holds the folder. Holds of processes that have certainly ended do not count.
    static func isHeld(_ folder: String) throws(FolderFailure) -> Bool {
        try !holders(in: try SessionDirectory(folder), besides: nil).isEmpty
    }

    /// Removes the files that represent holds, of all processes, because the session is finished or will be deleted.
    static func clear(_ directory: SessionDirectory) {
        for name in directory.system.names(in: directory.descriptor) ?? [] where Holder(name: name) != nil {
            _ = directory.system.unlinkat(directory.descriptor, name, 0)
        }
    }

    private static func holders(
        in directory: SessionDirectory, besides name: String?
    ) throws(FolderFailure) -> [Holder] {
        let boot = bootNumber
        return try directory.names().filter { $0 != name }.compactMap { Holder(name: $0) }
            .filter { !$0.isGone(boot: boot, began: began) }
    }

    private static func holder(isExclusive: Bool, _ system: any SystemCalls) -> Holder {
        Holder(isExclusive: isExclusive, pid: system.getpid(), began: began(system.getpid()) ?? 0, boot: bootNumber)
    }

    private static func began(_ pid: Int32) -> Int64? {
        // The program's name is in parentheses and may contain any characters, even spaces.
        let words = Disk.systemText("/proc/\(pid)/stat")?.split(separator: ")").last?.split(separator: " ")
        return words.flatMap { $0.count > 19 ? Int64($0[19]) : nil }
    }

    private static var bootNumber: String {
        let text = Disk.systemText("/proc/sys/kernel/random/boot_id") ?? ""
        let plain = text.filter { $0.isHexDigit }.prefix(16)
        return plain.isEmpty ? "unknown" : String(plain)
    }
}
