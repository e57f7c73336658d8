package import DualCamSession

/// The JSON Schemas (2020-12) of what the interface takes and gives.
enum InterfaceSchemas {
    static var json: JSONValue {
        .object(
            [
                .init("State", state), .init("Person", PeopleSchemas.person), .init("Setting", setting),
                .init("Picture", picture), .init("Answer", answer),
                .init("Refusal", refusal), .init("Status", EventSchemas.status), .init("Event", EventSchemas.event),
            ] + LibrarySchemas.all + PipelineSchemas.all + CalibrationSchemas.all + WorkSchemas.all
                + BackupSchemas.all + LinkSchemas.all)
    }

    private static var state: JSONValue {
        let phases = ControlState.Phase.allCases.map { JSONValue.string($0.rawValue) }
        return object(
            [
                .init("name", ["type": "string"]), .init("phase", ["type": "string", "enum": .array(phases)]),
                .init("folder", orNull("string")), .init("running-time", orNull("number")),
                .init("status", ["oneOf": [["type": "null"], ["$ref": "#/components/schemas/Status"]]]),
                .init("picture", ["oneOf": [["type": "null"], ["$ref": "#/components/schemas/Picture"]]]),
                .init(
                    "settings",
                    ["type": "object", "additionalProperties": ["$ref": "#/components/schemas/Setting"]]),
                .init(
                    "pre-roll",
                    [
                        "type": ["number", "null"],
                        "description": "Seconds before its button for which a take can be had (recording.pre-roll).",
                    ]),
                .init("role", PeopleSchemas.role),
                .init(
                    "person",
                    [
                        "type": ["string", "null"],
                        "description":
                            "Who asks, among 'people': to be sent as X-Dualcam-Person with commands over HTTP.",
                    ]),
                .init("people", PeopleSchemas.people),
            ], required: ["name", "phase", "folder", "running-time", "status", "picture", "settings", "pre-roll"],
            isOpen: true)
    }

    /// Where the cameras lie in the combined picture, in its pixels.
    private static var picture: JSONValue {
        let whole: JSONValue = ["type": "integer"]
        let place = object(
            [
                .init("camera", ["type": "string"]), .init("x", whole), .init("y", whole), .init("width", whole),
                .init("height", whole),
            ], required: ["camera", "x", "y", "width", "height"])
        return object(
            [.init("width", whole), .init("height", whole), .init("places", ["type": "array", "items": place])],
            required: ["width", "height", "places"])
    }

    static var commandName: JSONValue {
        ["type": "string", "enum": .array(ControlCommand.Name.allCases.map { .string($0.rawValue) })]
    }

    private static var setting: JSONValue {
        object(
            [
                .init("value", true), .init("command", commandName),
                .init("choices", ["type": "array", "items": ["type": ["string", "boolean"]]]),
                .init("least", ["type": "number"]), .init("most", ["type": "number"]),
                .init("step", ["type": "number"]), .init("unit", ["type": "string"]),
                .init("obstacle", ["type": "string"]),
            ], required: ["value", "command"])
    }

    private static var answer: JSONValue {
        let time: JSONValue = [
            "type": ["number", "null"], "description": "The running time of the first frame or sample that shows it.",
        ]
        return ["type": "object", "properties": ["at": time], "required": ["at"]]
    }

    private static var refusal: JSONValue {
        let codes = ControlRefusal.Code.allCases.map(\.word) + RouteCode.own.map(\.word)
        let error = object(
            [
                .init("code", ["type": "string", "enum": .array(codes.map(JSONValue.string))]),
                .init("message", ["type": "string"]), .init("advice", ["type": "string"]),
            ], required: ["code", "message", "advice"])
        return object([.init("error", error)], required: ["error"])
    }

    static func parameter(_ parameter: CommandSchema.Parameter) -> JSONValue {
        .object(
            kind(parameter.kind) + [
                .init("description", .string(parameter.explanation)), .init("examples", .array([parameter.example])),
            ])
    }

    private static func kind(_ kind: CommandSchema.Parameter.Kind) -> [JSONValue.Member] {
        switch kind {
        case .text, .quantity, .choice: [.init("type", "string"), .init("maxLength", 4096)]
        case .word(let words): [.init("type", "string"), .init("enum", .array(words.map(JSONValue.string)))]
        case .flag: [.init("type", "boolean")]
        case .whole(let range, _):
            [
                .init("type", "integer"), .init("minimum", .count(range.lowerBound)),
                .init("maximum", .count(range.upperBound)),
            ]
        case .number(let range, _):
            [
                .init("type", "number"), .init("minimum", .number(range.lowerBound)),
                .init("maximum", .number(range.upperBound)),
            ]
        case .value: [.init("type", ["integer", "boolean", "string"])]
        case .position:
            [
                .init(
                    "oneOf",
                    [["type": "string"], ["type": "object", "additionalProperties": ["type": "string"]]])
            ]
        }
    }

    /// - Parameter isOpen: Others are allowed besides.
    static func object(
        _ properties: [JSONValue.Member], required: [String], isOpen: Bool = false
    ) -> JSONValue {
        [
            "type": "object", "properties": .object(properties), "required": .array(required.map(JSONValue.string)),
            "additionalProperties": .bool(isOpen),
        ]
    }

    static func orNull(_ type: String) -> JSONValue { ["type": [.string(type), "null"]] }
}

/// For descriptions, which are written out.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(integerLiteral value: Int64) { self = .integer(value) }
}
