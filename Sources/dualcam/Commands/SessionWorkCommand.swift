import Dispatch
import DualCamConfig
import DualCamControl
import DualCamGraph
import DualCamPlan
import DualCamSession
import DualCamSupervision
import Glibc
import Synchronization

/// `dualcam session-work KIND DIRECTORY [SESSION [FILE]]`: does something that takes its time, and prints how far it is, a `WorkLine` a line.
/// Started by `MediaProcess` and by nobody else; it is in no list.
struct SessionWorkCommand: ParsedCommand {
    static let name = "session-work"

    private let order: SessionWork.Order
    private let directory: String

    init(_ words: [String]) throws(CommandFailure) {
        let kind = words.first.flatMap { SessionWork.Kind(rawValue: $0) }
        guard let kind, (kind == .calibrate ? 2...2 : 3...4).contains(words.count) else {
            throw CommandFailure(
                .usage, "'dualcam session-work' is started by 'dualcam' only",
                next: "Use 'dualcam audit', 'dualcam recover' and 'dualcam calibrate'.")
        }
        (directory, order) = (
            words[1], .init(kind, words.count > 2 ? words[2] : nil, file: words.count > 3 ? words[3] : nil)
        )
    }

    private var session: String { order.session ?? "" }
    private var folder: String { directory + "/" + session }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: true, in: place)
        let printer = WorkPrinter()
        let line: WorkLine
        if order.kind == .calibrate {
            line = await measure(printer, in: place)
        } else {
            line = await BlockingCalls.perform { [self] () -> WorkLine in
                do throws(CommandFailure) { return WorkLine(result: try perform(printer)) } catch {
                    return WorkLine(problem: error.message)
                }
            }
        }
        printer.write(line)
        return line.result == nil ? .diskFailed : .finished
    }

    /// Measures the machine, and the disk of the recording directory; SIGTERM ends that.
    private func measure(_ printer: WorkPrinter, in place: ProcessEnvironment) async -> WorkLine {
        let store = CalibrationStore(place)
        var run = CalibrationRun(place: place, store: store, output: directory)
        run.listener = { printer.write(percent: $0) }
        let watch = Task { [run] in
            for await signal in place.signals() where signal == .terminate {
                run.abandon()
                exit(ExitCode.unavailable.rawValue)
            }
        }
        defer { watch.cancel() }
        do throws(CommandFailure) {
            let file = try await run.measure()
            _ = try store.keep(file)
            return WorkLine(result: file.report)
        } catch {
            return WorkLine(problem: Sentence.text(error.message))
        }
    }

    private func perform(_ printer: WorkPrinter) throws(CommandFailure) -> JSONValue {
        switch order.kind {
        case .audit:
            let watch = reading(printer)
            defer { watch?.cancel() }
            do throws(SessionReadFailure) { return try Audit.reading(folder, tools: .ofThisProcess).result } catch {
                throw CommandFailure(error)
            }
        case .recover:
            let watch = reading(printer)
            defer { watch?.cancel() }
            return try SessionSearch.recovering { recovery throws(RecoveryFailure) in
                try recovery.recover(folder).result
            }
        case .proxy: return try proxy(printer)
        case .calibrate: return .null
        }
    }

    /// Prints how much of what is to be read has been read; `nil`: nobody can tell.
    private func reading(_ printer: WorkPrinter) -> (any DispatchSourceTimer)? {
        let facts = ProcessFacts(proc: "/proc", sysfs: "/sys")
        let most: Int64
        do throws(SessionReadFailure) {
            most = try SessionLibrary(directory).bytesToRead(session, isRecovery: order.kind == .recover)
        } catch {
            return nil
        }
        guard most > 0, let before = facts.bytesRead else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {
            guard let now = facts.bytesRead else { return }
            printer.write(percent: Int(min(99, Double(now - before) / Double(most) * 100)))
        }
        timer.schedule(deadline: .now(), repeating: .milliseconds(250))
        timer.resume()
        return timer
    }

    private func proxy(_ printer: WorkPrinter) throws(CommandFailure) -> JSONValue {
        let file = order.file ?? ""
        do throws(LibraryFailure) {
            let bytes = try SessionLibrary(directory).makeProxy(of: file, in: session) {
                source, target, scratch in
                do throws(GraphFailure) {
                    try FileProxy(source.path, named: file).write(to: target.path, scratch: scratch.path) { percent in
                        printer.write(percent: percent)
                    }
                    return nil
                } catch {
                    return error.message
                }
            }
            return ["file": .string(file), "bytes": .count(bytes)]
        } catch {
            throw CommandFailure(.diskFailed, error.message, next: error.advice)
        }
    }
}

/// What is told of a work while it goes on, as JSON on one line.
struct WorkLine {
    var percent: Int?
    var result: JSONValue?
    var problem: String?

    fileprivate var line: String {
        JSONValue.object([
            .init("percent", .count(percent)), .init("result", result ?? .null), .init("problem", .text(problem)),
        ]).line + "\n"
    }

    /// The last whole line of what was printed; `nil`: there is none.
    static func newest(in output: [UInt8]) -> WorkLine? {
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")),
            let last = output[..<end].split(separator: UInt8(ascii: "\n")).last,
            let value = JSONValue(ifJSON: String(decoding: last, as: UTF8.self))
        else { return nil }
        return WorkLine(
            percent: value["percent"]?.count, result: value["result"].flatMap { $0 == .null ? nil : $0 },
            problem: value["problem"]?.text)
    }
}

/// Prints lines, the percent only where it has changed. Whoever has asked for the work and does not listen any more ends it.
private final class WorkPrinter: Sendable {
    private let newest = Mutex<Int?>(nil)

    func write(percent: Int?) {
        let isNew = newest.withLock { newest in
            defer { newest = percent }
            return newest != percent
        }
        if isNew { write(WorkLine(percent: percent)) }
    }

    func write(_ line: WorkLine) {
        if !DescriptorSink.standardOutput.write(bytes: Array(line.line.utf8)) { exit(ExitCode.diskFailed.rawValue) }
    }
}

extension Audit {
    /// Keys: `proven`, `outputs`, `complaints`.
    fileprivate var result: JSONValue {
        let outputs = rows.map { row -> JSONValue in
            [
                "output": .string(row.output.rawValue), "files": .count(row.files), "frames": .count(row.frames),
                "missing": .count(row.missing), "dropped": .count(row.dropped), "away": .count(row.away),
                "unaccounted": .count(row.unaccounted),
            ]
        }
        let complaints = findings.filter { $0.severity != .note }.map { finding -> JSONValue in
            .string((finding.subject.isEmpty ? "" : finding.subject + ": ") + Sentence.ended(finding.text))
        }
        return ["proven": .bool(verdict == .note), "outputs": .array(outputs), "complaints": .array(complaints)]
    }
}

extension SessionRecovery.Report {
    /// Keys: `files`, `complaints`.
    fileprivate var result: JSONValue {
        let unplayable = settled.filter { !$0.isForestalled && !$0.isPlayable }.map {
            "\($0.file.name): cannot be played" + ($0.problem.map { ": \($0)" } ?? "")
        }
        let texts = unplayable + refused.map(\.message) + [manifestProblem?.message].compactMap(\.self)
        let gone = settled.count { $0.isForestalled }
        return [
            "files": .count(history.files.count - gone),
            "complaints": .array(texts.map { .string(Sentence.ended($0)) }),
        ]
    }
}
