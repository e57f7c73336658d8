import DualCamPlan
import DualCamSession

// MARK: Takes of a worker that stands by
extension SupervisionState {
    /// The maximum number of takes to remember of a worker, which finishes a take before it begins many others.
    private static let mostTakes = 16

    /// Notes the folders of a heartbeat, and finishes each take that has ended and to which the worker does not return.
    mutating func finishTakes(of worker: inout Worker, _ beat: Heartbeat) {
        if let folder = beat.folder, worker.takes.last != folder {
            worker.takes = (worker.takes + [folder]).suffix(Self.mostTakes)
        }
        // The next worker may continue the take with which a worker ends.
        guard beat.stage != .finishing else { return }
        for folder in beat.ended
        where folder != beat.folder && (!worker.settledTakes.contains(folder) || planted(.takeFinishedTwice)) {
            worker.settledTakes = (worker.settledTakes + [folder]).suffix(Self.mostTakes)
            act(.finishTake(folder))
        }
    }

    /// Finishes the takes of a worker that was lost, except the one that the next worker continues.
    mutating func finishTakes(of worker: Worker) {
        let resumed = hasEndedTake(worker.beat.ending) ? nil : folder
        for folder in worker.takes where folder != resumed && !worker.settledTakes.contains(folder) {
            act(.finishTake(folder))
        }
    }

    /// Returns true if a worker that ends for this reason has no successor.
    func isLastWord(_ reason: String?) -> Bool {
        guard let reason, !hasEndedTake(reason) else { return false }
        return ![StopReason.failure, .handOver, .folderLost].map(\.rawValue).contains(reason)
    }

    /// Returns true if a take ended for this reason and another take follows.
    func hasEndedTake(_ reason: String?) -> Bool {
        serves && [StopReason.request, .duration, .diskFull].map(\.rawValue).contains(reason)
    }

    /// Reports the end of the attempt to finish a take that no worker finished.
    mutating func finishedTake(_ folder: String, _ code: Int32) {
        guard code != 0 else { return act(.note("finished \(folder)", .information)) }
        act(
            .note(
                "error: \(folder) could not be finished (exit code \(code)). What it holds up to about the last second "
                    + "can be played; try 'dualcam recover \(folder)'.", .error))
    }
}
