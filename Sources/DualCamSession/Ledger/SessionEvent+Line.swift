package import DualCamConfig
import DualCamPlan

extension SessionEvent {
    /// The event as one JSON object on one line.
    package var line: String {
        let told = kind.told
        let head: [JSONValue.Member] = .of([
            "event": told.name.rawValue, "time": WallTime.iso8601(unixNanoseconds), "running-time": runningTime,
        ])
        return JSONValue.object(head + told.members).line
    }

    package var name: String { kind.name.rawValue }
}

extension SessionEvent.Kind {
    /// The word under `event`.
    package var name: EventName { told.name }

    /// The word under `event`, and what stands beside it, there and in the ledger where that tells the same.
    var told: (name: EventName, members: [JSONValue.Member]) {
        switch self {
        case .standby(let outputs): (.standby, .of(["outputs": outputs]))
        case .started(let folder, let outputs): (.started, .of(["folder": folder, "outputs": outputs]))
        case .countdown(let seconds): (.countdown, .of(["seconds": seconds]))
        case .recording(let clock, let files): (.recording, .of(["clock": clock, "files": files]))
        case .status(let status): (.status, status.members)
        case .inputLost(let input, let time, let reason):
            (.inputLost, .of(["input": input, "at": time, "reason": reason]))
        case .inputReturned(let input, let time, let away, let attempts):
            (.inputReturned, .of(["input": input, "at": time, "away": away, "attempts": attempts]))
        case .outputRestored(let file, let time):
            (.outputRestored, .of(["output": file.output, "path": file.path, "at": time]))
        case .sessionDeleted(let session, let reason): (.sessionDeleted, session.members(reason))
        case .control(let address): (.control, address.members)
        case .directed(let command, let arguments): (.directed, .of(["command": command.rawValue]) + arguments)
        case .reloaded(let applied, let later): (.reloaded, .of(["applied": applied, "later": later]))
        case .paused(let time): (.paused, .of(["at": time]))
        case .resumed(let time): (.resumed, .of(["at": time]))
        case .marked(let text, let time): (.marked, .of(["at": time, "text": text]))
        case .segment(let number, let boundary, let files):
            (.segment, .of(["segment": number, "at": boundary, "files": files]))
        case .fileFinished(let summary): (.fileFinished, summary.members)
        case .stopping(let reason): (.stopping, .of(["reason": reason]))
        case .failed(let failure): (.failed, failure.members)
        case .finished(let outcome): (.finished, outcome.members)
        case .dropped(let branch, let output, let count):
            (.dropped, .of(["branch": branch, "output": output, "count": count]))
        case .repeated(let branch, let count): (.repeated, .of(["branch": branch, "count": count]))
        case .shed(let shed, let figures): (.shed, shed.members + figures.members)
        case .restored(let shed, let figures): (.restored, shed.members + figures.members)
        case .heat(let heat, let cause): (.heat, heat.place + .of(["cause": cause]))
        case .forecast(let forecast, let isEased): (.forecast, Self.members(of: forecast, isEased))
        case .power(let state, let battery): (.power, .of(["state": state]) + battery.members)
        case .warning(let code, let branch, let message):
            (.warning, .of(["code": code, "branch": branch, "message": message]))
        }
    }

    private static func members(of forecast: HeatForecast?, _ isEased: Bool) -> [JSONValue.Member] {
        .of(["level": forecast?.level, "seconds": forecast?.after.components.seconds, "eased": isEased])
    }
}

extension FileRequest: JSONRepresentable {
    var json: JSONValue { .object(.of(["output": output, "path": path])) }
}

extension FileSummary {
    /// The members for the event and the ledger.
    var members: [JSONValue.Member] {
        .of(["output": output, "segment": segment, "path": path, "frames": frames, "start": start, "end": end])
            + .known(["paused": paused > 0 ? Duration.nanoseconds(paused) : nil])
    }
}

extension DeletedSession {
    /// Returns the members for the event and the ledger.
    func members(_ reason: String) -> [JSONValue.Member] {
        .of(["session": path, "bytes": bytes, "reason": reason]) + .known(["left": left.isEmpty ? nil : left])
    }
}
