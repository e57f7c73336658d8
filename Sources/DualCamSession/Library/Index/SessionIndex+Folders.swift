extension SessionIndex {
    /// The sessions of several folders.
    package struct Survey: Sendable {
        /// The sessions, grouped by folder.
        package var sessions: [ListedSession]
        /// The folders that were examined.
        package var folders: [String]
        /// The failures of folders that exist and cannot be read.
        package var failures: [FolderFailure] = []
        /// The paths of sessions that are left out because their names are not UTF-8.
        package var unnameable: [String] = []

        package init(sessions: [ListedSession] = [], folders: [String] = []) {
            (self.sessions, self.folders) = (sessions, folders)
        }

        /// Adds the sessions of a folder.
        package mutating func add(_ listing: Listing, of folder: String) {
            sessions += listing.sessions
            folders.append(folder)
            unnameable += listing.unnameable.map { folder + "/" + $0 }
        }
    }

    /// Lists the sessions in all known folders and one more. Missing folders are left out, because a disk may not be
    /// connected.
    package func survey(and folder: String, isFresh: Bool = false) -> Survey {
        let other = SessionDirectory.ifReadable(folder, isNamed: true)?.realPath
        var survey = Survey()
        for path in Set(folders + [other ?? folder]).sorted() {
            do throws(FolderFailure) {
                survey.add(try sessions(in: path, isFresh: isFresh), of: path)
            } catch {
                if !error.isMissing {
                    survey.failures.append(error)
                } else if Self.isGoneForGood(path) {
                    forget(path)
                }
            }
        }
        return survey
    }

    /// Returns true if a missing folder's parent is not empty, so the folder was deleted. A disk that is not connected
    /// leaves at most its empty mount point.
    private static func isGoneForGood(_ path: String) -> Bool {
        SessionDirectory.ifReadable(Disk.parent(of: path), isNamed: true).map { !$0.knownNames.isEmpty } ?? false
    }
}
