public import DualCamConfig
public import DualCamSession

/// Older sessions that exist only in name.
public final class FakeShelf: Shelf {
    private let sessions: Lock<[DeletedSession]>
    private let asked = Lock<[String]>([])

    private let space: FakeSpace

    /// - Parameters:
    ///   - sessions: oldest first.
    ///   - space: what their deletion adds to.
    public init(_ sessions: [DeletedSession], on space: FakeSpace) {
        (self.sessions, self.space) = (Lock(sessions), space)
    }

    /// Directory and running session of each question.
    public var questions: [String] { asked.with { $0 } }

    public func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession? {
        asked.with { $0.append("\(directory) \(running)") }
        let session = sessions.with { $0.isEmpty ? nil : $0.removeFirst() }
        if let session { space.add(session.bytes) }
        return session
    }

    public func retain(
        _ rule: Retention, in directory: String, besides running: String, now: Int64
    ) -> [DeletedSession] {
        asked.with { $0.append("\(directory) \(running)") }
        return sessions.with { sessions in
            defer { sessions = [] }
            return sessions
        }
    }
}
