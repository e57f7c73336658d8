import DualCamTestKit
import Foundation
import Synchronization
import Testing

/// The emulated machine of `Tests/Tools/v4l2-vm`, with cameras of the kernel's `vivid` driver. It is booted once and runs
/// one shell script. Every attempt of the script leaves its exit code, standard output and standard error.
struct CameraMachine {
    struct Attempt {
        var code: Int32
        var output: String
        var errors: String

        /// Returns the `run --json` events of one kind.
        func events(_ kind: String) throws -> [[String: Any]] {
            try output.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }.filter { $0["event"] as? String == kind }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let folder: String

    static let root = String(#filePath.components(separatedBy: "/Tests/RecordingTests")[0])

    /// True on amd64, because the emulation is built from Debian's amd64 packages. The emulation has to work there.
    static let isPossible: Bool = {
        let answer = try? run("/usr/bin/dpkg", ["--print-architecture"])
        return answer?.output.hasPrefix("amd64") ?? false
    }()

    /// The script of one test suite, with a folder of its own in the machine.
    struct Part {
        var name: String
        var pipeline: String
        var script: String

        /// Returns the command that runs the part's script in a shell of its own, after the functions that all scripts
        /// share.
        fileprivate func command(in folder: String) throws -> String {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // Budget enforcement is off, because the emulated CPU is always at its limit.
            let budget = pipeline.contains("budget:") ? "" : "\nbudget: {enforce: off, shed: []}\n"
            try (pipeline + budget).write(toFile: folder + "/pipeline.yaml", atomically: true, encoding: .utf8)
            try (CameraMachine.words(folder) + script).write(
                toFile: folder + "/script", atomically: true, encoding: .utf8)
            return "bash \(folder)/script"
        }
    }

    /// Boots with `options`, runs the parts one after the other, and waits for the end.
    ///
    /// - Parameters:
    ///   - limit: The seconds after which the machine is switched off.
    ///   - isPrompt: True to give the machine priority over others. If it does not get the CPU after it was idle, its
    ///     clock jumps.
    ///   - next: The machine that the following suite needs. If all machines run (Scripts/test), it boots while this
    ///     machine's files are checked.
    fileprivate static func boot(
        _ options: [String], parts: [Part], limit: Int, isPrompt: Bool = false, next: Made<CameraMachine>? = nil
    ) throws -> CameraMachine {
        let folder = FileManager.default.temporaryDirectory.path + "/dualcam-cameras-\(UUID().uuidString)"
        removeAtExit(folder)
        let machine = CameraMachine(folder: folder)
        let commands = try parts.map { try $0.command(in: machine.part($0.name).folder) }
        let words =
            ["--rw", folder, "--timeout", "\(limit)"] + options + [
                "--", "bash", "-c", commands.joined(separator: " && "),
            ]
        let promptly = isPrompt ? ["DUALCAM_VM_NICE=5"] : []
        let result = try running.withLock { _ in
            try run("/usr/bin/env", promptly + [root + "/Tests/Tools/v4l2-vm"] + words)
        }
        if isEachAskedFor { next?.begin() }
        let times = parts.map {
            (try? String(contentsOfFile: machine.part($0.name).folder + "/times", encoding: .utf8)) ?? ""
        }.joined()
        print("The machine's seconds:\n\(times)")
        // `result.errors` is not empty if a boot failed and was repeated; it then has the console output of the guest.
        if !result.errors.isEmpty { print(result.errors) }
        guard result.code == 0 else {
            throw Failure(
                description: "Tests/Tools/v4l2-vm ended with \(result.code): \(result.errors)\(result.output)\(times)")
        }
        return machine
    }

    /// True if all machines will be needed, as with `Scripts/test --all`.
    fileprivate static var isEachAskedFor: Bool { ProcessInfo.processInfo.environment["DUALCAM_MACHINES"] == "all" }

    fileprivate func part(_ name: String) -> CameraMachine { CameraMachine(folder: folder + "/" + name) }

    /// Held while a machine runs; two machines at a time would compete for the CPU.
    private static let running = Mutex(())

    /// Runs `boot`, which starts a machine itself, while no other machine runs. Its folder is deleted when the tests
    /// end.
    static func alone<Value: Sendable>(_ boot: (_ folder: String) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.path + "/dualcam-cameras-\(UUID().uuidString)"
        removeAtExit(folder)
        return try running.withLock { _ in try boot(folder) }
    }

    private static let leftovers = Mutex<[String]>([])

    /// Deletes a folder when the test process exits, because all tests of a suite share it.
    private static func removeAtExit(_ folder: String) {
        let isFirst = leftovers.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        guard isFirst else { return }
        atexit {
            let folders = CameraMachine.leftovers.withLock { $0 }
            for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    func attempt(_ name: String) throws -> Attempt {
        let text = { (kind: String) in try String(contentsOfFile: "\(folder)/\(name).\(kind)", encoding: .utf8) }
        let code = Int32(try text("code").trimmingCharacters(in: .whitespacesAndNewlines))
        return Attempt(code: try #require(code), output: try text("out"), errors: try text("err"))
    }

    /// Returns the findings of `Tests/Tools/judge` about a recording with one file per output, by the output's name.
    func files(_ name: String, picture: Bool = false) throws -> [String: CameraFile] {
        let files = try allFiles(name, picture: picture)
        return try Dictionary(files.map { ($0.output, $0) }) { first, second in
            throw Failure(description: "\(first.file) and \(second.file) are of one output")
        }
    }

    /// Returns the findings of `Tests/Tools/judge` about all files of a recording.
    func allFiles(_ name: String, picture: Bool = false) throws -> [CameraFile] {
        let base = "\(folder)/\(name)"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base).filter { $0.hasSuffix(".mov") }
        guard !paths.isEmpty else { throw Failure(description: "\(base) holds no file") }
        let judged = try Self.run(
            Self.root + "/Tests/Tools/judge", (picture ? [] : ["--no-picture"]) + paths.map { "\(base)/\($0)" })
        return try JSONDecoder().decode([CameraFile].self, from: Data(judged.output.utf8))
    }

    fileprivate static func words(_ folder: String) -> String {
        """
        set -u
        folder=\(folder)
        attempt() { # NAME COMMAND ...; when, in seconds since the machine's start, is in `times`
          local name=$1 began ended _; shift
          read -r began _ </proc/uptime
          "$@" >$folder/$name.out 2>$folder/$name.err
          echo $? >$folder/$name.code
          read -r ended _ </proc/uptime
          echo "$name from $began to $ended" >>$folder/times
        }
        record() { # NAME OPTION ...; into: another folder for the sessions
          local name=$1; shift
          attempt $name dualcam run $folder/pipeline.yaml --json --output ${into:-$folder/$name} "$@"
        }
        reaches() { # NAME SECONDS: waits until so much of that recording is done, or it has ended
          tail -n +1 -F -s 0.2 --pid=$! $folder/$1.out 2>/dev/null | grep -qE '"recorded":[1-9]?'"$2"'\\.'
        }
        export PATH=\(URL(filePath: Tool.dualcam).deletingLastPathComponent().path):\(products):$PATH

        """
    }

    /// The folder of the build products, next to the test bundle.
    private static var products: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? root + "/.build/debug/tests"
        return String(bundle[..<(bundle.range(of: "/", options: .backwards)?.lowerBound ?? bundle.endIndex)])
    }

    static func run(_ program: String, _ arguments: [String]) throws -> Attempt {
        let process = Process()
        let (output, errors) = (try temporaryFile(), try temporaryFile())
        process.executableURL = URL(fileURLWithPath: ForkServers.path(program))
        process.environment = TestHome.environment()
        process.arguments = arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        return Attempt(
            code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    private static func temporaryFile() throws -> URL {
        let path = FileManager.default.temporaryDirectory.path + "/dualcam-\(UUID().uuidString)"
        try Data().write(to: URL(fileURLWithPath: path))
        return URL(fileURLWithPath: path)
    }
}

/// A machine whose boot several suites share if all of them run. A suite that runs alone boots it with its own part
/// only.
struct SharedMachine {
    let options: [String]
    let limit: Int
    let parts: [CameraMachine.Part]
    private let all: Made<CameraMachine>

    init(
        _ options: [String], limit: Int = 1500, isPrompt: Bool = false, next: Made<CameraMachine>? = nil,
        parts: [CameraMachine.Part]
    ) {
        (self.options, self.limit, self.parts) = (options, limit, parts)
        all = Made { try CameraMachine.boot(options, parts: parts, limit: limit, isPrompt: isPrompt, next: next) }
    }

    func part(_ name: String) -> Made<CameraMachine> {
        Made {
            if CameraMachine.isEachAskedFor { return try all.get().part(name) }
            let parts = parts.filter { $0.name == name }
            return try CameraMachine.boot(options, parts: parts, limit: limit).part(name)
        }
    }
}

/// The findings of `Tests/Tools/judge` about one file.
struct CameraFile: Decodable {
    struct Video: Decodable {
        var codec: String
        var size: String
        var frames: Int
        /// `first`: when the first frame begins; `end`: when the last frame ends. In seconds.
        var first: Double
        var end: Double
    }

    struct Audio: Decodable {
        var codec: String
        var first: Double
        var end: Double
    }

    var file: String
    var video: Video?
    var audio: Audio?
    var errors: [String]

    /// The output's name, without the segment's number that may follow it.
    var output: String {
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        return name.components(separatedBy: "_").last { Int($0) == nil } ?? ""
    }

    /// Returns the time and the mean luma of every frame.
    static func lumas(of path: String) throws -> [(time: Double, luma: Double)] {
        let told = try CameraMachine.run(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-f", "lavfi", "-i", "movie=\(path),signalstats", "-show_entries",
                "frame=best_effort_timestamp_time:frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0",
            ])
        return told.output.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ",").compactMap { Double($0) }
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    /// The length of the picture in seconds.
    var length: Double { video.map { $0.end - $0.first } ?? 0 }

    /// Returns the level of the file's first channel (1 is full scale) and its frequency. The frequency is that of most
    /// tenths of a second, by zero crossings, because the player in the busy machine may stutter.
    func sound() throws -> (level: Double, frequency: Double) {
        let samples = FileManager.default.temporaryDirectory.path + "/dualcam-\(UUID().uuidString).f32"
        defer { try? FileManager.default.removeItem(atPath: samples) }
        _ = try CameraMachine.run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-i", file, "-af", "pan=mono|c0=c0", "-ar", "48000", "-f", "f32le", samples])
        let data = try Data(contentsOf: URL(fileURLWithPath: samples))
        let values = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let tenths = stride(from: 0, to: values.count - 4800, by: 4800).map { values[$0..<$0 + 4800] }
        guard !tenths.isEmpty else { return (0, 0) }
        let power = values.reduce(0) { $0 + Double($1) * Double($1) } / Double(values.count)
        let crossings = tenths.map { tenth in zip(tenth, tenth.dropFirst()).count { ($0 < 0) != ($1 < 0) } }.sorted()
        return (power.squareRoot(), Double(crossings[crossings.count / 2]) * 5)
    }
}
