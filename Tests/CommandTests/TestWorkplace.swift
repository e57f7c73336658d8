import DualCamControl
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Glibc
import Kernel

@testable import CommandLine
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// A sink that keeps its text.
final class CapturedText: TextSink, @unchecked Sendable {
    // Invariant: `content` is only accessed while `lock` is held.
    private var lock = pthread_mutex_t()
    private var content = ""

    init() { pthread_mutex_init(&lock, nil) }

    deinit { pthread_mutex_destroy(&lock) }

    func write(_ text: TerminalText, patience: Duration?) {
        pthread_mutex_lock(&lock)
        content += text.text
        pthread_mutex_unlock(&lock)
    }

    func write(bytes: [UInt8]) -> Bool {
        pthread_mutex_lock(&lock)
        content += String(decoding: bytes, as: UTF8.self)
        pthread_mutex_unlock(&lock)
        return true
    }

    var text: String {
        pthread_mutex_lock(&lock)
        defer { pthread_mutex_unlock(&lock) }
        return content
    }
}

/// A file system in memory with a few files and folders.
struct FakeFiles: FileView {
    /// The content by absolute or relative path; `nil` for a file that may not be read.
    var contents: [String: [UInt8]?]

    init(_ paths: [String]) {
        contents = [:]
        for path in paths { contents[path] = .some(Array("cameras:".utf8)) }
    }

    func kind(of path: String) -> FileKind {
        if contents.keys.contains(path) { return .file }
        if path.isEmpty { return .missing }
        let folder = path.hasSuffix("/") ? path : path + "/"
        return contents.keys.contains { $0.hasPrefix(folder) } ? .directory : .missing
    }

    func names(in directory: String) -> [String] {
        let below = contents.keys.filter { $0.hasPrefix(directory + "/") }.map { $0.dropFirst(directory.count + 1) }
        return Set(below.map { String($0.prefix { $0 != "/" }) }).sorted()
    }

    func bytes(of path: String, limit: Int) -> [UInt8]? {
        contents[path].flatMap { $0 }.map { Array($0.prefix(limit)) }
    }
}

struct TestRun {
    let output = CapturedText()
    let errors = CapturedText()
    var exitCode = ExitCode.finished

    /// Returns the order that the supervisor of `run` would give with these options.
    private static func workerOrder(_ words: [String]) throws(CommandFailure) -> WorkerOrder {
        guard let run = try Invocation.parse(["run"] + words.dropFirst()) as? RunCommand else {
            throw CommandFailure(.usage, "no recording")
        }
        let options = run.options
        return WorkerOrder(
            request: PipelineRequest(
                file: run.file ?? "", settings: options.overrides, simulate: options.simulate),
            json: options.json, quiet: options.quiet, log: options.log)
    }

    /// Prepares GStreamer once, so that no command reports that plugins are being read, however slow the machine is.
    private static let gstreamer: Void = { do throws(GraphFailure) { try MachineProbe.prepare() } catch {} }()

    /// Runs a command line in the test's process with the given files; `worker` gets the options of `run`, without a
    /// supervisor. Folders such as `/home/me` are created within a temporary folder.
    static func of(
        _ words: [String], files: any FileView = FakeFiles([]), environment: [String: String] = ["HOME": "/home/me"],
        in folder: String = "/home/me"
    ) async -> TestRun {
        _ = gstreamer
        var run = TestRun()
        // Nothing is kept between tests, and no other recordings are visible.
        guard let sockets = TemporaryFolder(), let places = TemporaryFolder() else {
            run.exitCode = .outputNotCreated
            return run
        }
        defer { withExtendedLifetime((sockets, places)) {} }
        let environment = ["XDG_CACHE_HOME": "/dev/null", SocketFolders.temporaryKey: sockets.path]
            .merging(environment) { $1 }
        let place = ProcessEnvironment(
            output: run.output, errors: run.errors, errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } },
            environment: environment,
            files: files,
            executable: "/src/.build/debug/dualcam", workingDirectory: folder)
        run.exitCode = await SystemAccess.$current.withValue(SystemWithFaults(holdingPlacesIn: places.path)) {
            await exitCode(of: words, in: place)
        }
        return run
    }

    private static func exitCode(of words: [String], in place: ProcessEnvironment) async -> ExitCode {
        guard words.first == WorkerCommand.usage.name else { return await Invocation.run(words, in: place) }
        do throws(CommandFailure) {
            let order = try workerOrder(words)
            return try await WorkerCommand.record(
                order, in: place, controller: ShutdownCoordinator(),
                pulse: HeartbeatWriter(CapturedText(), order.request))
        } catch {
            return place.report(error)
        }
    }
}
