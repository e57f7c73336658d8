import DualCamPlan
import Synchronization

/// Measures how far the recorded files in some folders have come, again and again: a session of weeks has ten thousand files,
/// of which only the newest grow.
package final class FolderGrowth: Sendable {
    fileprivate struct File: Sendable {
        var bytes: Int64 = 0
        var changed: Int64 = 0
        /// Looks in a row at which it was as before.
        var quiet = 0
    }

    fileprivate struct Folder: Sendable {
        /// The folder's own last change.
        var changed: Int64?
        /// The number of looks since that change was seen.
        var looks = 0
        var files: [FileName: File] = [:]
    }

    /// A file that was the same at so many looks is looked at again when the folder changes.
    static let patience = 240
    /// The kernel's time stamps are coarse: a name may be made after a look and not be seen to change the folder.
    fileprivate static let settling = 4
    private let folders = Mutex<[String: Folder]>([:])

    package init() {}

    /// Looks at the files (`stat`), the session's own journal left aside; a folder that is not there counts nothing. Blocks.
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
    /// `nil` when it is gone, or no regular file.
    fileprivate func seen(_ facts: FileFacts?) -> Self? {
        guard let facts else { return nil }
        let isSame = facts.size == bytes && facts.modified == changed
        return Self(bytes: facts.size, changed: facts.modified, quiet: isSame ? quiet + 1 : 0)
    }
}
