import DualCamPlan
import Glibc

/// By this the folder of a finished session is known to be as it was when it was read: nothing in it was made, removed, replaced or
/// renamed, `session.json` was not written to, and no name, tag or still was given to it.
///
/// The kernel sets the times that are compared (`st_ctim`); no program can set them back.
struct SessionStamp: Sendable, Equatable {
    /// File systems keep times that are up to two seconds apart (FAT). A change within that time may leave the same time.
    private static let coarsest: Int64 = 2_000_000_000

    var device: Int64
    var folder: Int64
    var changed: Int64
    var manifest: Int64
    var manifestSize: Int64
    var manifestChanged: Int64
    /// The time of change of the folder `.dualcam`; 0: there is none.
    var derivedChanged: Int64
}

extension SessionStamp {
    /// Looks at the folder of that name; `nil` for what is no folder with a `session.json` in it. No link is followed.
    ///
    /// - Parameter known: What was there before. A `.dualcam` that was not there has come only where the folder has changed.
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

    /// Returns true when a change since that time would have left another stamp.
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
