extension SessionIndex {
    /// The sessions of several folders.
    package struct Survey: Sendable {
        /// The sessions folder after folder.
        package var sessions: [ListedSession]
        /// The folders that were looked at.
        package var folders: [String]
        /// Folders that are there and cannot be read.
        package var failures: [FolderFailure] = []
        /// Paths of sessions that are left out, because their names are not UTF-8.
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

    /// The sessions in all folders that are known, and in one more. Folders that are not there are left out: a disk may not be
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

    /// Returns true for a folder that was taken out of one in which there are others: a disk that is not connected takes everything
    /// with it, and leaves at most its empty mount point.
    private static func isGoneForGood(_ path: String) -> Bool {
        SessionDirectory.ifReadable(Disk.parent(of: path), isNamed: true).map { !$0.knownNames.isEmpty } ?? false
    }
}
