package import DualCamConfig
package import DualCamSession

/// Older sessions that exist only in name.
package final class FakeSessionStore: SessionStore {
    private let sessions: Lock<[DeletedSession]>
    private let asked = Lock<[String]>([])

    private let space: FakeSpace

    /// - Parameters:
    ///   - sessions: oldest first.
    ///   - space: the space to which their deletion adds.
    package init(_ sessions: [DeletedSession], on space: FakeSpace) {
        (self.sessions, self.space) = (Lock(sessions), space)
    }

    /// Directory and running session of each question.
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
