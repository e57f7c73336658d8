@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// A session machine with a log of the actions that it requested.
struct Bench {
    static let wallStart = SampleRecording.wallStart

    var state: SessionMachine
    /// All actions in short words, except ledger entries and events.
    var deeds: [String] = []
    /// The offsets from the command to the start of each take, positive if later.
    var starts: [String] = []
    /// The answers, by the numbers of their commands.
    var answers: [Int: Result<ControlAnswer, ControlRefusal>] = [:]
    var states: [ControlState] = []
    var entries: [LedgerEntry] = []
    var events: [SessionEvent] = []
    var manifests: [Manifest] = []

    init(
        _ settings: SessionSettings = SessionSettings(outputs: [back, front]), template: String = "take_{output}",
        absent: Set<InputName> = [], remarks: [String] = [], resuming history: SessionHistory? = nil,
        standsBy: Bool = false, pipeline: Pipeline? = nil
    ) throws {
        var order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings, template))
        order.absent = absent
        order.warnings = remarks.map { (.budget, $0) }
        (order.standsBy, order.pipeline) = (standsBy, pipeline)
        order.resuming = history.map { SessionOrder.Resumption(folder: "/r/take", history: $0) }
        state = SessionMachine(
            order: order, folder: standsBy ? "" : "/r/take", wallStart: Self.wallStart, calendar: { WallTime.utc($0) })
    }

    /// Creates a bench with a test's own order.
    init(order: SessionOrder) throws {
        state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Self.wallStart, calendar: { WallTime.utc($0) })
    }

    /// Returns a bench whose recording began at running time 1 s, two seconds after the session.
    static func running(
        _ settings: SessionSettings = SessionSettings(outputs: [back, front]), template: String = "take_{output}",
        absent: Set<InputName> = [], resuming history: SessionHistory? = nil
    ) throws -> Bench {
        var bench = try Bench(settings, template: template, absent: absent, resuming: history)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(
            .graph(.recording(at: .seconds(1), wallClock: wallStart + 2_000_000_000, clock: "test")), at: .seconds(2))
        bench.deeds = []
        bench.entries = []
        bench.events = []
        return bench
    }

    mutating func feed(_ input: SessionInput, at now: Duration) {
        for action in state.observe(input, at: now) { log(action) }
    }

    /// Sends a command as an endpoint does: a command that is invalid is refused at once.
    mutating func ask(_ number: Int, _ command: @autoclosure () throws -> ControlCommand, at now: Duration) throws {
        do { feed(.command(CommandNumber(value: number), try command()), at: now) } catch let error as ControlRefusal {
            answers[number] = .failure(error)
        }
    }

    /// Returns the changed settings as keys. Expects that the pipeline file with these keys gives the pipeline that was
    /// changed.
    func directed(_ load: ([String]) throws -> Pipeline) throws -> [String] {
        let keys = state.direction.settings.map(\.override)
        #expect(try load(keys) == state.direction.pipeline)
        return keys
    }

    mutating func finish(_ output: OutputName, segment: Int = 0, frames: Int = 30, at now: Duration) {
        guard let file = state.files.all.first(where: { $0.output == output && $0.segment == segment }) else { return }
        let summary = FileSummary(
            output: output, segment: segment, path: file.path, frames: frames, start: .seconds(1), end: .seconds(2))
        feed(.graph(.fileFinished(summary)), at: now)
    }

    /// Answers every request for a digest.
    mutating func digestAll(at now: Duration) {
        for path in state.files.completion.digests.sorted() {
            feed(.digested(path: path, bytes: 5, digest: "digest", problem: nil), at: now)
        }
    }

    private mutating func log(_ action: SessionAction) {
        switch action {
        case .record(let entry): entries.append(entry)
        case .emit(let event): events.append(event)
        case .save(let manifest): manifests.append(manifest)
        case .standBy: deeds.append("stand by")
        case .makeSession: deeds.append("make session")
        case .remember(let directed): deeds.append("remember \(directed.settings.map(\.override))")
        case .start(let files, let delay):
            deeds.append("start \(names(files))")
            if let delay {
                starts.append(
                    "start after \(delay < .zero ? "-" : "")\(seconds(delay < .zero ? .zero - delay : delay))")
            }
        case .apply(let change): deeds.append(words(change))
        case .direct(let direction): deeds.append("direct \(direction)")
        case .answer(let number, let result): answers[number.value] = result
        case .tellState(let state): states.append(state)
        case .tellLevels(let levels, _): deeds.append("levels \(levels.peak)")
        case .arm(let deadline, let due): deeds.append("arm \(deadline) \(seconds(due))")
        case .disarm(let deadline): deeds.append("disarm \(deadline)")
        case .close(let limit): deeds.append("close \(seconds(limit))")
        case .inspect(let files): deeds.append("inspect \(files.count)")
        case .digest(let path): deeds.append("digest \(name(path))")
        case .addChapters(let path, let chapters):
            let list = chapters.map { "\(seconds(.nanoseconds($0.start))) \($0.title)" }
            deeds.append("chapters \(name(path)): \(list.joined(separator: ", "))")
        case .makeFolder(let path, let output): deeds.append("make \(path) for \(output)")
        case .deleteOldest: deeds.append("delete oldest")
        case .retain: deeds.append("retain")
        case .complete(let manifest, let leftovers):
            manifests.append(manifest)
            deeds.append((["complete \(manifest.state)"] + leftovers).joined(separator: " "))
        case .discard(let files): deeds.append("discard \(files.count)")
        }
    }

    private func words(_ change: GraphChange) -> String {
        switch change {
        case .stop(let end): end.map { "stop at \(seconds($0 - .seconds(0)))" } ?? "stop now"
        case .abandonStalledInputs: "abandon"
        case .dropOutput(let output): "drop \(output)"
        case .restoreOutput(let output): "restore \(output)"
        case .loseInput(let input): "lose \(input)"
        case .reopenInput(let input): "reopen \(input)"
        case .throttle(let throttle):
            "throttle isolated \(throttle.isolated.rawValue) combined \(throttle.combined.rawValue)"
                + " bitrate \(throttle.combinedBitrate)" + (throttle.combinedRests ? " rests" : "")
                + (throttle.fastestPresets ? " fastest" : "")
        case .openSegment(let files, let boundary): "open \(names(files)) at \(seconds(boundary - .seconds(0)))"
        }
    }

    private func names(_ files: [FileRequest]) -> String {
        files.map { name($0.path) }.joined(separator: " ")
    }

    private func name(_ path: String) -> String { RecordedFile.name(path, in: "/r/take") }

    private func seconds(_ length: Duration) -> String { JSONValue.length(length).line }
}

extension ControlRefusal {
    /// Takes over the first issue of the pipeline file's checks.
    init(_ issues: PipelineIssues) {
        let first = issues.issues.first
        self.init(Refusal(first?.message ?? "", hint: first?.hint))
    }
}

extension SessionDescription {
    static let sample = SessionDescription(
        version: "0.1", name: "pip", host: "desk", pipeline: "name: pip\n", overrides: ["cameras.back.rate=15"],
        devices: [.init(name: "back", device: "test")])
}

extension SessionNames {
    static func sample(_ settings: SessionSettings, _ template: String = "take_{output}") throws -> SessionNames {
        try SessionNames(
            template: template, session: "pip", host: "desk",
            time: WallTime.utc(1_795_269_903_000_000_000), outputs: settings.outputs,
            splits: settings.recording.segment != nil, container: .mov)
    }
}

extension SessionInput {
    /// A reading of the free space, in bytes, with nothing being written.
    static func free(_ bytes: Int64) -> SessionInput { .space(bytes) }

    /// A reading of the statistics, which comes every quarter of a second.
    static func reading(
        now: RunningTime? = nil, outputs: [GraphStatistics.Output] = [], inputs: [GraphStatistics.Input] = [],
        sounds: [GraphStatistics.Sound] = [], clocks: ClockReading = ClockReading(wall: 0, uptime: 0, boottime: 0)
    ) -> SessionInput {
        .reading(GraphStatistics(now: now, outputs: outputs, inputs: inputs, sounds: sounds), clocks)
    }
}

extension SessionSettings {
    /// Creates settings in which everything is off except the given values.
    init(
        outputs: [OutputName], duration: Duration? = nil, segment: Duration? = nil, longestFile: Duration? = nil,
        keepFree: Int64 = 0, warnAt: [Int64] = []
    ) {
        self.init(outputs: outputs, recording: Recording(), storage: Storage(), longestFile: longestFile)
        (recording.duration, recording.segment, recording.maxLoss) = (duration, segment, nil)
        (storage.keepFree, storage.warnAt) = (ByteCount(bytes: keepFree), warnAt.map { ByteCount(bytes: $0) })
    }
}

extension Manifest {
    /// For each output, whether each of its files is finished.
    var finishedFiles: [[Bool?]] {
        (self["outputs"]?.list ?? []).map { ($0["files"]?.list ?? []).map { $0["finished"]?.flag } }
    }
}
