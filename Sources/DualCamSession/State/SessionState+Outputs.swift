import DualCamConfig
import DualCamPlan

// MARK: Outputs fail and are started anew
extension SessionState {
    mutating func failOutput(_ output: OutputName, _ failure: SessionFailure) {
        healed.removeAll { $0.output == output }
        carryOut(outputs.observe(.failed(output, onDisk: failure.isOnDisk), at: now))
    }

    mutating func carryOut(_ changes: [OutputWatch.Action]) {
        for change in changes {
            switch change {
            case .drop(let output): drop(output)
            case .restore(let output, let place): restore(output, place)
            case .giveUp: halt(.failure)
            }
        }
    }

    private mutating func drop(_ output: OutputName) {
        for index in files.indices where files[index].output == output && !files[index].isFinished {
            files[index].isLeft = true
        }
        act(.apply(.dropOutput(output)))
        record(.outputDropped, [.init("output", .string(output.rawValue))])
    }

    private mutating func restore(_ output: OutputName, _ place: OutputWatch.Place) {
        if place == .fallback, let fallbackFolder {
            act(.makeFolder(fallbackFolder, for: output))
        } else {
            act(.apply(.restoreOutput(output)))
        }
    }

    mutating func folderMade(_ path: String, _ output: OutputName, _ failure: FolderFailure?) {
        guard phase == .running else { return }
        guard let failure else { return act(.apply(.restoreOutput(output))) }
        var told = SessionFailure(failure)
        told.output = output
        fail(told)
    }

    mutating func applied(_ change: GraphChange) {
        guard phase == .running, case .restoreOutput(let output) = change, outputs.isOut(output),
            !outputs.isShed(output)
        else { return }
        carryOut(outputs.observe(.opened(output), at: now))
        // An output whose camera is out gets its file when the camera is back.
        if active.contains(output) { reopen(output, .outputRestored) }
        healed += failures.filter { $0.output == output }
    }
}
