import DualCamTransfer
import Dispatch
import DualCamControl
package import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
import DualCamWorker
import Glibc
package import Kernel
import Synchronization

/// A worker process that waits for the supervisor's instructions. While it waits, it loads the libraries that every
/// recording needs.
package struct WaitingWorker: Sendable {
    fileprivate let child: ChildProcess
    fileprivate let commands: Int32
    fileprivate let heartbeats: Int32

    /// Starts a worker process that waits for its instructions.
    ///
    /// - Parameter files: The descriptor of the unnamed file in which workers keep copies of the files that the
    ///   pipeline file names; `nil` if no copies are kept.
    package init(in place: ProcessEnvironment, keeping files: Int32?) throws(ChildProcess.Refusal) {
        let orders = try PipeEnds()
        let beats: PipeEnds
        do throws(ChildProcess.Refusal) { beats = try PipeEnds() } catch {
            for end in [orders.read, orders.write] { close(end) }
            throw error
        }
        defer { for end in [orders.read, beats.write] { close(end) } }
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(
                place.launcher, [InternalCommand.worker.rawValue], environment: Self.environment(place.environment),
                inheriting: .whole,
                descriptors: [(STDIN_FILENO, orders.read), (HeartbeatWriter.descriptor, beats.write)]
                    + (files.map { [(KeptFiles.descriptor, $0)] } ?? []))
        } catch {
            for end in [orders.write, beats.read] { close(end) }
            throw error
        }
        (commands, heartbeats) = (orders.write, beats.read)
    }

    private static func environment(_ own: [String: String]) -> [String: String] {
        var environment = own
        // Swift's crash report would delay the start of the next worker, and signals that arrive while it is written
        // would be lost.
        environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
        // If every thread had a heap of its own, each heap would keep the memory that the thread once used
        // (mallopt(3)).
        environment["MALLOC_ARENA_MAX"] = environment["MALLOC_ARENA_MAX"] ?? "2"
        return environment
    }

    /// Kills the waiting worker because there is nothing to record. Blocks briefly.
    package func dismiss() {
        child.send(SIGKILL)
        _ = child.wait()
        for end in [commands, heartbeats] { close(end) }
    }
}

/// The supervisor's connection to a running worker. The worker sends heartbeats through it and receives commands.
final class WorkerProcess: Sendable {
    private let child: ChildProcess
    private let commands: Int32
    private let writing = DispatchQueue(label: "dualcam.worker.commands")
    private let listening = DispatchQueue(label: "dualcam.worker.heartbeats")

    var pid: Int32 { child.pid }

    /// Sends a waiting worker its instructions and the pipeline file, and starts to read its heartbeats.
    ///
    /// - Parameters:
    ///   - pipeline: The content of the pipeline file.
    ///   - places: Returns the folders that can contain files of the session whose folder is given.
    ///   - learn: Receives the worker's heartbeats and events and, as the last input, the worker's end.
    init(
        _ worker: WaitingWorker, _ order: WorkerOrder, pipeline: [UInt8],
        places: @escaping @Sendable (String) -> [String],
        learn: @escaping @Sendable (SupervisorInput) -> Void
    ) {
        (child, commands) = (worker.child, worker.commands)
        put(SupervisorLine.opening(order, pipeline))
        listening.async { Self.follow(worker.child, worker.heartbeats, places, learn) }
    }

    deinit { close(commands) }

    func send(_ signal: Int32) { child.send(signal) }

    /// Asks the worker to finish its files and end, so that another worker can continue the recording.
    func handOver() { put(Array((SupervisorLine.handOver + "\n").utf8)) }

    /// Sends the worker a key that was pressed in the terminal.
    func press(_ key: TerminalKey) { put(Array((SupervisorLine.key + key.name + "\n").utf8)) }

    /// Sends the worker a new version of the pipeline file.
    func reload(_ pipeline: [UInt8]) { put(SupervisorLine.reload(pipeline)) }

    /// Sends the worker the state of backups.
    func show(_ backups: BackupState) { put(SupervisorLine.show(backups)) }

    /// Writes bytes to the worker on a separate queue, because the worker may be stopped or slow to read.
    private func put(_ bytes: [UInt8]) {
        writing.async { [self] in _ = FileWriting.put(bytes, commands) }
    }

    /// The maximum time to wait for a disk that does not respond.
    private static let patience = DispatchTimeInterval.seconds(3)

    /// Measures the total size of the session's files, and the time of their last change, after the worker has ended.
    /// Returns `nil` if the disk does not respond, which may be the reason for the worker's end.
    private static func lastLook(in places: [String]) -> SessionFolder.Growth? {
        let (look, done) = (LastLook(), DispatchSemaphore(value: 0))
        DispatchQueue(label: "dualcam.supervisor.look").async {
            let growth = FolderGrowth().look(in: places)
            look.growth.withLock { $0 = growth }
            done.signal()
        }
        return done.wait(timeout: .now() + patience) == .success ? look.growth.withLock { $0 } : nil
    }

    private final class LastLook: Sendable {
        let growth = Mutex<SessionFolder.Growth?>(nil)
    }

    /// Reads the worker's heartbeats and events until the worker ends and thereby closes the pipe. Then reports the
    /// worker's exit code or the signal that ended it.
    private static func follow(
        _ child: ChildProcess, _ beats: Int32, _ places: (String) -> [String],
        _ learn: @Sendable (SupervisorInput) -> Void
    ) {
        var rest: [UInt8] = []
        var folder: String?
        var chunk = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = read(beats, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += chunk.prefix(count)
            for line in rest.removeLines() {
                if let event = SupervisorLine.event(line: line[...]) {
                    learn(.told(event))
                } else if let beat = Heartbeat(line: line) {
                    folder = beat.folder
                    learn(.state(.heartbeat(pid: child.pid, beat)))
                }
            }
        }
        close(beats)
        let code = child.wait()
        // The last measurement shows exactly when the recording was interrupted.
        if let folder, let growth = lastLook(in: places(folder)) {
            learn(.state(.measured(Measurement(growth))))
        }
        learn(.state(.ended(pid: child.pid, code < 0 ? .signal(-code) : .exit(code))))
    }
}

extension Measurement {
    init(_ growth: SessionFolder.Growth, memory: Int64? = nil) {
        self.init(bytes: growth.bytes, changed: growth.changed, memory: memory)
    }
}
