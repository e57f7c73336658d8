internal import DualCamPlan
internal import Synchronization

/// Numbers of branches, by which a bin and the messages of what it holds name theirs.
final class BranchTable: Sendable {
    private let branches = Mutex<[BranchID]>([])

    /// The branch's number, from 1 on.
    func number(of branch: BranchID) -> Int {
        branches.withLock { branches in
            if let index = branches.firstIndex(of: branch) { return index + 1 }
            branches.append(branch)
            return branches.count
        }
    }

    subscript(number: Int) -> BranchID? {
        branches.withLock { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
    }
}
