package import DualCamConfig
package import DualCamRecordings

/// A store of older sessions that has no files; deleting a session only adds its size to the free space.
package final class FakeSessionStore: SessionStore {
    private let sessions: Lock<[DeletedSession]>
    private let asked = Lock<[String]>([])

    private let space: FakeSpace

    /// Creates a store of older sessions.
    ///
    /// - Parameters:
    ///   - sessions: The older sessions, oldest first.
    ///   - space: The free space to which a deletion adds the session's size.
    package init(_ sessions: [DeletedSession], on space: FakeSpace) {
        (self.sessions, self.space) = (Lock(sessions), space)
    }

    /// The calls of the store so far, in order. Each is text: the recording directory, a space and the name of the
    /// running session.
    package var questions: [String] { asked.with { $0 } }

    package func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession? {
        asked.with { $0.append("\(directory) \(running)") }
        let session = sessions.with { $0.isEmpty ? nil : $0.removeFirst() }
        if let session { space.add(session.bytes) }
        return session
    }

    package func retain(
        _ rule: Retention, in directory: String, besides running: String, now: Int64
    ) -> Retained {
        asked.with { $0.append("\(directory) \(running)") }
        var retained = Retained()
        retained.deleted = sessions.with { sessions in
            defer { sessions = [] }
            return sessions
        }
        return retained
    }
}
