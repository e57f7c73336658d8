package import DualCamConfig
import Glibc

/// Tells before a session is begun whether its disk would take it.
package enum StorageForesight {
    /// Makes a folder in `recording.directory` and looks at its disk, as a session does when it begins, and removes all that it made.
    /// Blocks.
    ///
    /// - Returns: why a session would not begin; `nil`: nothing of the disk is against it.
    package static func refusal(of pipeline: Pipeline) -> SessionFailure? {
        let directory = pipeline.recording.directory
        do throws(FolderFailure) {
            let folder = "\(directory)/.dualcam-\(SystemAccess.current.getpid())"
            let made = try Disk.createFolders(folder)
            defer { for folder in made.reversed() { Disk.removeEmptyFolder(folder) } }
            let facts = StorageProbe.facts(folder)
            if let limit = pipeline.recording.maxLoss, let failure = facts.failure(of: directory, limit) {
                return failure
            }
            let keepFree = pipeline.storage.keepFree.bytes
            guard let free = Disk.freeBytes(folder), free < keepFree, pipeline.storage.whenFull != .deleteOldest else {
                return nil
            }
            return StorageMonitor.diskFull(free, pipeline.storage, directory)
        } catch {
            return SessionFailure(FolderFailure(.createFolder, path: directory, errorNumber: error.errorNumber))
        }
    }
}
