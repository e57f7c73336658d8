import DualCamConfig
import DualCamGraph
import DualCamProcess
import DualCamRecordings
import Glibc

/// The internal command `dualcam job draw-image [WIDTH HEIGHT]`. It reads an image from standard input and writes an
/// `ImageMessage` to standard output, within resource limits that the kernel enforces. Only `ImageProcess` starts it.
struct DrawImageCommand: ParsedCommand {
    static let name = InternalJob.drawImage.title

    var size: FrameSize?

    init(_ words: [String]) throws(CommandFailure) {
        guard !words.isEmpty else { return }
        guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]),
            (1...16384).contains(width), (1...16384).contains(height)
        else {
            throw .hidden(Self.name, next: "Use 'dualcam check'.")
        }
        size = FrameSize(width: width, height: height)
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        // The limits also forbid core dumps and writing to any file.
        ProcessEnvironment.limit([
            (RLIMIT_CPU.rawValue, ImageProcess.processorTime), (RLIMIT_DATA.rawValue, ImageProcess.memory),
            (RLIMIT_CORE.rawValue, 0), (RLIMIT_FSIZE.rawValue, 0),
        ])
        let bytes = try RegularFile.input(limit: OverlayImage.largestFile)
        let message = ImageMessage(OverlayImageProbe.drawing(bytes, size)).bytes
        return DescriptorSink.standardOutput.write(bytes: message) ? .finished : .fault
    }
}

extension RegularFile {
    /// Returns the content of standard input. Throws a usage failure if standard input is not a regular file.
    ///
    /// - Parameter limit: The maximum number of bytes to read.
    fileprivate static func input(limit: Int) throws(CommandFailure) -> [UInt8] {
        do throws(Refusal) { return try content(of: STDIN_FILENO, "standard input", limit: limit) } catch {
            throw CommandFailure(.usage, error.message, next: "Use 'dualcam check'.")
        }
    }
}
