import DualCamControl
import DualCamSession
import Glibc
import Synchronization

/// A progress report of a running job, as JSON on one line.
struct WorkLine {
    var progress = SessionWork.Progress(nil)
    var result: JSONValue?
    var problem: SessionWork.Problem?

    var line: String {
        JSONValue.object([
            .init("percent", .count(progress.percent)), .init("left", .ratio(progress.left)),
            .init("speed", .count(progress.speed)), .init("slowed", .text(progress.slowed?.rawValue)),
            .init("result", result ?? .null),
            .init("problem", .text(problem?.message)), .init("advice", .text(problem?.advice)),
            .init("refusal", .bool(problem?.isRefusal ?? false)),
        ]).line + "\n"
    }

    /// Returns the last complete line of the output; `nil` if there is none, or if it is not JSON.
    static func newest(in output: [UInt8]) -> WorkLine? {
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")),
            let last = output[..<end].split(separator: UInt8(ascii: "\n")).last,
            let value = JSONValue(ifJSON: String(decoding: last, as: UTF8.self))
        else { return nil }
        return WorkLine(
            progress: .init(told: value),
            result: value["result"].flatMap { $0 == .null ? nil : $0 },
            problem: value["problem"]?.text.map {
                .init($0, advice: value["advice"]?.text ?? "", isRefusal: value["refusal"]?.flag ?? false)
            })
    }
}

extension SessionWork.Progress {
    /// Reads the progress from an event of a command, or from a line of a job.
    init(told line: JSONValue) {
        self.init(
            line["percent"]?.count, left: line["left"]?.number, speed: line["speed"]?.whole,
            slowed: line["slowed"]?.text.flatMap { .init(rawValue: $0) })
    }
}

extension SessionWork.Problem {
    /// Creates the problem of a command that failed when a client of the control interface started it.
    init(_ failure: CommandFailure) {
        let told = failure.forInterface
        let isRefusal = [.usage, .pipelineFile].contains(failure.exitCode)
        self.init(told.message, advice: told.advice, isRefusal: isRefusal)
    }

    /// The problem, followed by the advice.
    var text: String { advice.isEmpty ? message : message + " " + advice }
}

/// The printer of a job's lines. Progress is printed only when the percentage, or the reason for slowness, has changed.
/// If the requester no longer reads, the process exits.
final class WorkPrinter: Sendable {
    private let newest = Mutex(SessionWork.Progress(nil))

    func write(percent: Int?, left: Double? = nil) { write(.init(percent, left: left)) }

    func write(_ progress: SessionWork.Progress) {
        let isNew = newest.withLock { newest in
            defer { newest = progress }
            return newest.percent != progress.percent || newest.slowed != progress.slowed
        }
        if isNew { write(WorkLine(progress: progress)) }
    }

    func write(_ line: WorkLine) {
        if !DescriptorSink.standardOutput.write(bytes: Array(line.line.utf8)) { exit(ExitCode.diskFailed.rawValue) }
    }
}
