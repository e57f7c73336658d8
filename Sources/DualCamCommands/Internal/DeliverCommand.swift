import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSupervisor

/// The internal command `dualcam job deliver FOLDER`. It sends the events queued in a folder to the web address that it
/// reads from standard input. The supervisor starts it as a separate process, which keeps libsoup and its libraries out
/// of the supervisor.
struct DeliverCommand: Command {
    static let name = InternalJob.deliver.title
    /// The maximum number of events that one process sends. Another process, with a time limit of its own, sends
    /// further events.
    private static let most = 20
    private static let patience = Duration.seconds(30)

    var folder: String?

    static let declaration = CommandDeclaration<Self>(
        name, "send events for 'dualcam run'",
        parameters: [.required("FOLDER", \.folder, "the folder of the waiting events")],
        options: [])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard let folder, let address = place.readLine(), address.contains("://") else {
            throw .hidden(Self.name, startedBy: "dualcam run", next: "Use hooks in the pipeline file.")
        }
        let queue = EventQueue(folder: folder, in: place)
        let (code, words) = await BlockingCalls.perform { queue.held { Self.send(queue, to: address) } }
        if !words.isEmpty { place.output.write("\(words)\n") }
        return code
    }

    /// Sends the queued events, oldest first. Drops events that are too old or that the server rejects. Stops at the
    /// first event that cannot be delivered. Blocks.
    ///
    /// - Returns: The exit code, and a description of what failed; empty if all events were sent.
    private static func send(_ queue: EventQueue, to address: String) -> (ExitCode, String) {
        var refused = (count: 0, reason: "")
        for name in queue.names.prefix(most) {
            guard let event = queue.event(name), !queue.isOutdated(name, at: WallTime.unixNow()) else {
                refused = (refused.count + 1, "too old, or damaged")
                queue.remove(name)
                continue
            }
            let post = EventPost(
                body: event.line, event: event.name.rawValue, session: event.folder ?? "",
                key: String(name.prefix { $0 != "." }), agent: "dualcam/" + ProductVersion.current)
            switch post.send(to: address, patience: patience) {
            case .taken: queue.remove(name)
            case .refused(let status):
                refused = (refused.count + 1, "HTTP status \(status)")
                queue.remove(name)
            case .failed(let reason): return (.unavailable, reason)
            }
        }
        return (.finished, refused.count == 0 ? "" : "\(refused.count) discarded (\(refused.reason))")
    }
}
