import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The state of the session's folder: its path and, if the folder was lost, the reason.
struct FolderState: Sendable {
    /// The path of the session's folder; empty while there is none.
    private(set) var path: String
    /// The reason why nothing more can be recorded into the folder; `nil` if it is usable.
    private(set) var loss: FolderLoss?
    /// True if files of the recording had been begun before the folder was lost.
    private(set) var hadFiles = false
    /// The reason why the folder does not belong to the group in `recording.group`; `nil` if it does, or if no group is
    /// named.
    var groupProblem: String?
    private var isLedgerTold = false

    init(path: String) { self.path = path }

    /// Sets the path of a take's new folder.
    mutating func make(_ path: String) { self.path = path }

    /// Records the loss of the folder, and returns the failures that it causes; `nil` if the loss is already known or
    /// there is no folder.
    mutating func lose(_ loss: FolderLoss, hasFiles: Bool) -> [SessionFailure]? {
        guard self.loss == nil || planted(.lossToldAgain), !path.isEmpty else { return nil }
        (self.loss, hadFiles) = (loss, hasFiles)
        // Later failures to write the ledger are consequences of the loss and are not reported.
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

    /// Returns the recorded files that still exist after the folder's loss, with their new paths.
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

    /// Returns a file's name as the ledger lists it.
    func name(of path: String) -> String { RecordedFile.name(path, in: self.path) }
}
