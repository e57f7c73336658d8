import Dispatch
import Synchronization

/// A check, in separate threads, of which sessions of a directory have changed since they were indexed. Meanwhile, the
/// caller reads the index.
final class FolderScan: Sendable {
    /// The name of a session, and the stamp that its folder had when the session was indexed.
    typealias Question = (name: String, stamp: SessionStamp)

    /// The number of sessions that are passed to one thread at a time.
    static let most = 512

    private let directory: SessionDirectory
    private let queue = DispatchQueue(label: "dualcam.look", attributes: .concurrent)
    private let group = DispatchGroup()
    private let found = Mutex<Result<[String], FolderFailure>>(.success([]))
    private let parts = Mutex<[[Bool]]>([])

    /// Starts reading the names in the directory.
    init(_ directory: SessionDirectory) {
        self.directory = directory
        queue.async(group: group) { [self] in
            let names = Result { () throws(FolderFailure) in try directory.names() }
            found.withLock { $0 = names }
        }
    }

    /// Waits until the names in the directory have been read, and returns them sorted.
    func names() throws(FolderFailure) -> [String] {
        group.wait()
        return try found.withLock { $0 }.get()
    }

    /// Discards the results of all checks that were requested so far.
    func begin() {
        guard parts.withLock({ !$0.isEmpty }) else { return }
        group.wait()
        parts.withLock { $0 = [] }
    }

    /// Starts to check in another thread whether the folders of these sessions still have the same stamps.
    func ask(_ questions: [Question]) {
        let number = parts.withLock { parts in
            parts.append([])
            return parts.count - 1
        }
        queue.async(group: group) { [self] in
            let same = questions.map { SessionStamp(of: $0.name, in: directory, known: $0.stamp) == $0.stamp }
            parts.withLock { $0[number] = same }
        }
    }

    /// Waits for all checks. Returns their results in the order in which the checks were requested: true if the folder
    /// is unchanged.
    func answers() -> [Bool] {
        group.wait()
        return parts.withLock { $0.flatMap(\.self) }
    }
}
