import Dispatch
import Synchronization

/// Looks at a folder of sessions on threads of its own, while its caller reads what is known of them.
final class FolderLook: Sendable {
    /// A session's name, and what its folder was like.
    typealias Question = (name: String, stamp: SessionStamp)

    /// Questions that are asked together.
    static let most = 512

    private let directory: SessionDirectory
    private let queue = DispatchQueue(label: "dualcam.look", attributes: .concurrent)
    private let group = DispatchGroup()
    private let found = Mutex<Result<[String], FolderFailure>>(.success([]))
    private let parts = Mutex<[[Bool]]>([])

    /// Begins to read the names in it.
    init(_ directory: SessionDirectory) {
        self.directory = directory
        queue.async(group: group) { [self] in
            let names = Result { () throws(FolderFailure) in try directory.names() }
            found.withLock { $0 = names }
        }
    }

    /// The names in the folder, sorted.
    func names() throws(FolderFailure) -> [String] {
        group.wait()
        return try found.withLock { $0 }.get()
    }

    /// Forgets what was asked, if anything was.
    func begin() {
        guard parts.withLock({ !$0.isEmpty }) else { return }
        group.wait()
        parts.withLock { $0 = [] }
    }

    /// Asks whether the folders are as they were.
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

    /// Returns the results, in the order of the questions.
    func answers() -> [Bool] {
        group.wait()
        return parts.withLock { $0.flatMap(\.self) }
    }
}
