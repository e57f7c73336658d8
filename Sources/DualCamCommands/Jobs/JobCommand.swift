import Dispatch
import DualCamConfig
import DualCamControl
import DualCamEditing
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc
import Synchronization

/// The internal command `dualcam job session`. It reads a job request (`JobRequest`) from standard input, runs the
/// job, and prints its progress as lines of `JobReport`. Only `MediaProcess` starts it.
struct JobCommand: ParsedCommand {
    static let name = InternalJob.session.title

    private static let refusal = CommandFailure.hidden(
        name, next: "Use 'dualcam audit', 'dualcam recover' and 'dualcam calibrate'.")

    init(_ words: [String]) throws(CommandFailure) {
        guard words.isEmpty else { throw Self.refusal }
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard !place.inputIsTerminal,
            let bytes = place.files.bytes(of: PipelineSearch.pipe, limit: JobRequest.most + 1),
            bytes.count <= JobRequest.most,
            let handed = JSONValue(ifJSON: String(decoding: bytes, as: UTF8.self)).flatMap(JobRequest.init)
        else { throw Self.refusal }
        let printer = JobReporter()
        let line: JobReport
        switch handed.task {
        case .work(let order):
            line = await JobRun(order: order, directory: handed.directory).line(printer, in: place)
        case .timeline(let session, let format, let isPortable):
            do throws(CommandFailure) {
                let words = ["--as", format.rawValue, "-o", "-", "--", "\(handed.directory)/\(session)"]
                var command = try TimelineCommand.declaration.command(words)
                command.isPortable = isPortable
                return try await command.run(in: place)
            } catch {
                line = JobReport(problem: .init(error))
            }
        }
        printer.write(line)
        return line.result == nil ? .diskFailed : .finished
    }
}

/// Runs one background job in the process that was started for it.
struct JobRun: Sendable {
    let order: Job.Order
    /// The path of the recording directory that contains the job's session.
    let directory: String

    private var session: String { order.session ?? "" }
    var folder: String { directory + "/" + session }

    /// Runs the job. Returns the last report to print: the job's result, or the reason for its failure.
    func line(_ printer: JobReporter, in place: ProcessEnvironment) async -> JobReport {
        do throws(CommandFailure) {
            switch order.kind {
            case .backup: return JobReport(result: try await backUp(printer, in: place))
            case .publish: return JobReport(result: try await publish(printer, in: place))
            case .compose, .export, .trim, .dub, .stabilise:
                guard let kind = order.kind.rendering else { break }
                return JobReport(result: try await make(kind, printer, in: place))
            case .audit, .recover, .proxy, .calibrate: try await place.startGStreamer(quiet: true)
            }
        } catch {
            return JobReport(problem: .init(error))
        }
        if order.kind == .calibrate { return await measure(printer, in: place) }
        return await BlockingCalls.perform { [self] () -> JobReport in
            do throws(CommandFailure) { return JobReport(result: try perform(printer)) } catch {
                return JobReport(problem: .init(error.message))
            }
        }
    }

    /// Runs a command of dualcam in this process. Passes its progress events on to the printer, and returns its other
    /// events. `run` receives the environment in which it must run the command.
    func events(
        _ printer: JobReporter, in place: ProcessEnvironment,
        _ run: (ProcessEnvironment) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> [JSONValue] {
        let told = Mutex<[JSONValue]>([])
        var place = place
        place.output = JSONLines { [makesFiles = order.kind.makesFiles] line in
            guard line["event"]?.text == "progress" else { return told.withLock { $0.append(line) } }
            // The progress of rendering gives a multiple of real time as its speed, not bytes per second.
            makesFiles
                ? printer.write(percent: line["percent"]?.count, left: line["left"]?.number)
                : printer.write(.init(told: line))
        }
        try await run(place)
        return told.withLock { $0 }
    }

    /// Measures the CPU cost of recording on this machine and the speed of the recording directory's disk. SIGTERM ends
    /// the measurement.
    private func measure(_ printer: JobReporter, in place: ProcessEnvironment) async -> JobReport {
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
            return JobReport(result: file.report)
        } catch {
            return JobReport(problem: .init(Sentence.text(error.message)))
        }
    }

    private func perform(_ printer: JobReporter) throws(CommandFailure) -> JSONValue {
        switch order.kind {
        case .audit:
            let watch = reading(printer)
            defer { watch?.cancel() }
            return try translated { () throws(SessionReadFailure) in
                try Audit.reading(folder, tools: .ofThisProcess).result
            }
        case .recover:
            let watch = reading(printer)
            defer { watch?.cancel() }
            return try translated { () throws(RecoveryFailure) in
                try SessionRecovery(.ofThisProcess).recover(folder).result
            }
        case .proxy: return try proxy(printer)
        case .calibrate, .compose, .export, .trim, .dub, .stabilise, .backup, .publish: return .null
        }
    }

    /// Starts a timer that prints, four times a second, the percentage of the session's files that has been read.
    /// Returns `nil` if the number of bytes to read cannot be determined.
    private func reading(_ printer: JobReporter) -> (any DispatchSourceTimer)? {
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

    private func proxy(_ printer: JobReporter) throws(CommandFailure) -> JSONValue {
        let file = order.file ?? ""
        do throws(LibraryFailure) {
            let bytes = try SessionLibrary(directory).makeProxy(of: file, in: session) {
                source, target, scratch in
                do throws(GraphFailure) {
                    try FilePreview(source.path, named: file).writeProxy(to: target.path, scratch: scratch.path) {
                        percent in
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

extension JSONValue? {
    /// Returns a JSON object with only these keys of this object. A key that this object lacks gets the value `null`.
    func members(_ keys: [String]) -> JSONValue { .object(keys.map { .init($0, self?[$0] ?? .null) }) }
}

extension Audit {
    /// The result of an audit as a JSON object with the keys `proven`, `outputs` and `complaints`.
    fileprivate var result: JSONValue {
        let outputs = rows.map { row -> JSONValue in
            [
                "output": .string(row.output.rawValue), "files": .count(row.files), "frames": .count(row.frames),
                "missing": .count(row.missing), "dropped": .count(row.dropped), "away": .count(row.away),
                "unaccounted": .count(row.unaccounted), "repeated": .count(row.repeated), "shed": .count(row.shed),
            ]
        }
        let complaints = findings.filter { $0.severity != .note }.map { finding -> JSONValue in
            .string((finding.subject.isEmpty ? "" : finding.subject + ": ") + Sentence.ended(finding.text))
        }
        return ["proven": .bool(verdict == .note), "outputs": .array(outputs), "complaints": .array(complaints)]
    }
}

extension SessionRecovery.Report {
    /// The result of a recovery as a JSON object with the keys `files` and `complaints`.
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
