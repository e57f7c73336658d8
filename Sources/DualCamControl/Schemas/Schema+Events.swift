import DualCamConfig
import DualCamRecordings
import DualCamSession

/// The JSON schemas of the WebSocket's events. They allow additional members, because newer versions may add some.
extension Schema {
    /// The schema of all messages on the events WebSocket except the responses to commands.
    static var event: JSONValue {
        let same = { (name: String, schema: String) -> JSONValue in
            ["allOf": [reference(schema), told(["event": words([name])])]]
        }
        let levels: JSONValue = ["event": words(["levels"]), "running-time": number]
        let others = EventName.allCases.compactMap { name in
            members(of: name).map { members in
                let head: JSONValue = [
                    "event": words([name.rawValue]), "time": text, "running-time": maybeNumber,
                ]
                return told(head.with(members), beside: optional(in: name))
            }
        }
        return [
            "oneOf": .array(
                [
                    same("state", "State"), told(levels.with(loudness), beside: ["microphone": text]),
                    same("job", "Job"), same("backups", "Backups"),
                    told(["event": words(["people"]), "people": people]),
                ] + others)
        ]
    }

    /// The schema of the recording's status, which is sent once per second.
    static var status: JSONValue { told(statusMembers, beside: statusSometimes) }

    private static let signals = list(
        told(["input": text, "code": text, "lasting": number], beside: ["channel": whole]))

    private static let microphones: JSONValue = ["type": "object", "additionalProperties": told(loudness)]
    private static let files = list(told(["output": text, "path": text]))
    private static let heatLevels = words(of: HeatLevel.self)
    private static let loudness: JSONValue = ["peak": list(number), "rms": list(number)]

    /// Returns the schemas of an event's members, except its name and times; `nil` for events that only the supervisor
    /// prints and clients never receive.
    private static func members(of name: EventName) -> JSONValue? {
        switch name {
        case .standby: ["outputs": texts, "directory": text]
        case .started: ["folder": text, "outputs": texts]
        case .countdown: ["seconds": whole]
        case .recording: ["clock": text, "files": files]
        case .status: statusMembers
        case .dropped: ["branch": text, "output": maybeText, "count": whole]
        case .warning: ["code": text, "branch": maybeText, "message": text]
        case .repeated: ["branch": text, "count": whole]
        case .damaged: ["input": text, "count": whole, "kept": flag]
        case .cadence: ["input": text, "rate": number, "asked": maybeNumber, "frame": number, "from": number]
        case .keyFrames: ["input": text, "distance": number, "from": number]
        case .inputLost: ["input": text, "at": maybeNumber, "reason": text]
        case .inputReturned: ["input": text, "at": number, "away": number, "attempts": whole]
        case .signalRestored: ["code": text, "input": text, "from": number, "to": number, "lasted": number]
        case .outputRestored: ["output": text, "path": text, "at": number]
        case .sessionDeleted: ["session": text, "bytes": whole, "reason": text]
        case .control: ["socket": maybeText, "url": maybeText, "token-file": maybeText, "certificate": maybeText]
        case .directed: ["command": words(of: ControlCommand.Name.self)]
        case .reloaded: ["applied": texts, "later": texts]
        case .paused, .resumed: ["at": number]
        case .marked: ["at": number, "text": text]
        case .segment: ["segment": whole, "at": number, "files": files]
        case .fileFinished, .stopping, .finishing, .failed, .finished: ending(name)
        case .shed, .restored, .heat, .forecast, .power: machine(name)
        case .workerStarted, .workerLost, .folderLost, .gap, .hookFailed, .backedUp, .backupFailed: nil
        }
    }

    private static func ending(_ name: EventName) -> JSONValue? {
        switch name {
        case .fileFinished:
            [
                "output": text, "segment": whole, "path": text, "frames": whole, "start": number, "end": number,
            ]
        case .stopping: ["reason": text]
        case .finishing: ["frames": whole]
        case .failed:
            [
                "code": text, "exit-code": whole, "branch": maybeText, "output": maybeText, "message": text,
                "advice": text,
            ]
        case .finished:
            ["exit-code": whole, "reason": maybeText, "folder": maybeText, "files": list(told(recordedFile))]
        default: nil
        }
    }

    private static func machine(_ name: EventName) -> JSONValue? {
        switch name {
        case .shed, .restored: ["step": text, "share": text, "reason": text, "load": maybeNumber, "queue": number]
        case .heat: ["level": heatLevels, "celsius": maybeNumber, "zone": maybeText, "cause": text]
        case .forecast: ["level": orNull(heatLevels), "seconds": maybeWhole, "eased": flag]
        case .power: ["state": text, "charge": number, "discharging": flag]
        default: nil
        }
    }

    private static func optional(in name: EventName) -> JSONValue {
        switch name {
        case .fileFinished: ["paused": number, "cut-at": whole, "numbers": frameNumbers]
        case .status: statusSometimes
        case .finished: ["losses": lossCounts]
        case .warning:
            ["input": text, "output": text, "from": number, "to": number, "lasted": number, "channel": whole]
        case .dropped: ["length": number]
        case .cadence: ["converted": flag]
        case .keyFrames: ["segment-length": number]
        case .sessionDeleted: ["left": texts]
        case .signalRestored: ["channel": whole]
        default: [:]
        }
    }

    private static var frameNumbers: JSONValue {
        told(["first": whole, "last": whole, "left-out": whole, "paused": whole], beside: ["before": whole])
    }

    private static var lossCounts: JSONValue {
        let counts: JSONValue = [
            "missing": whole, "dropped": whole, "unaccounted": whole, "repeated": whole, "shed": whole,
        ]
        let each = told(counts.with(["output": text, "seconds": maybeNumber]))
        return told(counts.with(["outputs": list(each)]))
    }

    private static let recordedFile: JSONValue = [
        "file": text, "output": text, "segment": whole, "part": whole, "finished": flag, "size": maybeWhole,
        "duration": maybeNumber, "frames": maybeWhole, "start": maybeNumber, "end": maybeNumber, "digest": maybeText,
    ]

    /// The schemas of the optional members of the event `status`.
    private static var statusSometimes: JSONValue {
        let obstacle = told(["code": text, "exit-code": whole, "message": text, "advice": text])
        return [
            "cadences": list(
                told(
                    ["input": text, "rate": number, "asked": maybeNumber, "from": number],
                    beside: ["converted": flag, "since": text])),
            "damaged": list(told(["input": text, "count": whole, "kept": flag])),
            "key-frames": list(
                told(["input": text, "distance": number, "from": number], beside: ["segment-length": number])),
            "microphones": microphones, "signals": signals, "still": texts, "without-group": text, "obstacle": obstacle,
        ]
    }

    private static var statusMembers: JSONValue {
        let output = told(["output": text, "frames": whole, "dropped": whole, "bytes": whole])
        let forecast = told(["level": heatLevels, "seconds": whole])
        let heat = told(
            ["level": heatLevels, "celsius": maybeNumber, "zone": maybeText, "forecast": orNull(forecast)])
        return [
            "recorded": number, "free": maybeWhole, "lasts": maybeNumber, "flowing": flag, "lost": texts,
            "load": maybeNumber, "queue": number, "shed": list(told(["step": text, "share": text, "reason": text])),
            "rates": ["type": "object", "additionalProperties": number], "outputs": list(output),
            "heat": orNull(heat), "battery": orNull(told(["charge": number, "discharging": flag])), "paused": flag,
            "levels": orNull(told(loudness)),
        ]
    }

    /// Returns the schema of a JSON object that may have additional members.
    ///
    /// - Parameters:
    ///   - required: the schemas of the members that are always present.
    ///   - others: the schemas of the optional members.
    private static func told(_ required: JSONValue, beside others: JSONValue = [:]) -> JSONValue {
        [
            "type": "object", "properties": required.with(others),
            "required": .array((required.members ?? []).map { .string($0.key) }),
        ]
    }
}
