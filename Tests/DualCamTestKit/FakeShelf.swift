public import DualCamConfig
public import DualCamSession

/// Older sessions that exist only in name.
public final class FakeShelf: Shelf {
    private let sessions: Lock<[DeletedSession]>
    private let asked = Lock<[String]>([])

    /// - Parameter sessions: oldest first.
    public init(_ sessions: [DeletedSession]) { self.sessions = Lock(sessions) }

    /// Directory and running session of each question.
    public var questions: [String] { asked.with { $0 } }

    public func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession? {
        asked.with { $0.append("\(directory) \(running)") }
        return sessions.with { $0.isEmpty ? nil : $0.removeFirst() }
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
