public import DualCamConfig
public import DualCamPlan

/// What a session tells while it goes on: for the status line, and for `run --json`, one object a line.
///
/// Every object has `event`, `time` (wall clock, ISO 8601 in UTC with milliseconds) and `running-time` (the
/// pipeline's, in seconds to the nanosecond; `null` before its clock runs). Times are in seconds, sizes in bytes; keys
/// stay stable, new ones may come.
public struct SessionEvent: Sendable, Equatable {
    /// Unix time in nanoseconds.
    public var unixNanoseconds: Int64
    public var runningTime: RunningTime?
    public var kind: Kind

    public init(_ kind: Kind, unixNanoseconds: Int64, runningTime: RunningTime?) {
        (self.kind, self.unixNanoseconds, self.runningTime) = (kind, unixNanoseconds, runningTime)
    }

    public enum Kind: Sendable, Equatable {
        /// `started`: the folder is there, the devices are being opened. Keys: `folder`, `outputs`.
        case started(folder: String, outputs: [OutputName])
        /// `recording`: the common instant at which all files begin. Keys: `clock`, `files` (`output`, `path`).
        case recording(clock: String, files: [FileRequest])
        /// `status`: once a second.
        case status(Status)
        /// `dropped`: frames lost in a branch. Keys: `branch`, `output` (or `null`), `count`; `running-time` is when
        /// the last of them was due.
        case dropped(branch: BranchName, output: OutputName?, count: Int)
        /// `warning`: harmed nothing. Keys: `code`, `branch` (or `null`), `message`.
        case warning(WarningCode, branch: BranchName?, message: String)
        /// `segment`: all outputs go on in new files. Keys: `segment`, `at` (the boundary's running time), `files`.
        case segment(Int, at: RunningTime, files: [FileRequest])
        /// `file-finished`: a file is whole. Keys: `output`, `segment`, `path`, `frames`, `start`, `end`.
        case fileFinished(FileSummary)
        /// `stopping`: nothing more is recorded, the files are being finished. Key: `reason`.
        case stopping(StopReason)
        /// `failed`: an output, or with `output: null` everything, is lost. Keys: `code`, `exit-code`, `branch`,
        /// `output`, `message`, `advice`.
        case failed(SessionFailure)
        /// `finished`: the last event. Keys: `exit-code`, `reason`, `folder` (`null` when nothing was left), `files`.
        case finished(SessionOutcome)
    }

    /// Keys: `recorded` (seconds since the common start), `free` (bytes left on the disk, or `null`), `outputs` (each
    /// `output`, `frames`, `dropped`, `bytes`).
    public struct Status: Sendable, Equatable {
        public var recorded: Duration
        public var freeBytes: Int64?
        public var outputs: [GraphStatistics.Output]

        public init(recorded: Duration, freeBytes: Int64?, outputs: [GraphStatistics.Output]) {
            (self.recorded, self.freeBytes, self.outputs) = (recorded, freeBytes, outputs)
        }
    }

    /// The kinds of warnings; raw values stand in events and in the ledger.
    public enum WarningCode: String, Sendable, Equatable {
        /// The graph's own; its text says what.
        case graph
        /// Free space fell below one of `storage.warn-at`.
        case freeSpace = "free-space"
        /// The ledger cannot be written; the recording goes on.
        case ledger
        /// The devices were not given back in time.
        case close
    }
}

extension SessionEvent {
    /// The event as one JSON object on one line.
    public var line: String {
        let head: [JSONValue.Member] = [
            .init("event", .string(name)), .init("time", .string(WallTime.iso8601(unixNanoseconds))),
            .init("running-time", .time(runningTime)),
        ]
        return JSONValue.object(head + members).line
    }

    /// The word under `event`.
    public var name: String {
        switch kind {
        case .started: "started"
        case .recording: "recording"
        case .status: "status"
        case .dropped: "dropped"
        case .warning: "warning"
        case .segment: "segment"
        case .fileFinished: "file-finished"
        case .stopping: "stopping"
        case .failed: "failed"
        case .finished: "finished"
        }
    }

    private var members: [JSONValue.Member] {
        switch kind {
        case .started(let folder, let outputs):
            [.init("folder", .string(folder)), .init("outputs", .array(outputs.map { .string($0.rawValue) }))]
        case .recording(let clock, let files): [.init("clock", .string(clock)), .init("files", Self.list(files))]
        case .status(let status): status.members
        case .dropped(let branch, let output, let count):
            [
                .init("branch", .string(branch.rawValue)), .init("output", .text(output?.rawValue)),
                .init("count", .count(count)),
            ]
        case .warning(let code, let branch, let message):
            [
                .init("code", .string(code.rawValue)), .init("branch", .text(branch?.rawValue)),
                .init("message", .string(message)),
            ]
        case .segment(let number, let boundary, let files):
            [.init("segment", .count(number)), .init("at", .time(boundary)), .init("files", Self.list(files))]
        case .fileFinished(let summary): summary.members
        case .stopping(let reason): [.init("reason", .string(reason.rawValue))]
        case .failed(let failure): failure.members
        case .finished(let outcome): outcome.members
        }
    }

    private static func list(_ files: [FileRequest]) -> JSONValue {
        .array(files.map { ["output": .string($0.output.rawValue), "path": .string($0.path)] })
    }
}

extension SessionEvent.Status {
    fileprivate var members: [JSONValue.Member] {
        [
            .init("recorded", .length(recorded)), .init("free", .count(freeBytes)),
            .init("outputs", .array(outputs.map(Self.json))),
        ]
    }

    private static func json(_ output: GraphStatistics.Output) -> JSONValue {
        [
            "output": .string(output.name.rawValue), "frames": .count(output.frames), "dropped": .count(output.dropped),
            "bytes": .integer(output.bytes),
        ]
    }
}

extension FileSummary {
    /// For the event and the ledger.
    var members: [JSONValue.Member] {
        [
            .init("output", .string(output.rawValue)), .init("segment", .count(segment)), .init("path", .string(path)),
            .init("frames", .count(frames)), .init("start", .time(start)), .init("end", .time(end)),
        ]
    }
}
