import DualCamPlan
import Synchronization

/// Measures repeatedly how much the recorded files in some folders have grown. A session of several weeks has ten
/// thousand files of which only the newest grow, so files that stay unchanged are skipped.
package final class FolderGrowth: Sendable {
    fileprivate struct File: Sendable {
        var bytes: Int64 = 0
        var changed: Int64 = 0
        /// The number of measurements since the file last changed.
        var quiet = 0
    }

    fileprivate struct Folder: Sendable {
        /// The time at which a name in the folder was last added or removed, in Unix nanoseconds; `nil` if the folder
        /// is missing.
        var changed: Int64?
        /// The number of measurements since the last one that found a change of the folder.
        var looks = 0
        var files: [FileName: File] = [:]
    }

    /// The number of measurements without a change after which a file is skipped until its folder changes.
    static let patience = 240
    /// The number of measurements, after a folder's last change, in which its names are listed again. The kernel's time
    /// stamps are coarse, so a file created just after a measurement may not change the folder's time.
    fileprivate static let settling = 4
    private let folders = Mutex<[String: Folder]>([:])

    package init() {}

    /// Returns the total size of the recorded files in some folders and the time of the last change to any of them
    /// (`stat`). The sessions' own records are not included. A missing folder counts as empty. Blocks.
    package func look(in places: [String]) -> SessionFolder.Growth {
        folders.withLock { folders in
            var growth = SessionFolder.Growth(bytes: 0, changed: nil)
            for place in places {
                folders[place, default: Folder()].look(at: place)
                for file in folders[place]?.files.values ?? [:].values {
                    growth.bytes += file.bytes
                    growth.changed = max(growth.changed ?? file.changed, file.changed)
                }
            }
            return growth
        }
    }
}

extension FolderGrowth.Folder {
    fileprivate mutating func look(at path: String) {
        let directory = SessionDirectory.ifReadable(path)
        let now = directory?.changed
        looks = now == changed ? looks + 1 : 0
        changed = now
        let isNew = looks < FolderGrowth.settling
        if isNew { list(directory) }
        for (name, file) in files where (isNew && !planted(.quietFilesForgotten)) || file.quiet < FolderGrowth.patience
        {
            files[name] = file.seen(directory?.knownFacts(of: name))
        }
    }

    private mutating func list(_ directory: SessionDirectory?) {
        let names = (directory?.knownNames ?? []).compactMap(FileName.init).filter {
            !FileName.journal.contains($0) || planted(.journalGrows)
        }
        let before = files
        files = Dictionary(names.map { ($0, before[$0] ?? FolderGrowth.File()) }) { first, _ in first }
    }
}

extension FolderGrowth.File {
    /// Returns the file's state after one more measurement; `nil` if the file is gone or not a regular file.
    fileprivate func seen(_ facts: FileFacts?) -> Self? {
        guard let facts else { return nil }
        let isSame = facts.size == bytes && facts.modified == changed
        return Self(bytes: facts.size, changed: facts.modified, quiet: isSame ? quiet + 1 : 0)
    }
}
