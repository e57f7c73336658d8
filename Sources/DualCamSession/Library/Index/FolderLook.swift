import Dispatch
import Synchronization

/// A check of a folder of sessions, on threads of its own, while the caller reads the index.
final class FolderLook: Sendable {
    /// A session's name, and the stamp that its folder had.
    typealias Question = (name: String, stamp: SessionStamp)

    /// The number of questions that one thread answers at a time.
    static let most = 512

    private let directory: SessionDirectory
    private let queue = DispatchQueue(label: "dualcam.look", attributes: .concurrent)
    private let group = DispatchGroup()
    private let found = Mutex<Result<[String], FolderFailure>>(.success([]))
    private let parts = Mutex<[[Bool]]>([])

    /// Starts to read the names in the folder.
    init(_ directory: SessionDirectory) {
        self.directory = directory
        queue.async(group: group) { [self] in
            let names = Result { () throws(FolderFailure) in try directory.names() }
            found.withLock { $0 = names }
        }
    }

    /// Waits for the names in the folder and returns them sorted.
    func names() throws(FolderFailure) -> [String] {
        group.wait()
        return try found.withLock { $0 }.get()
    }

    /// Discards all questions asked so far.
    func begin() {
        guard parts.withLock({ !$0.isEmpty }) else { return }
        group.wait()
        parts.withLock { $0 = [] }
    }

    /// Starts to check whether the folders still have their stamps.
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

    /// Waits and returns, in the order of the questions, true for each unchanged folder.
    func answers() -> [Bool] {
        group.wait()
        return parts.withLock { $0.flatMap(\.self) }
    }
}
