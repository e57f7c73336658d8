import DualCamConfig
import DualCamGraph
import DualCamSession
import Glibc

/// `dualcam draw-image [WIDTH HEIGHT]`: reads a picture from standard input and writes an `ImageMessage` to standard output, within
/// limits that the system keeps. Started by `ImageProcess` and by nobody else; it is in no list.
struct DrawImageCommand: ParsedCommand {
    static let name = "draw-image"

    var size: FrameSize?

    init(_ words: [String]) throws(CommandFailure) {
        guard !words.isEmpty else { return }
        guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]),
            (1...16384).contains(width), (1...16384).contains(height)
        else {
            throw CommandFailure(
                .usage, "'dualcam draw-image' is started by 'dualcam' only", next: "Use 'dualcam check'.")
        }
        size = FrameSize(width: width, height: height)
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        Self.limit()
        let bytes = try RegularFile.input(limit: OverlayImage.largestFile)
        let message = ImageMessage(OverlayImageProbe.drawing(bytes, size)).bytes
        return DescriptorSink.standardOutput.write(bytes: message) ? .finished : .fault
    }

    /// Limits the process's use of the machine (`setrlimit`) and its traces: it leaves nothing behind.
    private static func limit() {
        let limits = [
            (RLIMIT_CPU, ImageProcess.processorTime), (RLIMIT_DATA, ImageProcess.memory), (RLIMIT_CORE, 0),
            (RLIMIT_FSIZE, 0),
        ]
        for (kind, most) in limits {
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
        }
    }
}

extension RegularFile {
    /// Returns the content of standard input, where that is a file.
    fileprivate static func input(limit: Int) throws(CommandFailure) -> [UInt8] {
        do throws(Refusal) { return try content(of: STDIN_FILENO, "standard input", limit: limit) } catch {
            throw CommandFailure(.usage, error.message, next: "Use 'dualcam check'.")
        }
    }
}
