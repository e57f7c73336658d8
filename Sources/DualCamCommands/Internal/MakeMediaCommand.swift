import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

/// The internal command `dualcam job make-media DIRECTORY SESSION FILE`. It makes the files derived from a recorded
/// file (stills, a waveform, facts), within resource limits that the kernel enforces. Only `MediaProcess` starts it.
struct MakeMediaCommand: ParsedCommand {
    static let name = InternalJob.makeMedia.title

    private let directory: String
    private let session: String
    private let file: String

    init(_ words: [String]) throws(CommandFailure) {
        guard words.count == 3 else {
            throw .hidden(Self.name, next: "Use 'dualcam sessions'.")
        }
        (directory, session, file) = (words[0], words[1], words[2])
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        ProcessEnvironment.limit([
            (RLIMIT_CPU.rawValue, 1800), (RLIMIT_DATA.rawValue, 4 << 30), (RLIMIT_CORE.rawValue, 0),
            (RLIMIT_FSIZE.rawValue, 64 << 20),
        ])
        try await place.startGStreamer(quiet: true)
        let library = SessionLibrary(directory)
        return try await BlockingCalls.perform { [session, file] () throws(CommandFailure) in
            do throws(LibraryFailure) {
                try library.derive(file, of: session) { Self.content(of: $0, named: $1) }
                return .finished
            } catch {
                switch error {
                case .unfinished, .noFile, .noSession: return .outputNotCreated
                default: return .diskFailed
                }
            }
        }
    }

    /// Derives stills, a waveform and facts from a recorded file. Leaves out content that cannot be derived, and
    /// reports the first problem in the result.
    static func content(of file: HeldFile, named name: String) -> DerivedContent {
        var content = DerivedContent()
        func attempt(_ work: () throws(GraphFailure) -> Void) {
            do throws(GraphFailure) { try work() } catch { content.problem = content.problem ?? error.message }
        }
        attempt { () throws(GraphFailure) in
            let preview = try FilePreview(file.path, named: name)
            content.media = preview.facts
            attempt { () throws(GraphFailure) in content.poster = try preview.poster() }
            attempt { () throws(GraphFailure) in
                content.strip = try preview.strip().map { strip in
                    DerivedContent.Strip(
                        columns: strip.columns, rows: strip.rows, width: strip.size.width, height: strip.size.height,
                        interval: strip.interval, jpeg: strip.jpeg)
                }
            }
            attempt { () throws(GraphFailure) in
                content.waveform = try preview.waveform().map { .init(interval: $0.interval, peaks: $0.peaks) }
            }
        }
        return content
    }
}
