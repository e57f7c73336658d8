package import DualCamConfig
import DualCamPlan
package import DualCamRecordings
import Glibc
import Kernel

/// The measured properties of the disk to which a session records. They determine how much data a power cut can
/// destroy.
package struct StorageFacts: Sendable, Equatable {
    /// The type of the file system if it exists only in memory, such as `tmpfs`; `nil` for a file system on a disk.
    package var memory: String?
    /// The measured times for writing 64 KiB through to the disk.
    package var delays: [Duration] = []
    /// The `errno` with which the test write failed; `nil` if it succeeded.
    package var refusal: Int32?

    /// The second shortest of the measured delays; `nil` if none was measured. A disk is rarely fast by chance, but is
    /// often slow because other programs use it.
    var delay: Duration? {
        if planted(.firstDelay) { return delays.first }
        return delays.isEmpty ? nil : delays.sorted()[min(1, delays.count - 1)]
    }

    /// True while the disk should be measured again, because it seems slow but may only be busy. Its delay exceeds half
    /// of the shortest `recording.max-loss`, and fewer than nine measurements were made, which took less than five
    /// seconds in total.
    fileprivate var isToBeAskedAgain: Bool {
        guard let delay, delay > .milliseconds(50) else { return false }
        return delays.count < 9 && delays.reduce(.zero, +) < .seconds(5)
    }
}

/// Measures the properties of a folder's disk on which its safety against power cuts depends. Calls block.
package enum StorageProbe {
    private static let text = String(repeating: "\0", count: 65_536)
    private static let rounds = 3
    /// The number of files in a session's folder besides the recorded files: `UNFINISHED`, the ledger, the reserved
    /// space and `session.json`.
    private static let filesOfSession: UInt64 = 4

    /// Measures the disk of a folder by writing 64 KiB three times (`fdatasync`), or up to nine times if the disk seems
    /// slow. The test file's name is removed immediately, so that the file cannot remain on the disk.
    package static func facts(_ folder: String) -> StorageFacts {
        do throws(FolderFailure) {
            let directory = try SessionDirectory(folder)
            var facts = StorageFacts(memory: memoryFileSystem(directory.device))
            guard facts.memory == nil else { return facts }
            let file = try directory.createNew(.probe)
            // The name is removed at once, so that a killed recorder leaves no trace.
            try directory.remove(.probe)
            while facts.delays.count < rounds || facts.isToBeAskedAgain {
                let begin = ContinuousClock.now
                try file.write(text)
                try file.synchronise(data: true)
                facts.delays.append(begin.duration(to: .now))
            }
            return facts
        } catch {
            return StorageFacts(refusal: error.errorNumber)
        }
    }

    /// Checks before a session begins whether the session's disk is suitable. Creates a folder in
    /// `recording.directory`, measures its disk as a session does, and removes the folder. Blocks.
    ///
    /// - Parameters:
    ///   - outputs: The number of files that are recorded at the same time.
    ///   - isThorough: True to also measure the write delay for `recording.max-loss`, which takes a moment.
    /// - Returns: The reason why a session could not begin; `nil` if the disk is suitable.
    package static func refusal(
        of recording: Recording, _ storage: Storage, outputs: Int = 1, isThorough: Bool = true
    ) -> SessionFailure? {
        let directory = recording.directory
        do throws(FolderFailure) {
            let folder = "\(directory)/.dualcam-\(SystemAccess.current.getpid())"
            let made = try Disk.createFolders(folder)
            defer { for folder in made.reversed() { Disk.removeEmptyFolder(folder) } }
            if isThorough, let limit = recording.maxLoss, let failure = facts(folder).failure(of: directory, limit) {
                return failure
            }
            if let room = Disk.fileRoom(nearest: folder), room.all > 0, room.free < filesOfSession + UInt64(outputs) {
                return SessionFailure(FolderFailure(lackingFilesIn: directory))
            }
            guard let free = Disk.freeBytes(folder), free < storage.keepFree.bytes, storage.whenFull != .deleteOldest
            else { return nil }
            return StorageMonitor.diskFull(free, storage, directory)
        } catch {
            return SessionFailure(FolderFailure(.createFolder, path: directory, errorNumber: error.errorNumber))
        }
    }

    /// Returns the reason why no folder can be created in a directory, which may itself be missing; `nil` if one can be
    /// created. The test folders are removed again. Blocks.
    package static func obstacle(in directory: String) -> FolderFailure? {
        do throws(FolderFailure) {
            let made = try Disk.createFolders("\(directory)/.dualcam-\(SystemAccess.current.getpid())")
            for folder in made.reversed() { Disk.removeEmptyFolder(folder) }
            return nil
        } catch {
            return FolderFailure(.createFolder, path: directory, errorNumber: error.errorNumber)
        }
    }

    /// Returns true if two folders are on one file system. For a missing folder, its nearest existing parent is used.
    /// Blocks.
    package static func isOneDisk(_ one: String, _ other: String) -> Bool {
        guard let first = device(nearest: one), let second = device(nearest: other) else { return false }
        return first == second
    }

    private static func device(nearest path: String) -> UInt64? {
        var place = path
        while true {
            var facts = stat()
            if SystemAccess.current.fstatat(AT_FDCWD, place, &facts, 0) == 0 { return UInt64(facts.st_dev) }
            let above = Disk.parent(of: place)
            guard errno == ENOENT, above != place else { return nil }
            place = above
        }
    }

    /// Returns the reason why `Disk.replace` could not write a file at this path; `nil` if it could. The test file is
    /// removed again. Blocks.
    package static func obstacle(toFile path: String) -> String? {
        let system = SystemAccess.current
        var facts = stat()
        if system.fstatat(AT_FDCWD, path, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT != S_IFREG {
            return facts.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file"
        }
        let parent = Disk.parent(of: path)
        guard system.fstatat(AT_FDCWD, parent, &facts, 0) == 0 else { return "there is no folder '\(parent)'" }
        let trial = "\(parent)/.dualcam-\(system.getpid())"
        let descriptor = system.openat(AT_FDCWD, trial, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // File systems of the kernel such as `/proc` return this error although the folder exists.
            if errno == ENOENT { return "the file system of '\(parent)' takes no new files" }
            return FolderFailure(.write, path: path, errorNumber: errno).reason
        }
        system.close(descriptor)
        _ = system.unlinkat(AT_FDCWD, trial, 0)
        return nil
    }

    private static func memoryFileSystem(_ device: UInt64) -> String? {
        // If the table of mounts cannot be read, the folder is assumed to be on a real disk.
        guard let table = Disk.systemText("/proc/self/mountinfo") else { return nil }
        let name = fileSystem(of: dev_t(device), in: table)
        return name.flatMap { ["tmpfs", "ramfs"].contains($0) ? $0 : nil }
    }

    /// Returns the type of the file system on a device (`st_dev`), such as `ext4`; `nil` if no mount has that device
    /// number.
    ///
    /// - Parameter table: The text of `/proc/self/mountinfo` (proc(5)).
    static func fileSystem(of device: dev_t, in table: String) -> String? {
        let number = "\(major(UInt64(device))):\(minor(UInt64(device)))"
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == number, let dash = words.firstIndex(of: "-"), dash + 1 < words.count
            else { continue }
            return String(words[dash + 1])
        }
        return nil
    }

    /// Returns the major number of a device, as `gnu_dev_major` of sys/sysmacros.h does. `minor` is its counterpart.
    private static func major(_ device: UInt64) -> UInt64 { (device >> 8) & 0xfff | (device >> 32) & ~0xfff }

    private static func minor(_ device: UInt64) -> UInt64 { device & 0xff | (device >> 12) & ~0xff }
}
