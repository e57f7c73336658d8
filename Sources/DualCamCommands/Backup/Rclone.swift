import DualCamConfig
import DualCamSession
import Glibc

/// The program rclone, which copies to S3, WebDAV, SFTP, Drive and many other services. Each call is a separate process
/// at idle priority for CPU and disk.
struct Rclone {
    /// The result of a call.
    struct Ending: Error, Equatable {
        /// The exit code of rclone: 0 for success, 3 for a missing folder.
        var code: Int32
        /// The printed text.
        var text: String
        /// The last error message.
        var reason: String
    }

    /// The exit code of rclone for a missing folder.
    static let noFolder: Int32 = 3
    /// The timeouts, so that a silent server does not block forever.
    private static let limits = [
        "--contimeout", "15s", "--timeout", "60s", "--retries", "1", "--low-level-retries", "3", "--ask-password=false",
    ]
    /// The options for progress on a line each second. If dualcam is gone, writing such a line ends rclone by SIGPIPE.
    private static let telling = ["--use-json-log", "--stats", "1s", "--stats-log-level", "NOTICE"]
    private static let longest = Duration.seconds(7 * 86_400)

    private let program: String
    private let environment: [String: String]
    private let control = RcloneControl()
    /// The control of the bandwidth; `nil` for no limit.
    var pacing: BackupPacing?
    /// The lock that each call inherits. It stays locked while rclone runs, even if this process ends.
    var lock: BackupLock?

    /// Finds rclone. Throws if it is not installed.
    init(in place: ProcessEnvironment) throws(CommandFailure) {
        guard case .success(let path) = ProgramSearch.find("rclone", "", place.environment["PATH"]) else {
            throw CommandFailure(
                .unavailable, "the program rclone is not installed",
                next: "Install it with 'sudo apt install rclone', and describe where to copy to with 'rclone config'.")
        }
        program = path
        environment = place.environment.merging(control.environment) { $1 }
    }

    /// Runs rclone and waits for its end. Blocks.
    ///
    /// - Parameters:
    ///   - isPaced: True for a call that transfers a whole file, whose bandwidth depends on the machine's load.
    ///   - goesOn: A closure that is called repeatedly; when it returns false, rclone is ended.
    ///   - told: Receives the number of bytes copied by this call.
    func call(
        _ words: [String], isPaced: Bool = false, goesOn: () -> Bool, told: (Int64) -> Void = { _ in }
    ) throws(CommandFailure) -> Ending {
        var reading = RcloneReading()
        var isWanted = true
        var applied = pacing?.limit
        let limit = isPaced ? ["--bwlimit", RcloneControl.rate(applied)] + RcloneControl.options : []
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: program, Self.telling + Self.limits + limit + words, environment: environment, stranger: "rclone",
                holding: lock?.descriptor, within: Self.longest, ending: SIGTERM
            ) { bytes in
                reading.parse(&bytes)
                if let copied = reading.copied { told(copied) }
                if isPaced { follow(&applied, reading) }
                isWanted = goesOn()
                return isWanted
            }
        } catch {
            throw CommandFailure(
                .unavailable, "rclone cannot be started: \(String(cString: strerror(error.errorNumber)))",
                next: "Try 'rclone version'.")
        }
        guard isWanted else {
            throw CommandFailure(
                .unavailable, "the copying was ended", next: "What is copied stays; call it again for the rest.")
        }
        var rest = ended.output + [UInt8(ascii: "\n")]
        reading.parse(&rest)
        return Ending(code: ended.code, text: reading.text, reason: reading.lastWords)
    }

    /// Returns the names of rclone's remotes; `nil` if rclone fails.
    func remotes(goesOn: () -> Bool = { true }) throws(CommandFailure) -> [String]? {
        let listed = try call(["listremotes"], goesOn: goesOn)
        guard listed.code == 0 else { return nil }
        return listed.text.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    }

    /// Changes the bandwidth limit of a running call according to the machine's load.
    private func follow(_ applied: inout Bitrate?, _ reading: RcloneReading) {
        guard let pacing, pacing.look(copied: reading.copied ?? 0), pacing.limit != applied, let place = reading.control
        else { return }
        let refusal = control.limit(pacing.limit, at: place, by: program, environment)
        if refusal == nil { applied = pacing.limit }
        pacing.told(refusal)
    }

    /// Returns the digest of a file, or the result of the failed call. For `download`, the whole file is read, wherever
    /// it is.
    func digest(
        _ kind: SessionBackup.Verification, of path: String, goesOn: () -> Bool
    ) throws(CommandFailure) -> Result<String, Ending> {
        let word = kind == .download ? SessionBackup.Verification.sha256.rawValue : kind.rawValue
        let read = kind == .download ? ["--download"] : []
        let ending = try call(
            ["hashsum", word] + read + ["--", path], isPaced: kind == .download, goesOn: goesOn)
        let digest = ending.text.prefix { $0.isHexDigit }.lowercased()
        return ending.code == 0 && [32, 40, 64].contains(digest.count) ? .success(digest) : .failure(ending)
    }
}

/// The parser of rclone's output, which consists of log lines (JSON objects with a `level`) and other lines.
struct RcloneReading {
    /// All lines that are not part of the log.
    private(set) var text = ""
    /// The last error message in the log.
    private(set) var reason = ""
    /// The number of copied bytes; `nil` before the first report.
    private(set) var copied: Int64?
    /// The address of the remote control; `nil` before the log contains it.
    private(set) var control: String?

    /// The last error or, without an error in the log, the last line: some fatal errors are not logged as JSON.
    var lastWords: String {
        guard reason.isEmpty else { return reason }
        let last = text.split(separator: "\n").last ?? ""
        // The line starts with a date and a time, such as `2026/11/26 03:19:34 `.
        let words = last.split(separator: " ", maxSplits: 2)
        let isDated = words.count == 3 && words[0].count == 10 && words[1].count == 8
        return String(isDated ? words[2] : last)
    }

    /// Removes the complete lines from the output and parses them.
    mutating func parse(_ bytes: inout [UInt8]) {
        for line in bytes.removeLines() { parse(String(decoding: line, as: UTF8.self)) }
    }

    private mutating func parse(_ line: String) {
        guard line.hasPrefix("{"), let log = JSONValue(ifJSON: line), let level = log["level"]?.text else {
            text += line + "\n"
            return
        }
        if let bytes = log["stats"]?["bytes"]?.whole { copied = bytes }
        if control == nil {
            control = log["msg"]?.text?.split(separator: " ").first { $0.hasPrefix(RcloneControl.beginning) }
                .map(String.init)
        }
        if ["error", "critical", "fatal"].contains(level), let message = log["msg"]?.text { reason = message }
    }
}
