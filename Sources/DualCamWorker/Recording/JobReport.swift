package import DualCamControl
package import DualCamProcess
package import DualCamRecordings
package import DualCamTransfer
import Glibc
import Synchronization

/// A report of a running job, sent as one line of JSON: the job's progress and, at the end, its result or why it
/// failed.
package struct JobReport {
    var progress = JobProgress(nil)
    /// The result of the finished job; `nil` while the job runs, if it failed, or if it has no result.
    package var result: JSONValue?
    var problem: Job.Problem?

    package init(progress: JobProgress = JobProgress(nil), result: JSONValue? = nil, problem: Job.Problem? = nil) {
        (self.progress, self.result, self.problem) = (progress, result, problem)
    }

    var line: String {
        JSONValue.object([
            .init("percent", .count(progress.percent)), .init("left", .ratio(progress.left)),
            .init("speed", .count(progress.speed)), .init("slowed", .text(progress.slowed?.rawValue)),
            .init("result", result ?? .null),
            .init("problem", .text(problem?.message)), .init("advice", .text(problem?.advice)),
            .init("refusal", .bool(problem?.isRefusal ?? false)),
        ]).line + "\n"
    }

    /// Returns the last complete report in the output of a job; `nil` if there is none, or if it is not JSON.
    static func newest(in output: [UInt8]) -> JobReport? {
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")),
            let last = output[..<end].split(separator: UInt8(ascii: "\n")).last,
            let value = JSONValue(ifJSON: String(decoding: last, as: UTF8.self))
        else { return nil }
        return JobReport(
            progress: .init(told: value),
            result: value["result"].flatMap { $0 == .null ? nil : $0 },
            problem: value["problem"]?.text.map {
                .init($0, advice: value["advice"]?.text ?? "", isRefusal: value["refusal"]?.flag ?? false)
            })
    }
}

extension Job.Problem {
    /// Creates the problem that is reported to the client that started the job, from the failure of the job's command.
    package init(_ failure: CommandFailure) {
        let told = failure.forInterface
        let isRefusal = [.usage, .pipelineFile].contains(failure.exitCode)
        self.init(told.message, advice: told.advice, isRefusal: isRefusal)
    }

    /// The problem's message, followed by its advice if there is any.
    var text: String { advice.isEmpty ? message : message + " " + advice }
}

/// Prints the reports of a job on standard output. Prints progress only if the percentage, or the reason why the job is
/// slow, has changed. If the reader of the output has closed the pipe, the process exits.
package final class JobReporter: Sendable {
    private let newest = Mutex(JobProgress(nil))

    package init() {}

    /// Prints the progress of the job if it has changed. Blocks.
    ///
    /// - Parameters:
    ///   - percent: The progress in percent, 0 to 100; `nil` if unknown.
    ///   - left: The estimated time until the job ends, in seconds; `nil` if unknown.
    package func write(percent: Int?, left: Double? = nil) { write(.init(percent, left: left)) }

    /// Prints the progress of the job if it has changed. Blocks.
    package func write(_ progress: JobProgress) {
        let isNew = newest.withLock { newest in
            defer { newest = progress }
            return newest.percent != progress.percent || newest.slowed != progress.slowed
        }
        if isNew { write(JobReport(progress: progress)) }
    }

    /// Prints a report, even if it repeats the last one. Blocks. If nobody reads the output any more, the process
    /// exits.
    package func write(_ line: JobReport) {
        if !DescriptorSink.standardOutput.write(bytes: Array(line.line.utf8)) { exit(ExitCode.diskFailed.rawValue) }
    }
}
