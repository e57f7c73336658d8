import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import DualCamTestKit
import Foundation

@testable import DualCamControl

/// A message bus for one test, with a program that listens and one that calls.
final class SessionBus: @unchecked Sendable {
    // Invariant: nothing changes after the initialiser; everything used by other threads is Sendable.
    let address: String
    private let daemon: Process
    private let monitor: Process
    private let heard: Lines

    init() async throws {
        let (daemon, daemonLines) = try Self.start("dbus-daemon", ["--session", "--nofork", "--print-address=1"])
        address = await daemonLines.next() ?? ""
        self.daemon = daemon
        (monitor, heard) = try Self.start("dbus-monitor", ["--address", address, "type='signal'"])
        // The monitor receives its own name first; from then on it misses nothing.
        _ = await heard.next()
    }

    /// Waits for a line of a signal that ends with `end`, from the last one on; returns false if the stream ends.
    func hears(_ end: String) async -> Bool {
        while let line = await heard.next() { if line.hasSuffix(end) { return true } }
        return false
    }

    func call(_ name: String, _ method: String, _ arguments: [String] = []) async -> (code: Int32, text: String) {
        let words =
            ["--bus=\(address)", "--print-reply", "--dest=\(name)", "/org/mpris/MediaPlayer2", method] + arguments
        return await withCheckedContinuation { continuation in
            Thread {
                guard let process = try? Self.process("dbus-send", words) else {
                    return continuation.resume(returning: (-1, ""))
                }
                let output = process.pipe.fileHandleForReading.readDataToEndOfFile()
                process.process.waitUntilExit()
                continuation.resume(
                    returning: (process.process.terminationStatus, String(decoding: output, as: UTF8.self)))
            }.start()
        }
    }

    func get(_ name: String, _ interface: String, _ property: String) async -> String {
        await call(name, "org.freedesktop.DBus.Properties.Get", ["string:\(interface)", "string:\(property)"]).text
    }

    func status(_ name: String) async -> String {
        let text = await get(name, "org.mpris.MediaPlayer2.Player", "PlaybackStatus")
        return text.split(separator: "\"").dropFirst().first.map(String.init) ?? text
    }

    func end() {
        for process in [monitor, daemon] {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    private static func process(
        _ tool: String, _ arguments: [String], errors: Bool = true
    ) throws -> (process: Process, pipe: Pipe) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + tool)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(TestHome.nowhere) { $1 }
        (process.standardOutput, process.standardError) = (pipe, errors ? pipe : FileHandle.nullDevice)
        try process.run()
        return (process, pipe)
    }

    private static func start(_ tool: String, _ arguments: [String]) throws -> (Process, Lines) {
        let (process, pipe) = try process(tool, arguments, errors: false)
        return (process, Lines(pipe))
    }
}

/// The stream of lines of a pipe.
actor Lines {
    private var iterator: AsyncStream<String>.Iterator

    init(_ pipe: Pipe) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        iterator = stream.makeAsyncIterator()
        Thread {
            guard let file = fdopen(dup(pipe.fileHandleForReading.fileDescriptor), "r") else {
                continuation.finish()
                return
            }
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            while getline(&line, &room, file) > 0 {
                if let line { continuation.yield(String(String(cString: line).dropLast())) }
            }
            free(line)
            fclose(file)
            continuation.finish()
        }.start()
    }

    func next() async -> String? {
        var iterator = iterator
        let line = await iterator.next(isolation: #isolation)
        self.iterator = iterator
        return line
    }
}

/// A session that carries out the commands of media keys, and records them.
actor MediaController: SessionController {
    private(set) var done: [ControlCommand.Name] = []
    private var phase = ControlState.Phase.standby
    private var isRefusing = false
    private let stream: AsyncStream<ControlNews>
    private let continuation: AsyncStream<ControlNews>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func state() -> ControlState {
        let status = SessionEvent.Status(recorded: .milliseconds(7250), freeBytes: nil, outputs: [])
        return ControlState(
            name: "pip", phase: phase, folder: phase == .standby ? nil : "/v/DualCam_1", runningTime: nil,
            status: status, settings: [])
    }

    func preview(_ request: PreviewRequest) -> AsyncStream<PreviewItem> { AsyncStream { $0.finish() } }

    func warn(_ code: SessionEvent.WarningCode, _ message: String) {}

    func perform(_ command: ControlCommand) throws(ControlRefusal) -> ControlAnswer {
        if isRefusing { throw ControlRefusal(.notNow, "It is too late.", advice: "Come earlier.") }
        done.append(command.name)
        switch command.name {
        case .record, .resume: phase = .recording
        case .pause: phase = .paused
        case .stop: phase = .standby
        default: break
        }
        let event = SessionEvent(.directed(command.name, []), unixNanoseconds: 0, runningTime: nil)
        continuation.yield(.event(event))
        return ControlAnswer(at: nil)
    }

    func refuse() { isRefusing = true }

    func end() { continuation.finish() }

    func snapshot(of output: OutputNameWord, as format: Snapshot.Format) throws(ControlRefusal) -> Snapshot {
        throw ControlRefusal(.unsupported, "There are no pictures here.")
    }

    func news() -> AsyncStream<ControlNews> { stream }
}

/// The stream of messages.
final class Notes: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let kept = Kept()

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ note: String) {
        kept.add(note)
        continuation.yield(note)
    }

    var all: [String] { kept.all }

    func first() async -> String? { await stream.first { _ in true } }
}

private final class Kept: @unchecked Sendable {
    // Invariant: `notes` is only accessed while `lock` is held.
    private let lock = NSLock()
    private var notes: [String] = []

    var all: [String] { lock.withLock { notes } }

    func add(_ note: String) { lock.withLock { notes.append(note) } }
}
