import DualCamConfig
import DualCamSession
import Glibc

/// The program rclone, which copies to what it knows: S3, WebDAV, SFTP, Drive and many more. A process of its own for each call, which has
/// processor and disk only when nobody else wants them.
struct Rclone {
    /// The end of a call.
    struct Ending: Error, Equatable {
        /// rclone's exit code; 0: done, 3: there is no such folder.
        var code: Int32
        /// The printed text.
        var text: String
        /// The last error message.
        var reason: String
    }

    /// rclone tells that there is no such folder.
    static let noFolder: Int32 = 3
    /// Nobody is kept waiting for ever by a server that says nothing.
    private static let limits = [
        "--contimeout", "15s", "--timeout", "60s", "--retries", "1", "--low-level-retries", "3", "--ask-password=false",
    ]
    /// A line a second tells how far it is. Who is gone and does not read it ends it: SIGPIPE.
    private static let telling = ["--use-json-log", "--stats", "1s", "--stats-log-level", "NOTICE"]
    private static let longest = Duration.seconds(7 * 86_400)

    private let program: String
    private let environment: [String: String]
    private let control = RcloneControl()
    /// The limit of its bandwidth; `nil`: none.
    var pacing: BackupPacing?
    /// Stays locked as long as a call goes on, even when this process is gone.
    var lock: BackupLock?

    /// Throws where it is not installed.
    init(in place: ProcessEnvironment) throws(CommandFailure) {
        guard case .success(let path) = ProgramSearch.find("rclone", "", place.environment["PATH"]) else {
            throw CommandFailure(
                .unavailable, "the program rclone is not installed",
                next: "Install it with 'sudo apt install rclone', and describe where to copy to with 'rclone config'.")
        }
        program = path
        environment = place.environment.merging(control.environment) { $1 }
    }

    /// Calls it and waits for its end. Blocks.
    ///
    /// - Parameters:
    ///   - isPaced: it reads or writes the whole of a file, at most as fast as the machine leaves room for.
    ///   - goesOn: is asked again and again; rclone is ended where it says false.
    ///   - told: hears how many bytes this call has copied.
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

    /// The names of the places that it knows; `nil`: it does not tell.
    func remotes(goesOn: () -> Bool = { true }) throws(CommandFailure) -> [String]? {
        let listed = try call(["listremotes"], goesOn: goesOn)
        guard listed.code == 0 else { return nil }
        return listed.text.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    }

    /// Makes a call that goes on as fast as the machine leaves room for now.
    private func follow(_ applied: inout Bitrate?, _ reading: RcloneReading) {
        guard let pacing, pacing.look(copied: reading.copied ?? 0), pacing.limit != applied, let place = reading.control
        else { return }
        let refusal = control.limit(pacing.limit, at: place, by: program, environment)
        if refusal == nil { applied = pacing.limit }
        pacing.told(refusal)
    }

    /// The digest of a file, or how the call ended that was to tell it. For `download` the file is read, wherever it is.
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

/// Parses rclone's output line by line: lines of its log, which are JSON objects with a `level`, and others.
struct RcloneReading {
    /// All that is no line of the log.
    private(set) var text = ""
    /// The last error that it told.
    private(set) var reason = ""
    /// The bytes that are copied; `nil`: it has not told any.
    private(set) var copied: Int64?
    /// The address of its remote control; `nil`: it has not told it.
    private(set) var control: String?

    /// The last error, or the last line where none was told as one: what ends rclone at once is no line of its log.
    var lastWords: String {
        guard reason.isEmpty else { return reason }
        let last = text.split(separator: "\n").last ?? ""
        // It begins with date and time: `2026/11/26 03:19:34 `.
        let words = last.split(separator: " ", maxSplits: 2)
        let isDated = words.count == 3 && words[0].count == 10 && words[1].count == 8
        return String(isDated ? words[2] : last)
    }

    /// Takes whole lines out of what was printed.
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
