extension SessionIndex {
    /// The list of the sessions in several directories.
    package struct Survey: Sendable {
        /// The sessions found, grouped by directory.
        package var sessions: [ListedSession]
        /// The paths of the directories whose sessions were listed.
        package var folders: [String]
        /// The errors for directories that exist and cannot be read.
        package var failures: [FolderFailure] = []
        /// The paths of sessions that are left out because their names are not UTF-8.
        package var unnameable: [String] = []

        package init(sessions: [ListedSession] = [], folders: [String] = []) {
            (self.sessions, self.folders) = (sessions, folders)
        }

        /// Adds the sessions of the directory `folder` to the list.
        package mutating func add(_ listing: Listing, of folder: String) {
            sessions += listing.sessions
            folders.append(folder)
            unnameable += listing.unnameable.map { folder + "/" + $0 }
        }
    }

    /// Lists the sessions in all known recording directories and in `folder`. Missing directories are left out, because
    /// their disk may not be connected.
    ///
    /// - Parameter isFresh: True to read every session again.
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

    /// Returns true if a missing directory was certainly deleted, because its parent folder is not empty. If the disk
    /// is only disconnected, the parent is an empty mount point.
    private static func isGoneForGood(_ path: String) -> Bool {
        SessionDirectory.ifReadable(Disk.parent(of: path), isNamed: true).map { !$0.knownNames.isEmpty } ?? false
    }
}
