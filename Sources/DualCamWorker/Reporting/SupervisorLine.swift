import Dispatch
import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
package import DualCamTransfer
import FoundationEssentials
import Glibc

/// The worker's end of its connection to the supervisor. Standard input first contains the worker's instructions and
/// the pipeline file, and then commands, one per line. The end of the input means that the supervisor has ended.
///
/// Invariant that makes the class Sendable: `rest` and `isSilent` are accessed by `opening` before `requests` is
/// called, and from then on only on the queue.
package final class SupervisorLine: @unchecked Sendable {
    /// The line that asks a worker to end its part, so that the next worker continues the recording.
    package static let handOver = "hand-over"
    /// The beginning of the line that forwards a pressed key. The key's name follows.
    package static let key = "key "
    private static let order = "order "
    private static let file = "pipeline "
    private static let again = "reload "
    private static let backups = "backups "
    private static let told = "event "

    /// A request from the supervisor to its worker.
    package enum Request: Sendable, Equatable {
        case end(StopReason)
        /// Applies a new version of the pipeline file, given as its content.
        case reload([UInt8])
        /// Shows a new state of backups in the control interface.
        case backups(BackupState)
        /// Performs the command of a key that was pressed in the terminal.
        case press(TerminalKey)
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "dualcam.worker.commands")
    private var rest: [UInt8] = []
    /// True until the first byte arrives from the supervisor.
    package private(set) var isSilent = true

    /// Returns this process's connection to its supervisor; `nil` if no supervisor started this process.
    package static func ofThisProcess() -> SupervisorLine? {
        for descriptor in [STDIN_FILENO, HeartbeatWriter.descriptor] {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return SupervisorLine(descriptor: STDIN_FILENO)
    }

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the first messages that a supervisor sends to its worker: the worker's instructions and the pipeline
    /// file.
    package static func opening(_ order: WorkerOrder, _ pipeline: [UInt8]) -> [UInt8] {
        message(Self.order, order.ownJSON) + message(file, pipeline)
    }

    /// Returns the message that asks a worker to apply a new version of the pipeline file.
    ///
    /// - Parameter pipeline: The new content of the file, at most `PipelineSearch.largest` bytes.
    package static func reload(_ pipeline: [UInt8]) -> [UInt8] { message(again, pipeline) }

    /// Returns the message that tells a worker the new state of backups, which its control interface then shows.
    package static func show(_ state: BackupState) -> [UInt8] { message(backups, state.ownJSON) }

    /// Returns the line with which a worker sends an event to its supervisor.
    static func event(_ event: HookEvent) -> String { "\(told)\(event.name.rawValue) \(event.line)" }

    /// Parses an event from a line that a worker sent; `nil` if the line contains something else.
    package static func event(line: ArraySlice<UInt8>) -> HookEvent? {
        guard line.starts(with: told.utf8) else { return nil }
        let parts = String(decoding: line.dropFirst(told.utf8.count), as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let name = EventName(rawValue: String(parts[0])) else { return nil }
        return HookEvent(name: name, line: String(parts[1]))
    }

    private static func message(_ head: String, _ content: [UInt8]) -> [UInt8] {
        Array("\(head)\(content.count)\n".utf8) + content
    }

    /// Reads the worker's instructions and the pipeline file from the supervisor. Returns `nil` if anything else
    /// arrives. Blocks until both have arrived.
    package func opening() -> (WorkerOrder, pipeline: [UInt8])? {
        guard
            let order = nextLine().flatMap({ content(announcedBy: $0, Self.order) }).flatMap(
                WorkerOrder.init(ownJSON:)),
            let pipeline = nextLine().flatMap({ content(announcedBy: $0, Self.file) })
        else { return nil }
        return (order, pipeline)
    }

    private func content(announcedBy line: String, _ head: String) -> [UInt8]? {
        guard line.hasPrefix(head), let count = Int(line.dropFirst(head.count)),
            (0...PipelineSearch.largest).contains(count)
        else { return nil }
        while rest.count < count { if !readMore() { return nil } }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Returns a stream of the supervisor's requests in the order of their arrival. If the supervisor ends, the last
    /// request asks the worker to end the recording.
    package func requests() -> AsyncStream<Request> {
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        queue.async { [self] in
            while let line = nextLine() {
                if line == Self.handOver { requests.yield(.end(.handOver)) }
                if let key = TerminalKey(line: line) { requests.yield(.press(key)) }
                if let content = content(announcedBy: line, Self.again) { requests.yield(.reload(content)) }
                let told = content(announcedBy: line, Self.backups)
                if let state = told.flatMap(BackupState.init(ownJSON:)) { requests.yield(.backups(state)) }
            }
            requests.yield(.end(.terminate))
            requests.finish()
        }
        return stream
    }

    private func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            if !readMore() { return nil }
        }
    }

    private func readMore() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            isSilent = false
            rest += chunk.prefix(count)
            return true
        }
    }
}
