import DualCamSession

/// The JSON Schemas of what is told of the pipeline file and of the machine.
enum PipelineSchemas {
    static var all: [JSONValue.Member] {
        [
            .init("PipelineFile", file), .init("PipelineProblem", problem), .init("PipelineChanges", changes),
            .init("PlannedOutput", output), .init("PlannedCost", cost), .init("PipelinePlan", plan),
            .init("PipelineCheck", check), .init("PipelineSaved", saved), .init("Devices", devices),
            .init("Encoders", encoders),
        ]
    }

    private static let text: JSONValue = ["type": "string"]
    private static let flag: JSONValue = ["type": "boolean"]

    private static var file: JSONValue {
        closed([
            .init("name", text), .init("path", text), .init("text", text), .init("hash", text),
            .init("obstacle", orNull("string", "Why it cannot be saved from here.")),
            .init("copy", orNull("string", "The file that is written in its place.")),
            .init("reloads", ["type": "boolean", "description": "It is taken over while the program runs."]),
            .init("drafted", orNull("string", "When dualcam wrote it by itself for what it found, as it was started.")),
            .init("simulated", ["type": "boolean", "description": "Test pictures stand in for the cameras."]),
        ])
    }

    private static var cost: JSONValue {
        InterfaceSchemas.object(
            [
                .init("total", share("The highest share of a resource.")),
                .init("binding", ["type": "string", "enum": ["cpu", "memory", "disk", "usb", "hardware"]]),
                .init("limit", share("The share that may be used: 'budget.limit'.")), .init("fits", flag),
                .init("refused", ["type": "boolean", "description": "'run' refuses to record it."]),
                .init("measured", flag), .init("margin", number),
                .init(
                    "cpu", InterfaceSchemas.object([.init("cores", number)], required: ["cores"], isOpen: true)),
                .init("memory", number), .init("disk", number), .init("usb", number), .init("hardware", number),
                .init("branches", objects),
            ], required: ["total", "binding", "limit", "fits", "refused", "measured", "margin", "cpu", "branches"])
    }

    private static var output: JSONValue {
        InterfaceSchemas.object(
            [
                .init("name", text), .init("codec", text), .init("encoder", text), .init("width", whole),
                .init("height", whole), .init("rate", text), .init("bitrate", whole), .init("bytes-per-hour", whole),
            ], required: ["name", "codec", "encoder", "width", "height", "rate", "bitrate", "bytes-per-hour"],
            isOpen: true)
    }

    private static var plan: JSONValue {
        closed([
            .init("obstacle", orNull("string", "Why it cannot be planned.")),
            .init("cost", ["oneOf": [["type": "null"], reference("PlannedCost")]]),
            .init("bytes-per-hour", InterfaceSchemas.orNull("integer")),
            .init("outputs", ["type": "array", "items": reference("PlannedOutput")]),
            .init("directory", orNull("string", "The folder in which the sessions' folders would be made.")),
        ])
    }

    private static let number: JSONValue = ["type": "number"]
    private static let whole: JSONValue = ["type": "integer"]

    private static func share(_ explanation: String) -> JSONValue {
        ["type": "number", "description": .string(explanation)]
    }

    private static var problem: JSONValue {
        closed([
            .init("file", text), .init("line", InterfaceSchemas.orNull("integer")),
            .init("column", InterfaceSchemas.orNull("integer")), .init("length", InterfaceSchemas.orNull("integer")),
            .init("key", text), .init("message", text), .init("advice", text),
        ])
    }

    private static var changes: JSONValue {
        closed([
            .init("live", keys("Hold at once.")), .init("take", keys("Hold from the next take on.")),
            .init("graph", keys("Hold from the next take on; the cameras are off for a moment.")),
            .init("start", keys("Hold when dualcam is started again.")),
        ])
    }

    private static var check: JSONValue {
        let problems: JSONValue = ["type": "array", "items": reference("PipelineProblem")]
        let plans: JSONValue = [
            "type": "array", "items": reference("PipelinePlan"), "description": "As 'variants' asked for them.",
        ]
        return closed([
            .init("problems", problems), .init("notices", problems), .init("changes", changesOrNull),
            .init("plans", plans),
        ])
    }

    private static var saved: JSONValue {
        closed([
            .init("path", text), .init("hash", text), .init("copied", flag), .init("reloads", flag),
            .init("changes", changesOrNull),
        ])
    }

    private static var devices: JSONValue {
        closed([.init("cameras", objects), .init("microphones", objects)])
    }

    private static var encoders: JSONValue { closed([.init("encoders", objects)]) }

    private static var objects: JSONValue { ["type": "array", "items": ["type": "object"]] }

    private static var changesOrNull: JSONValue { ["oneOf": [["type": "null"], reference("PipelineChanges")]] }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

    private static func keys(_ explanation: String) -> JSONValue {
        ["type": "array", "items": text, "description": .string(explanation)]
    }

    private static func orNull(_ type: String, _ explanation: String) -> JSONValue {
        ["type": [.string(type), "null"], "description": .string(explanation)]
    }

    private static func closed(_ members: [JSONValue.Member]) -> JSONValue {
        InterfaceSchemas.object(members, required: members.map(\.key))
    }
}
