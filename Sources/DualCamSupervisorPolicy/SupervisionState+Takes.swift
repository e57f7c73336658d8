import DualCamPlan
import DualCamRecordings
import DualCamSession

// MARK: Takes of a worker that stands by
extension SupervisionState {
    /// The maximum number of a worker's takes to remember. A worker finishes a take before it begins many others.
    private static let mostTakes = 16

    /// Stores the folders of the takes that a heartbeat names. Requests that each ended take be finished, unless the
    /// worker still writes to its folder.
    mutating func finishTakes(of worker: inout Worker, _ beat: Heartbeat) {
        if let folder = beat.folder, worker.takes.last != folder {
            worker.takes = (worker.takes + [folder]).suffix(Self.mostTakes)
        }
        // The next worker may continue the take during which this worker ends.
        guard beat.stage != .finishing else { return }
        for folder in beat.ended
        where folder != beat.folder && (!worker.settledTakes.contains(folder) || planted(.takeFinishedTwice)) {
            worker.settledTakes = (worker.settledTakes + [folder]).suffix(Self.mostTakes)
            act(.finishTake(folder))
        }
    }

    /// Requests that the unfinished takes of a lost worker be finished, except for the take that the next worker
    /// continues.
    mutating func finishTakes(of worker: Worker) {
        let resumed = hasEndedTake(worker.beat.ending) ? nil : folder
        for folder in worker.takes where folder != resumed && !worker.settledTakes.contains(folder) {
            act(.finishTake(folder))
        }
    }

    /// Returns true if no other worker follows a worker that ended for this reason.
    func isLastWord(_ reason: String?) -> Bool {
        guard let reason, !hasEndedTake(reason) else { return false }
        return ![StopReason.failure, .handOver, .folderLost].map(\.rawValue).contains(reason)
    }

    /// Returns true if only a take ended for this reason, so that another take can follow.
    func hasEndedTake(_ reason: String?) -> Bool {
        serves && [StopReason.request, .duration, .diskFull].map(\.rawValue).contains(reason)
    }

    /// Reports the result of finishing a take that its worker did not finish.
    mutating func finishedTake(_ folder: String, _ code: Int32) {
        guard code != 0 else { return act(.note("finished \(folder)", .information)) }
        act(
            .note(
                "error: \(folder) could not be finished (exit code \(code)). What it holds up to about the last second "
                    + "can be played; try 'dualcam recover \(folder)'.", .error))
    }
}
