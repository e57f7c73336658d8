import Dispatch
import DualCamControl
import DualCamSession
import DualCamSupervision
import Glibc
import Synchronization

/// A worker that has no order yet: it has begun, and loads what every recording needs.
struct WaitingWorker: Sendable {
    fileprivate let child: ChildProcess
    fileprivate let commands: Int32
    fileprivate let heartbeats: Int32

    /// Starts one.
    ///
    /// - Parameter files: Where it keeps the files that the pipeline file names; `nil`: nowhere.
    init(in place: ProcessEnvironment, keeping files: Int32?) throws(ChildProcess.Refusal) {
        let orders = try PipeEnds()
        let beats: PipeEnds
        do throws(ChildProcess.Refusal) { beats = try PipeEnds() } catch {
            for end in [orders.read, orders.write] { close(end) }
            throw error
        }
        defer { for end in [orders.read, beats.write] { close(end) } }
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(
                place.launcher, [WorkerCommand.usage.name], environment: Self.environment(place.environment),
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
        // Swift's report of a crash holds up the next worker, and swallows signals that were sent.
        environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
        // Every thread with a heap of its own would keep what it once needed (mallopt(3)).
        environment["MALLOC_ARENA_MAX"] = environment["MALLOC_ARENA_MAX"] ?? "2"
        return environment
    }

    /// Ends it, as there is nothing to record. Blocks for a moment.
    func dismiss() {
        child.send(SIGKILL)
        _ = child.wait()
        for end in [commands, heartbeats] { close(end) }
    }
}

/// A worker as its supervisor sees it: heartbeats come from it, commands go to it.
final class WorkerProcess: Sendable {
    private let child: ChildProcess
    private let commands: Int32
    private let writing = DispatchQueue(label: "dualcam.worker.commands")
    private let listening = DispatchQueue(label: "dualcam.worker.heartbeats")

    var pid: Int32 { child.pid }

    /// Gives a worker its order and the pipeline file.
    ///
    /// - Parameters:
    ///   - pipeline: The file's content.
    ///   - places: The folders that take the files of the session in a folder.
    ///   - learn: Gets its heartbeats, and last of all its end.
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

    /// Has it finish its files and leave the recording to the next.
    func handOver() { put(Array((SupervisorLine.handOver + "\n").utf8)) }

    /// Passes on a key that was pressed in the terminal.
    func press(_ key: TerminalKey) { put(Array((SupervisorLine.key + key.name + "\n").utf8)) }

    /// Has it take over another content of the pipeline file.
    func reload(_ pipeline: [UInt8]) { put(SupervisorLine.reload(pipeline)) }

    /// Tells it how the copying of sessions goes.
    func show(_ backups: BackupState) { put(SupervisorLine.show(backups)) }

    /// The worker may be slow to read, or stopped.
    private func put(_ bytes: [UInt8]) {
        writing.async { [self] in _ = FileWriting.put(bytes, commands) }
    }

    /// The time after which a disk that does not answer is not waited for.
    private static let patience = DispatchTimeInterval.seconds(3)

    /// Measures the files once more; `nil` where the disk does not answer, which may have been the worker's end.
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

    /// Reads heartbeats until the worker has closed the pipe, which is when it ends.
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
        // A last look: when exactly the recording broke off.
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
