import DualCamConfig
package import DualCamProcess
import DualCamRecordings
import Glibc
import Kernel

/// The program rclone, which copies files to S3, WebDAV, SFTP, Drive and many other services. Each call runs rclone as
/// a separate process at idle priority for CPU and disk.
package struct Rclone {
    /// The result of running rclone once.
    struct Ending: Error, Equatable {
        /// The exit code of rclone: 0 for success, 3 if a folder is missing.
        var code: Int32
        /// The text that rclone printed, without the lines of its log.
        var text: String
        /// The last error message that rclone reported; empty if there was none.
        var reason: String

        init(code: Int32, text: String, reason: String) {
            (self.code, self.text, self.reason) = (code, text, reason)
        }
    }

    /// The exit code of rclone if a folder is missing.
    static let noFolder: Int32 = 3
    /// The options that set timeouts, so that a silent server does not block rclone forever.
    private static let limits = [
        "--contimeout", "15s", "--timeout", "60s", "--retries", "1", "--low-level-retries", "3", "--ask-password=false",
    ]
    /// The options that make rclone print its progress every second. If dualcam has ended, rclone's next output fails
    /// and ends rclone by SIGPIPE.
    private static let telling = ["--use-json-log", "--stats", "1s", "--stats-log-level", "NOTICE"]
    private static let longest = Duration.seconds(7 * 86_400)

    private let program: String
    private let environment: [String: String]
    private let control = RcloneControl()
    /// Adapts the bandwidth of transfers to the machine's load; `nil` to transfer at full speed.
    var pacing: BandwidthGovernor?
    /// The lock on the session, which every rclone process inherits; `nil` for none. The session stays locked while
    /// rclone runs, even if this process ends.
    var lock: BackupLock?

    /// Finds the program rclone. Throws a failure if rclone is not installed.
    package init(in place: ProcessEnvironment) throws(CommandFailure) {
        guard case .success(let path) = ProgramSearch.find("rclone", "", place.environment["PATH"]) else {
            throw CommandFailure(
                .unavailable, "the program rclone is not installed",
                next: "Install it with 'sudo apt install rclone', and describe where to copy to with 'rclone config'.")
        }
        program = path
        environment = place.environment.merging(control.environment) { $1 }
    }

    /// Runs rclone with the given arguments, waits for its end, and returns its result. Blocks.
    ///
    /// - Parameters:
    ///   - isPaced: True for a call that transfers a whole file. Its bandwidth is adapted to the machine's load.
    ///   - goesOn: A closure that is called repeatedly. If it returns false, rclone is ended and a failure is thrown.
    ///   - told: Receives the number of bytes that this call has copied so far.
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
                .unavailable, "the copy was stopped", next: "Copied files stay. Run it again to copy the rest.")
        }
        var rest = ended.output + [UInt8(ascii: "\n")]
        reading.parse(&rest)
        return Ending(code: ended.code, text: reading.text, reason: reading.lastWords)
    }

    /// Returns the names of the remotes in rclone's configuration; `nil` if rclone fails.
    package func remotes(goesOn: () -> Bool = { true }) throws(CommandFailure) -> [String]? {
        let listed = try call(["listremotes"], goesOn: goesOn)
        guard listed.code == 0 else { return nil }
        return listed.text.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    }

    /// Changes the bandwidth limit of a running rclone process if the machine's load requires it.
    private func follow(_ applied: inout Bitrate?, _ reading: RcloneReading) {
        guard let pacing, pacing.look(copied: reading.copied ?? 0), pacing.limit != applied, let place = reading.control
        else { return }
        let refusal = control.limit(pacing.limit, at: place, by: program, environment)
        if refusal == nil { applied = pacing.limit }
        pacing.told(refusal)
    }

    /// Returns the digest of a file at the destination or on this machine, in hexadecimal digits. If rclone fails,
    /// returns its exit code and error message as the failure. For the verification `download`, rclone reads the whole
    /// file.
    ///
    /// - Parameter path: A local path, or a path at a remote such as `nas:recordings/Lecture_1/back.mov`.
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

/// Parses rclone's output, which consists of log lines (JSON objects with a `level`) and other lines.
struct RcloneReading {
    /// All lines of the output that are not part of the log.
    private(set) var text = ""
    /// The last error message in the log; empty if there is none.
    private(set) var reason = ""
    /// The number of bytes copied so far; `nil` before rclone's first progress report.
    private(set) var copied: Int64?
    /// The address of rclone's remote control; `nil` until the log contains it.
    private(set) var control: String?

    /// The reason why rclone failed: the last error in its log or, if the log has none, the last other line. rclone
    /// does not log some fatal errors as JSON.
    var lastWords: String {
        guard reason.isEmpty else { return reason }
        let last = text.split(separator: "\n").last ?? ""
        // The line starts with a date and a time, such as `2026/11/26 03:19:34 `.
        let words = last.split(separator: " ", maxSplits: 2)
        let isDated = words.count == 3 && words[0].count == 10 && words[1].count == 8
        return String(isDated ? words[2] : last)
    }

    /// Removes the complete lines from rclone's output and parses them.
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
