import DualCamConfig
import DualCamSession

/// The JSON Schemas (2020-12) of what is told over the WebSocket. New keys may come, so that others are allowed.
enum EventSchemas {
    /// Of every message but the answers to commands.
    static var event: JSONValue {
        let state: JSONValue = [
            "allOf": [["$ref": "#/components/schemas/State"], object([.init("event", word("state"))])]
        ]
        let levels = object(
            [.init("event", word("levels")), .init("running-time", number)] + of(loudness),
            beside: [.init("microphone", text)])
        let work: JSONValue = [
            "allOf": [["$ref": "#/components/schemas/Work"], object([.init("event", word("work"))])]
        ]
        let backups: JSONValue = [
            "allOf": [["$ref": "#/components/schemas/Backups"], object([.init("event", word("backups"))])]
        ]
        let people = object([.init("event", word("people")), .init("people", PeopleSchemas.people)])
        let others = EventName.allCases.compactMap { name in
            members(of: name).map { members in
                object([.init("event", word(name.rawValue))] + timed + of(members), beside: optional(in: name))
            }
        }
        return ["oneOf": .array([state, levels, work, backups, people] + others)]
    }

    /// Of the figures that come once a second.
    static var status: JSONValue {
        object(
            of(statusMembers),
            beside: [.init("microphones", ["type": "object", "additionalProperties": object(of(loudness))])])
    }

    /// Properties, all of which are there.
    private typealias Members = KeyValuePairs<String, JSONValue>

    private static let text: JSONValue = ["type": "string"]
    private static let number: JSONValue = ["type": "number"]
    private static let whole: JSONValue = ["type": "integer"]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let maybeText: JSONValue = ["type": ["string", "null"]]
    private static let maybeNumber: JSONValue = ["type": ["number", "null"]]
    private static let maybeWhole: JSONValue = ["type": ["integer", "null"]]
    private static let texts = list(text)
    private static let file = object(of(["output": text, "path": text]))
    private static let heatLevels: JSONValue = [
        "type": "string", "enum": .array(HeatLevel.allCases.map { .string($0.rawValue) }),
    ]
    private static let loudness: Members = ["peak": list(number), "rms": list(number)]
    private static let shed: Members = ["step": text, "share": text, "reason": text]
    private static let battery: Members = ["charge": number, "discharging": flag]
    private static let timed: [JSONValue.Member] = [.init("time", text), .init("running-time", maybeNumber)]

    /// Those of an event besides its name and times; `nil`: the supervisor tells it, and it does not come here.
    private static func members(of name: EventName) -> Members? {
        switch name {
        case .standby: ["outputs": texts, "directory": text]
        case .started: ["folder": text, "outputs": texts]
        case .countdown: ["seconds": whole]
        case .recording: ["clock": text, "files": list(file)]
        case .status: statusMembers
        case .dropped: ["branch": text, "output": maybeText, "count": whole]
        case .warning: ["code": text, "branch": maybeText, "message": text]
        case .repeated: ["branch": text, "count": whole]
        case .inputLost: ["input": text, "at": maybeNumber, "reason": text]
        case .inputReturned: ["input": text, "at": number, "away": number, "attempts": whole]
        case .outputRestored: ["output": text, "path": text, "at": number]
        case .sessionDeleted: ["session": text, "bytes": whole, "reason": text]
        case .control: ["socket": maybeText, "url": maybeText, "token-file": maybeText, "certificate": maybeText]
        case .directed: ["command": InterfaceSchemas.commandName]
        case .reloaded: ["applied": texts, "later": texts]
        case .paused, .resumed: ["at": number]
        case .marked: ["at": number, "text": text]
        case .segment: ["segment": whole, "at": number, "files": list(file)]
        case .fileFinished, .stopping, .failed, .finished: ending(name)
        case .shed, .restored, .heat, .forecast, .power: machine(name)
        case .workerStarted, .workerLost, .folderLost, .gap, .hookFailed, .backedUp, .backupFailed: nil
        }
    }

    private static func ending(_ name: EventName) -> Members? {
        switch name {
        case .fileFinished:
            [
                "output": text, "segment": whole, "path": text, "frames": whole, "start": number, "end": number,
            ]
        case .stopping: ["reason": text]
        case .failed:
            [
                "code": text, "exit-code": whole, "branch": maybeText, "output": maybeText, "message": text,
                "advice": text,
            ]
        case .finished:
            ["exit-code": whole, "reason": maybeText, "folder": maybeText, "files": list(object(of(recordedFile)))]
        default: nil
        }
    }

    private static func machine(_ name: EventName) -> Members? {
        switch name {
        case .shed, .restored: ["step": text, "share": text, "reason": text, "load": maybeNumber, "queue": number]
        case .heat: ["level": heatLevels, "celsius": maybeNumber, "zone": maybeText, "cause": text]
        case .forecast: ["level": orNull(heatLevels), "seconds": maybeWhole, "eased": flag]
        case .power: ["state": text, "charge": number, "discharging": flag]
        default: nil
        }
    }

    private static func optional(in name: EventName) -> [JSONValue.Member] {
        switch name {
        case .fileFinished: [.init("paused", number)]
        case .status: status["properties"]?["microphones"].map { [.init("microphones", $0)] } ?? []
        default: []
        }
    }

    private static let recordedFile: Members = [
        "file": text, "output": text, "segment": whole, "part": whole, "finished": flag, "size": maybeWhole,
        "duration": maybeNumber, "frames": maybeWhole, "start": maybeNumber, "end": maybeNumber, "digest": maybeText,
    ]

    private static var statusMembers: Members {
        let output = object(of(["output": text, "frames": whole, "dropped": whole, "bytes": whole]))
        let forecast = object(of(["level": heatLevels, "seconds": whole]))
        let heat = object(
            of(["level": heatLevels, "celsius": maybeNumber, "zone": maybeText, "forecast": orNull(forecast)]))
        return [
            "recorded": number, "free": maybeWhole, "lasts": maybeNumber, "flowing": flag, "lost": texts,
            "load": maybeNumber, "queue": number, "shed": list(object(of(shed))),
            "rates": ["type": "object", "additionalProperties": number], "outputs": list(output),
            "heat": orNull(heat), "battery": orNull(object(of(battery))), "paused": flag,
            "levels": orNull(object(of(loudness))),
        ]
    }
}

extension EventSchemas {
    private static func of(_ members: Members) -> [JSONValue.Member] { members.map { .init($0.key, $0.value) } }

    private static func word(_ word: String) -> JSONValue { ["type": "string", "enum": [.string(word)]] }

    private static func list(_ item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    private static func orNull(_ schema: JSONValue) -> JSONValue { ["oneOf": [["type": "null"], schema]] }

    private static func object(_ required: [JSONValue.Member], beside: [JSONValue.Member] = []) -> JSONValue {
        [
            "type": "object", "properties": .object(required + beside),
            "required": .array(required.map { .string($0.key) }),
        ]
    }
}
