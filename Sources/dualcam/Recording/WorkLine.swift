import DualCamControl
import DualCamSession
import Glibc
import Synchronization

/// What is told of a work while it goes on, as JSON on one line.
struct WorkLine {
    var percent: Int?
    /// The seconds that it still takes.
    var left: Double?
    /// Bytes a second.
    var speed: Int64?
    var result: JSONValue?
    var problem: SessionWork.Problem?

    var line: String {
        JSONValue.object([
            .init("percent", .count(percent)), .init("left", .ratio(left)), .init("speed", .count(speed)),
            .init("result", result ?? .null),
            .init("problem", .text(problem?.message)), .init("advice", .text(problem?.advice)),
            .init("refusal", .bool(problem?.isRefusal ?? false)),
        ]).line + "\n"
    }

    /// The last whole line of what was printed; `nil`: there is none.
    static func newest(in output: [UInt8]) -> WorkLine? {
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")),
            let last = output[..<end].split(separator: UInt8(ascii: "\n")).last,
            let value = JSONValue(ifJSON: String(decoding: last, as: UTF8.self))
        else { return nil }
        return WorkLine(
            percent: value["percent"]?.count, left: value["left"]?.number, speed: value["speed"]?.whole,
            result: value["result"].flatMap { $0 == .null ? nil : $0 },
            problem: value["problem"]?.text.map {
                .init($0, advice: value["advice"]?.text ?? "", isRefusal: value["refusal"]?.flag ?? false)
            })
    }
}

extension SessionWork.Problem {
    /// Why a command that was called for the interface did not do its work.
    init(_ failure: CommandFailure) {
        let told = failure.forInterface
        let isRefusal = [.usage, .pipelineFile].contains(failure.exitCode)
        self.init(told.message, advice: told.advice, isRefusal: isRefusal)
    }

    /// What went wrong and what to do next.
    var text: String { advice.isEmpty ? message : message + " " + advice }
}

/// Prints lines, the percent only where it has changed. Whoever has asked for the work and does not listen any more ends it.
final class WorkPrinter: Sendable {
    private let newest = Mutex<Int?>(nil)

    func write(percent: Int?, left: Double? = nil, speed: Int64? = nil) {
        let isNew = newest.withLock { newest in
            defer { newest = percent }
            return newest != percent
        }
        if isNew { write(WorkLine(percent: percent, left: left, speed: speed)) }
    }

    func write(_ line: WorkLine) {
        if !DescriptorSink.standardOutput.write(bytes: Array(line.line.utf8)) { exit(ExitCode.diskFailed.rawValue) }
    }
}
