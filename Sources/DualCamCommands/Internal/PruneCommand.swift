import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The internal command `dualcam job prune ORDER`. It deletes finished sessions that the recording's `storage` settings
/// do not keep, in a separate process. Only `PruningProcess` starts it.
struct PruneCommand: ParsedCommand {
    static let name = InternalJob.prune.title

    private let order: PruningOrder

    init(_ words: [String]) throws(CommandFailure) {
        guard words.count == 1, let order = PruningOrder(ownJSON: words[0].utf8) else {
            throw .hidden(Self.name, startedBy: "dualcam run", next: "Use storage.retain in the pipeline file.")
        }
        self.order = order
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let lines = try await BlockingCalls.perform { [order] () throws(CommandFailure) in
            order.carryOut(by: DiskSessionStore(order.deletable))
        }
        for line in lines { place.output.write(line.text) }
        return .finished
    }
}
