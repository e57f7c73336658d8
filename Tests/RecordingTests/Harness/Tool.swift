import DualCamTestKit
import Foundation

/// A program that has ended.
struct Finished: Sendable {
    /// The exit code, or the negative number of the signal that ended the program.
    var code: Int32
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
}

/// The program under test, and the programs that check its recordings.
enum Tool {
    /// The time limit of a program in seconds; one that takes longer counts as hung.
    static let patience = 90

    /// The root folder of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let judge = root.appending(path: "Tests/Tools/judge").path
    static let doorBench = root.appending(path: "Benchmarks/door-bench").path
    static let makeClip = root.appending(path: "Tests/Tools/make-clip").path

    /// The path of `dualcam`: the one in `DUALCAM_PROGRAM`, or the one next to the running test bundle.
    static let dualcam: String = {
        if let named = ProcessInfo.processInfo.environment["DUALCAM_PROGRAM"] { return named }
        let builds = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
        let places = builds.flatMap { [$0, $0.deletingLastPathComponent()] } + [root.appending(path: ".build/debug")]
        let paths = places.map { $0.appending(path: "dualcam").path }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) && !isFolder($0) } ?? "dualcam"
    }()

    private static func isFolder(_ path: String) -> Bool {
        (try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }

    /// Runs a program with empty standard input; throws if it cannot be started.
    static func run(
        _ program: String, _ arguments: [String], patience: Int = patience
    ) async throws -> Finished {
        try await Child.run(program, arguments, patience: patience)
    }

    /// Runs dualcam and sends it a signal at its first progress event, or at another event. If the file was finished
    /// before the signal arrived, deletes it and tries again.
    ///
    /// - Parameter path: The file that the command makes.
    static func dualcam(
        _ arguments: [String], making path: String, struckInProgressBy signal: Int32, at event: String = "progress"
    ) async throws -> Finished {
        for _ in 0..<20 {
            let isStruck = Lock(false)
            let finished = try await Child.run(dualcam, arguments) { line, child in
                guard line.contains("\"\(event)\""), isStruck.with({ struck in !struck }) else { return }
                isStruck.with { $0 = true }
                child.send(signal)
            }
            guard finished.code == 0, isStruck.with({ $0 }) else { return finished }
            try FileManager.default.removeItem(atPath: path)
        }
        throw Judgement.Failure(text: "the command was never ended in its midst")
    }
}

/// A running program, to which signals can be sent.
struct Child: Sendable {
    let identifier: Int32

    func send(_ signal: Int32) { kill(identifier, signal) }

    /// True until the program has ended.
    var isRunning: Bool {
        let state = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        return !state.isEmpty && !state.contains(") Z")
    }

    /// The program's child processes that still run.
    var children: [Child] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
        return threads.flatMap { thread in
            let path = "/proc/\(identifier)/task/\(thread)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0).map(Child.init(identifier:)) }
        }
    }

    /// Runs a program to its end on a thread outside the cooperative pool. `line` receives each line of standard output
    /// as it arrives. `begun` is called once the program runs, and may block.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = TestHome.environment(),
        patience: Int = Tool.patience, line: (@Sendable (String, Child) -> Void)? = nil,
        begun: (@Sendable (Child) -> Void)? = nil
    ) async throws -> Finished {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try runBlocking(
                            program, arguments, environment: environment, patience: patience, line: line, begun: begun
                        )
                    })
            }
        }
    }

    private static func runBlocking(
        _ program: String, _ arguments: [String], environment: [String: String], patience: Int,
        line: ((String, Child) -> Void)?, begun: (@Sendable (Child) -> Void)?
    ) throws -> Finished {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        let process = Process()
        (process.executableURL, process.arguments) = (URL(filePath: ForkServers.path(program)), arguments)
        (process.environment, process.currentDirectoryURL) = (environment, Tool.root)
        folder.write("", to: "errors")
        let errors = try FileHandle(forWritingTo: URL(filePath: folder.path + "/errors"))
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, errors)
        try process.run()
        let child = Child(identifier: process.processIdentifier)
        let watchdog = DispatchWorkItem { child.send(SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(patience), execute: watchdog)
        if let begun { DispatchQueue.global().async { begun(child) } }
        let output = read(pipe.fileHandleForReading, line: line.map { line in { line($0, child) } })
        process.waitUntilExit()
        watchdog.cancel()
        let code = process.terminationStatus
        return Finished(
            code: process.terminationReason == .exit ? code : -code, output: output, errors: folder.text("errors") ?? ""
        )
    }

    /// Reads to the end of the stream and passes on each line once it is complete. Without a receiver the data is not
    /// searched for lines, because it may be a picture.
    private static func read(_ handle: FileHandle, line: ((String) -> Void)?) -> Data {
        var (all, rest) = (Data(), Data())
        while case let chunk = handle.availableData, !chunk.isEmpty {
            all += chunk
            guard let line else { continue }
            rest += chunk
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                rest = rest[rest.index(after: end)...]
            }
        }
        return all
    }
}
