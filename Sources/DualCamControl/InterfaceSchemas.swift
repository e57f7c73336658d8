package import DualCamSession

/// The JSON Schemas (2020-12) of what the interface takes and gives.
enum InterfaceSchemas {
    static var json: JSONValue {
        .object(
            [
                .init("State", state), .init("Setting", setting), .init("Answer", answer), .init("Refusal", refusal),
            ] + LibrarySchemas.all)
    }

    private static var state: JSONValue {
        let phases = ControlState.Phase.allCases.map { JSONValue.string($0.rawValue) }
        return object(
            [
                .init("name", ["type": "string"]), .init("phase", ["type": "string", "enum": .array(phases)]),
                .init("folder", orNull("string")), .init("running-time", orNull("number")),
                .init("status", ["type": ["object", "null"]]),
                .init(
                    "settings",
                    ["type": "object", "additionalProperties": ["$ref": "#/components/schemas/Setting"]]),
            ], required: ["name", "phase", "folder", "running-time", "status", "settings"])
    }

    private static var setting: JSONValue {
        let commands = ControlCommand.Name.allCases.map { JSONValue.string($0.rawValue) }
        return object(
            [
                .init("value", true), .init("command", ["type": "string", "enum": .array(commands)]),
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

    static func object(_ properties: [JSONValue.Member], required: [String]) -> JSONValue {
        [
            "type": "object", "properties": .object(properties), "required": .array(required.map(JSONValue.string)),
            "additionalProperties": false,
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
