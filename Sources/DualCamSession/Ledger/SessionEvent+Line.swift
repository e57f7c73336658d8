package import DualCamConfig
import DualCamPlan

extension SessionEvent {
    /// The event as one JSON object on one line.
    package var line: String {
        let head: [JSONValue.Member] = [
            .init("event", .string(kind.name.rawValue)), .init("time", .string(WallTime.iso8601(unixNanoseconds))),
            .init("running-time", .time(runningTime)),
        ]
        return JSONValue.object(head + kind.members).line
    }

    package var name: String { kind.name.rawValue }
}

extension SessionEvent.Kind {
    /// The word under `event`.
    package var name: EventName {
        switch self {
        case .standby: .standby
        case .started: .started
        case .countdown: .countdown
        case .recording: .recording
        case .status: .status
        case .dropped: .dropped
        case .warning: .warning
        case .repeated: .repeated
        case .inputLost: .inputLost
        case .inputReturned: .inputReturned
        case .outputRestored: .outputRestored
        case .sessionDeleted: .sessionDeleted
        case .shed: .shed
        case .restored: .restored
        case .heat: .heat
        case .forecast: .forecast
        case .power: .power
        case .control: .control
        case .directed: .directed
        case .reloaded: .reloaded
        case .paused: .paused
        case .resumed: .resumed
        case .marked: .marked
        case .segment: .segment
        case .fileFinished: .fileFinished
        case .stopping: .stopping
        case .failed: .failed
        case .finished: .finished
        }
    }

    /// What the event tells, and the ledger where it tells the same.
    var members: [JSONValue.Member] {
        switch self {
        case .standby(let outputs): [.init("outputs", .array(outputs.map { .string($0.rawValue) }))]
        case .started(let folder, let outputs):
            [.init("folder", .string(folder)), .init("outputs", .array(outputs.map { .string($0.rawValue) }))]
        case .countdown(let seconds): [.init("seconds", .count(seconds))]
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
        case .repeated(let branch, let count):
            [.init("branch", .string(branch.rawValue)), .init("count", .count(count))]
        case .inputLost, .inputReturned, .outputRestored, .sessionDeleted: repairMembers
        case .shed(let shed, let figures), .restored(let shed, let figures): shed.members + figures.members
        case .heat, .forecast, .power: machineMembers
        case .control(let address): address.members
        case .directed, .reloaded, .paused, .resumed, .marked: directionMembers
        case .segment(let number, let boundary, let files):
            [.init("segment", .count(number)), .init("at", .time(boundary)), .init("files", Self.list(files))]
        case .fileFinished(let summary): summary.members
        case .stopping(let reason): [.init("reason", .string(reason.rawValue))]
        case .failed(let failure): failure.members
        case .finished(let outcome): outcome.members
        }
    }

    /// The members of events about inputs and outputs that come and go, and about space that is made.
    private var repairMembers: [JSONValue.Member] {
        switch self {
        case .inputLost(let input, let time, let reason):
            [.init("input", .string(input.rawValue)), .init("at", .time(time)), .init("reason", .string(reason))]
        case .inputReturned(let input, let time, let away, let attempts):
            [
                .init("input", .string(input.rawValue)), .init("at", .time(time)), .init("away", .length(away)),
                .init("attempts", .count(attempts)),
            ]
        case .outputRestored(let file, let time):
            [
                .init("output", .string(file.output.rawValue)), .init("path", .string(file.path)),
                .init("at", .time(time)),
            ]
        case .sessionDeleted(let session, let reason): session.members(reason)
        default: []
        }
    }

    private var directionMembers: [JSONValue.Member] {
        switch self {
        case .directed(let name, let arguments): [.init("command", .string(name.rawValue))] + arguments
        case .reloaded(let applied, let later):
            [
                .init("applied", .array(applied.map(JSONValue.string))),
                .init("later", .array(later.map(JSONValue.string))),
            ]
        case .paused(let time), .resumed(let time): [.init("at", .time(time))]
        case .marked(let text, let time): [.init("at", .time(time)), .init("text", .string(text))]
        default: []
        }
    }

    private var machineMembers: [JSONValue.Member] {
        switch self {
        case .heat(let heat, let cause): heat.change(cause)
        case .forecast(let forecast, let isEased): SessionEvent.Heat.members(of: forecast, isEased: isEased)
        case .power(let state, let battery): battery.change(state)
        default: []
        }
    }

    private static func list(_ files: [FileRequest]) -> JSONValue {
        .array(files.map { ["output": .string($0.output.rawValue), "path": .string($0.path)] })
    }
}

extension FileSummary {
    /// The members for the event and the ledger.
    var members: [JSONValue.Member] {
        [
            .init("output", .string(output.rawValue)), .init("segment", .count(segment)), .init("path", .string(path)),
            .init("frames", .count(frames)), .init("start", .time(start)), .init("end", .time(end)),
        ] + (paused > 0 ? [.init("paused", .seconds(nanoseconds: paused))] : [])
    }
}

extension DeletedSession {
    /// Returns the members for the event and the ledger.
    func members(_ reason: String) -> [JSONValue.Member] {
        let left: [JSONValue.Member] = left.isEmpty ? [] : [.init("left", .array(left.map(JSONValue.string)))]
        return [.init("session", .string(path)), .init("bytes", .count(bytes)), .init("reason", .string(reason))] + left
    }
}
