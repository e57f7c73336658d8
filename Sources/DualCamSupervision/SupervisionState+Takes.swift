import DualCamPlan
import DualCamSession

// MARK: Takes of a worker that stands by
extension SupervisionState {
    /// More takes of one worker are not remembered: a worker finishes a take before it begins many others.
    private static let mostTakes = 16

    /// Takes in the folders of a heartbeat, and looks after each take that is over and that the worker does not come back to.
    mutating func finishTakes(of worker: inout Worker, _ beat: Heartbeat) {
        if let folder = beat.folder, worker.takes.last != folder {
            worker.takes = (worker.takes + [folder]).suffix(Self.mostTakes)
        }
        // A worker that ends with its take is followed by one that may go on with it.
        guard beat.stage != .finishing else { return }
        for folder in beat.ended
        where folder != beat.folder && (!worker.settledTakes.contains(folder) || planted(.takeFinishedTwice)) {
            worker.settledTakes = (worker.settledTakes + [folder]).suffix(Self.mostTakes)
            act(.finishTake(folder))
        }
    }

    /// Looks after the takes of a worker that was lost, but for the one that the next worker goes on with.
    mutating func finishTakes(of worker: Worker) {
        let resumed = hasEndedTake(worker.beat.ending) ? nil : folder
        for folder in worker.takes where folder != resumed && !worker.settledTakes.contains(folder) {
            act(.finishTake(folder))
        }
    }

    /// Returns true when a worker that ends for this reason is to have no successor.
    func isLastWord(_ reason: String?) -> Bool {
        guard let reason, !hasEndedTake(reason) else { return false }
        return ![StopReason.failure, .handOver, .folderLost].map(\.rawValue).contains(reason)
    }

    /// Returns true when a take was over for this reason, and another was to follow.
    func hasEndedTake(_ reason: String?) -> Bool {
        serves && [StopReason.request, .duration, .diskFull].map(\.rawValue).contains(reason)
    }

    /// Takes in what became of a take that no worker finished.
    mutating func finishedTake(_ folder: String, _ code: Int32) {
        guard code != 0 else { return act(.note("finished \(folder)", .information)) }
        act(
            .note(
                "error: \(folder) could not be finished (exit code \(code)). What it holds up to about the last second "
                    + "can be played; try 'dualcam recover \(folder)'.", .error))
    }
}
