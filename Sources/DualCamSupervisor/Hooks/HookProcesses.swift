import Dispatch
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Glibc
import Kernel
import Synchronization

/// Runs the processes of hooks. Operations that may block run on separate queues.
final class HookProcesses: Sendable {
    private static let mostWords = 200

    private let place: ProcessEnvironment
    /// The absolute path of the pipeline file, which hooks receive in `DUALCAM_PIPELINE`.
    private let pipeline: String
    private let report: @Sendable (HookPolicy.Input) -> Void
    private let running = Mutex<[HookLane: ChildProcess]>([:])
    private let lastTime = Mutex<Int64>(0)
    private let programs = DispatchQueue(label: "dualcam.hooks.programs")
    private let addresses = DispatchQueue(label: "dualcam.hooks.addresses")

    init(_ place: ProcessEnvironment, pipeline: String, report: @escaping @Sendable (HookPolicy.Input) -> Void) {
        (self.place, self.pipeline, self.report) = (place, pipeline, report)
    }

    /// Stores an event on disk until the hook's web server accepts it.
    func keep(_ event: HookEvent, for lane: HookLane) {
        guard case .address(let address) = lane else { return }
        let time = lastTime.withLock { last in
            last = max(last + 1, WallTime.unixNow())
            return last
        }
        addresses.async { [self] in
            if let problem = EventQueue(for: address, in: place).keep(event, at: time) {
                report(.notKept(lane, problem))
            }
        }
    }

    /// Starts a hook's program for an event, or the process that sends the queued events to a hook's address.
    func run(_ lane: HookLane, _ event: HookEvent?) {
        switch lane {
        case .program(_, let path, let arguments):
            programs.async { [self] in
                launch(lane, path, arguments, (event?.line ?? "") + "\n", environment: environment(of: event))
            }
        case .address(let address):
            addresses.async { [self] in
                let queue = EventQueue(for: address, in: place)
                if queue.names.isEmpty { return report(.ended(lane, .ended(0))) }
                // The address is passed through standard input, because other users can read command lines.
                launch(
                    lane, place.launcher ?? "", InternalJob.deliver.words + ["--", queue.folder], address + "\n",
                    environment: place.environment)
            }
        }
    }

    /// Sends a signal to a hook's process and its process group. If the program is still being started, waits until it
    /// runs. Does not wait for a process that sends events, because the disk that holds its queue may hang.
    func send(_ signal: Int32, to lane: HookLane) {
        if case .program = lane { programs.sync {} }
        running.withLock { running in _ = running[lane].map { kill(-$0.pid, signal) } }
    }

    private func environment(of event: HookEvent?) -> [String: String] {
        var environment = place.environment
        environment["DUALCAM_EVENT"] = event?.name.rawValue
        environment["DUALCAM_SESSION"] = event?.folder ?? ""
        environment["DUALCAM_PIPELINE"] = pipeline
        return environment
    }

    private func launch(
        _ lane: HookLane, _ path: String, _ arguments: [String], _ input: String, environment: [String: String]
    ) {
        do throws(ChildProcess.Refusal) {
            let file = try Self.file(holding: input)
            defer { close(file) }
            let ends = try PipeEnds()
            defer { close(ends.write) }
            let child: ChildProcess
            do throws(ChildProcess.Refusal) {
                // The lock makes `send` wait until the process id is known.
                child = try running.withLock { running throws(ChildProcess.Refusal) in
                    let child = try ChildProcess(
                        path, arguments, environment: environment,
                        descriptors: [(STDIN_FILENO, file), (STDOUT_FILENO, ends.write), (STDERR_FILENO, ends.write)],
                        stranger: path == place.launcher ? "dualcam" : path)
                    running[lane] = child
                    return child
                }
            } catch {
                close(ends.read)
                throw error
            }
            DispatchQueue(label: "dualcam.hooks.waiting").async { [self] in follow(lane, child, ends.read) }
        } catch {
            report(.ended(lane, .notStarted(String(cString: strerror(error.errorNumber)))))
        }
    }

    /// Returns an unnamed file with the input of a hook's program. A file is used because the program may read its
    /// input slowly or not at all.
    private static func file(holding text: String) throws(ChildProcess.Refusal) -> Int32 {
        guard let file = KeptFiles.place() else { throw ChildProcess.Refusal(errorNumber: errno) }
        guard FileWriting.put(Array(text.utf8), file) == nil, lseek(file, 0, SEEK_SET) == 0 else {
            close(file)
            throw ChildProcess.Refusal(errorNumber: ENOSPC)
        }
        return file
    }

    /// Reads the output of a hook's process until the process ends, then kills its process group and reports the
    /// result.
    private func follow(_ lane: HookLane, _ child: ChildProcess, _ output: Int32) {
        var tail: [UInt8] = []
        var isOpen = true
        while !child.hasEnded(waits: !isOpen) { isOpen = Self.read(output, into: &tail, within: 200) != .end }
        running.withLock { running in
            // The process id is not reused before the process is reaped, so the signal cannot hit another process.
            kill(-child.pid, SIGKILL)
            running[lane] = nil
        }
        let code = child.wait()
        // A descendant process that has left the process group may continue to print forever.
        for _ in 0..<16 where Self.read(output, into: &tail, within: 0) != .text { break }
        close(output)
        var isMore = false
        if case .address(let address) = lane { isMore = !EventQueue(for: address, in: place).names.isEmpty }
        let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = String((lines.last { $0.contains { !$0.isWhitespace } } ?? "").prefix(Self.mostWords))
        report(.ended(lane, .ended(code, words: words, isMore: isMore)))
    }

    private enum Reading { case text, nothing, end }

    /// Reads once from the output, and keeps only the last 4096 bytes in `tail`.
    private static func read(_ descriptor: Int32, into tail: inout [UInt8], within milliseconds: Int32) -> Reading {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&question, 1, milliseconds) > 0 else { return .nothing }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { return .nothing }
        guard count > 0 else { return .end }
        tail = Array((tail + chunk.prefix(count)).suffix(4096))
        return .text
    }
}
