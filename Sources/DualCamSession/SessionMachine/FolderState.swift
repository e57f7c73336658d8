import DualCamConfig
import DualCamPlan

/// The session's folder: where it is, and whether it still takes anything.
struct FolderState: Sendable {
    /// The folder's path; empty: there is none yet.
    private(set) var path: String
    /// The reason why nothing more can be recorded into it.
    private(set) var loss: FolderLoss?
    /// The recording had begun files when the folder was lost.
    private(set) var hadFiles = false
    /// The reason why it is not for the group that the pipeline file names; `nil`: it is, or the file names none.
    var groupProblem: String?
    private var isLedgerTold = false

    init(path: String) { self.path = path }

    /// The folder of a take is there.
    mutating func make(_ path: String) { self.path = path }

    /// Returns what the loss costs the session; `nil`: it is known already, or there is no folder.
    mutating func lose(_ loss: FolderLoss, hasFiles: Bool) -> [SessionFailure]? {
        guard self.loss == nil || planted(.lossToldAgain), !path.isEmpty else { return nil }
        (self.loss, hadFiles) = (loss, hasFiles)
        // Later failures of the ledger are a consequence of the loss and are not told.
        isLedgerTold = true
        guard loss.exit != .finished else { return [] }
        return [
            SessionFailure(
                .folderLost, exit: loss.exit, message: loss.message(of: path), advice: loss.consequence(for: path))
        ]
    }

    mutating func ledgerFailed(_ failure: FolderFailure) -> [SessionEffect] {
        guard !isLedgerTold || planted(.ledgerComplaintRepeated) else { return [] }
        isLedgerTold = true
        let message = "\(failure.message) The recording goes on without its ledger."
        return [.emit(.warning(.ledger, branch: nil, message: message))]
    }

    /// Returns the files that are left, by the paths that they have now.
    func remaining(_ kept: [RecordedFile]) -> [RecordedFile] {
        let own = path + "/"
        switch loss?.kind {
        case .deleted: return kept.filter { !$0.path.hasPrefix(own) }
        case .moved:
            guard let found = loss?.found, !planted(.movedFilesStay) else { return kept }
            return kept.map { file in
                var file = file
                if file.path.hasPrefix(own) { file.path = found + "/" + file.path.dropFirst(own.count) }
                return file
            }
        default: return kept
        }
    }

    /// Returns how the ledger calls a file.
    func name(of path: String) -> String { RecordedFile.name(path, in: self.path) }
}
