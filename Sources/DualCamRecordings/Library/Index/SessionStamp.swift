import DualCamPlan
import Glibc

/// The state of a finished session's folder at one moment. Two equal stamps mean that nothing in the folder was
/// created, deleted, replaced or renamed between them. They also mean that `session.json` was not written, and that no
/// title, tag or derived file was added.
///
/// The compared times are set by the kernel (`st_ctim`), so that no program can set them back.
struct SessionStamp: Sendable, Equatable {
    /// The coarsest resolution of file times, in nanoseconds: two seconds on FAT. Two changes within two seconds may
    /// leave the same file time.
    private static let coarsest: Int64 = 2_000_000_000

    var device: Int64
    var folder: Int64
    var changed: Int64
    var manifest: Int64
    var manifestSize: Int64
    var manifestChanged: Int64
    /// The time of the last change of the subfolder `.dualcam`, in Unix nanoseconds; 0 if it is missing.
    var derivedChanged: Int64
}

extension SessionStamp {
    /// Reads the state of a session's folder; `nil` if it is not a folder that contains `session.json`. Links are not
    /// followed.
    ///
    /// - Parameter known: The earlier state; `nil` if unknown. If `.dualcam` was missing then and the folder is
    ///   unchanged, `.dualcam` is still missing and is not looked up.
    init?(of name: String, in directory: SessionDirectory, known: SessionStamp? = nil) {
        guard let folder = Self.look(at: name, in: directory), folder.st_mode & S_IFMT == S_IFDIR,
            let manifest = Self.look(at: name + "/" + FileName.manifest.text, in: directory)
        else { return nil }
        (device, self.folder) = (Int64(bitPattern: UInt64(folder.st_dev)), Int64(bitPattern: UInt64(folder.st_ino)))
        changed = Self.time(of: folder)
        self.manifest = Int64(bitPattern: UInt64(manifest.st_ino))
        (manifestSize, manifestChanged) = (Int64(manifest.st_size), Self.time(of: manifest))
        if let known, known.derivedChanged == 0, known.changed == changed {
            derivedChanged = 0
        } else {
            let derived = Self.look(at: name + "/" + FileName.derived.text, in: directory)
            derivedChanged = derived.map { Self.time(of: $0) } ?? 0
        }
    }

    /// Returns true if the stamp's times are so old that any change after `now` (Unix nanoseconds) produces a different
    /// stamp. File times are coarse, so a change shortly after another one may leave the stamp as it is.
    func isSettled(at now: Int64) -> Bool {
        max(changed, manifestChanged, derivedChanged) +| Self.coarsest < now
    }

    private static func look(at path: String, in directory: SessionDirectory) -> stat? {
        var facts = stat()
        let result = directory.system.fstatat(directory.descriptor, path, &facts, AT_SYMLINK_NOFOLLOW)
        return result == 0 ? facts : nil
    }

    private static func time(of facts: stat) -> Int64 {
        Int64(facts.st_ctim.tv_sec) *| 1_000_000_000 +| Int64(facts.st_ctim.tv_nsec)
    }
}
