import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Glibc
import Kernel

/// The program ffmpeg, used where GStreamer has no suitable element. Each call runs ffmpeg as a separate process at
/// idle priority for CPU and disk. If the program setpriv is installed, the kernel ends ffmpeg together with this
/// process.
struct FFmpeg: Sendable {
    /// The progress of a running ffmpeg process.
    struct Progress: Sendable, Equatable {
        var frames = 0
        /// The length of the recording that ffmpeg has processed so far in this call, in nanoseconds.
        var length: Int64 = 0
    }

    /// The paths by which ffmpeg opens the input and the output of a call: its own descriptors 0 and 3. Real file names
    /// on the command line could contain characters with a special meaning in ffmpeg's filter syntax.
    static let (input, output) = ("/proc/self/fd/0", "/proc/self/fd/3")
    private static let general = [
        "-hide_banner", "-loglevel", "error", "-nostats", "-progress", "pipe:1", "-nostdin", "-y",
    ]
    private static let longest = Duration.seconds(30 * 86_400)
    private static let mostTold = 3

    private let place: ProcessEnvironment
    private let program: String
    private let words: [String]

    /// Finds the program ffmpeg. Throws a failure if ffmpeg is not installed.
    ///
    /// - Parameter use: The feature that needs ffmpeg, for the failure's message.
    init(for use: String, in place: ProcessEnvironment) throws(CommandFailure) {
        let search = place.environment["PATH"]
        guard case .success(let path) = ProgramSearch.find("ffmpeg", "", search) else {
            throw CommandFailure(
                .unavailable, "\(use) needs the program ffmpeg, which is not installed",
                next: "Install it with 'sudo apt install ffmpeg'.")
        }
        self.place = place
        // ffmpeg does not stop if its progress pipe is closed, and would outlive this process. `setpriv` makes the
        // kernel end ffmpeg together with this process (prctl(2), PR_SET_PDEATHSIG).
        if case .success(let setter) = ProgramSearch.find("setpriv", "", search) {
            (program, words) = (setter, ["--pdeathsig", "KILL", "--", path])
        } else {
            (program, words) = (path, [])
        }
    }

    /// Runs ffmpeg with the given arguments and waits for its end. Blocks.
    ///
    /// - Parameters:
    ///   - input: The path of the file that ffmpeg reads as `FFmpeg.input`; `nil` for no input.
    ///   - output: The path of an existing file that ffmpeg writes as `FFmpeg.output`.
    ///   - goesOn: A closure that repeatedly receives the progress. If it returns false, ffmpeg is ended.
    /// - Returns: The progress at the end of the call; `nil` if `goesOn` returned false.
    func run(
        _ call: [String], reading input: String?, writing output: String, goesOn: (Progress) -> Bool
    ) throws(CommandFailure) -> Progress? {
        let (read, written) = (open(input ?? "/dev/null", O_RDONLY | O_CLOEXEC), open(output, O_RDWR | O_CLOEXEC))
        defer { for descriptor in [read, written] where descriptor >= 0 { close(descriptor) } }
        guard read >= 0, written >= 0 else { throw Self.failure(String(cString: strerror(errno))) }
        var (reading, isWanted) = (FFmpegReading(), true)
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: program, words + Self.general + call, environment: place.environment, inheriting: .plain,
                input: read,
                stranger: "ffmpeg", holding: written, within: Self.longest
            ) { bytes in
                reading.parse(&bytes)
                isWanted = goesOn(reading.progress)
                return isWanted
            }
        } catch {
            throw Self.failure(String(cString: strerror(error.errorNumber)))
        }
        guard isWanted else { return nil }
        var rest = ended.output + [UInt8(ascii: "\n")]
        reading.parse(&rest)
        let told = reading.complaints.prefix(Self.mostTold)
        guard ended.code == 0 else {
            throw Self.failure(told.isEmpty ? "it ended with \(ended.code)" : told.joined(separator: "; "))
        }
        for complaint in told { place.note("warning: ffmpeg: \(complaint)", .warning) }
        return reading.progress
    }

    private static func failure(_ reason: String) -> CommandFailure {
        CommandFailure(
            .unavailable, "ffmpeg failed: \(reason)",
            next: "Check the free space on the disk, and that 'ffmpeg -version' is Debian's.")
    }
}

/// Parses ffmpeg's output. Lines in the form `KEY=VALUE` report the progress; all other lines are error messages or
/// warnings.
struct FFmpegReading: Equatable {
    private static let figures: Set<Substring> = [
        "bitrate", "drop_frames", "dup_frames", "fps", "frame", "out_time", "out_time_ms", "out_time_us", "progress",
        "speed",
        "total_size",
    ]
    private static let mostKept = 20

    private(set) var progress = FFmpeg.Progress()
    /// The first error messages and warnings that ffmpeg printed, at most 20.
    private(set) var complaints: [String] = []

    /// Removes the complete lines from ffmpeg's output and parses them.
    ///
    /// - Parameter bytes: The output that has not been parsed yet.
    mutating func parse(_ bytes: inout [UInt8]) {
        for line in bytes.removeLines() { parse(String(decoding: line, as: UTF8.self)) }
    }

    private mutating func parse(_ line: String) {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let isFigure = parts.count == 2 && (Self.figures.contains(parts[0]) || parts[0].hasPrefix("stream_"))
        guard isFigure else {
            if complaints.count < Self.mostKept { complaints.append(line.printable) }
            return
        }
        let value = Int64(parts[1].drop { $0 == " " })
        switch parts[0] {
        case "frame": progress.frames = value.map { Int($0) } ?? progress.frames
        case "out_time_us": progress.length = value.map { max(0, $0) * 1000 } ?? progress.length
        default: break
        }
    }
}
