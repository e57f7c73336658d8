import DualCamSession

/// The JSON Schemas of what is told of recorded sessions.
enum LibrarySchemas {
    static var all: [JSONValue.Member] {
        [
            .init("Sessions", sessions), .init("SessionSummary", summary), .init("Session", session),
            .init("SessionFile", file), .init("MadeFile", made),
        ]
    }

    private static var sessions: JSONValue {
        let items: JSONValue = ["type": "array", "items": ["$ref": "#/components/schemas/SessionSummary"]]
        return InterfaceSchemas.object(
            [
                .init("sessions", items), .init("total", ["type": "integer"]),
                .init("next", InterfaceSchemas.orNull("string")),
            ], required: ["sessions", "total", "next"])
    }

    private static var summary: JSONValue {
        InterfaceSchemas.object(summaryMembers, required: summaryMembers.map(\.key))
    }

    static var session: JSONValue {
        let more: [JSONValue.Member] = [
            .init("folder", ["type": "string"]), .init("host", InterfaceSchemas.orNull("string")),
            .init("dualcam", InterfaceSchemas.orNull("string")), .init("exit-code", InterfaceSchemas.orNull("integer")),
            .init("outputs", objects), .init("gaps", objects), .init("pauses", objects), .init("findings", objects),
            .init(
                "tracks",
                [
                    "type": "array", "items": ["type": "array", "items": ["type": "string"]],
                    "description": "The microphones of each track of sound; none where they have no names.",
                ]),
            .init("backups", objects), .init("published", objects),
            .init("made", ["type": "array", "items": ["$ref": "#/components/schemas/MadeFile"]]),
        ]
        return InterfaceSchemas.object(summaryMembers + more, required: (summaryMembers + more).map(\.key))
    }

    private static var summaryMembers: [JSONValue.Member] {
        let seconds: JSONValue = ["type": "number", "description": "Seconds of recorded time, pauses left out."]
        let losses: JSONValue = ["type": ["object", "null"]]
        return [
            .init("id", ["type": "string", "description": "The folder's name."]), .init("name", ["type": "string"]),
            .init("start", InterfaceSchemas.orNull("string")), .init("state", ["type": "string"]),
            .init("reason", InterfaceSchemas.orNull("string")), .init("recorded", seconds),
            .init("bytes", ["type": "integer"]), .init("cameras", ["type": "array", "items": ["type": "string"]]),
            .init("files", ["type": "array", "items": ["$ref": "#/components/schemas/SessionFile"]]),
            .init("file-count", ["type": "integer"]), .init("marks", objects), .init("losses", losses),
            .init("proven", InterfaceSchemas.orNull("boolean")),
            .init("tags", ["type": "array", "items": ["type": "string"]]),
            .init("rating", InterfaceSchemas.orNull("integer")),
            .init(
                "backed-up",
                ["type": "boolean", "description": "All of its files are at another place, verified there."]),
        ]
    }

    private static var file: JSONValue {
        let members: [JSONValue.Member] = [
            .init("output", ["type": "string"]), .init("segment", ["type": "integer"]),
            .init("path", ["type": "string", "description": "The name by which it is asked for."]),
            .init("bytes", InterfaceSchemas.orNull("integer")), .init("finished", ["type": "boolean"]),
            .init("frames", InterfaceSchemas.orNull("integer")), .init("start", InterfaceSchemas.orNull("number")),
            .init("end", InterfaceSchemas.orNull("number")), .init("container", InterfaceSchemas.orNull("string")),
            .init("video", InterfaceSchemas.orNull("object")), .init("audio", InterfaceSchemas.orNull("object")),
            .init("plays", InterfaceSchemas.orNull("boolean")),
            .init(
                "proxy", ["type": ["string", "null"], "description": "The name by which its proxy is asked for."]),
        ]
        return InterfaceSchemas.object(members, required: members.map(\.key))
    }

    private static var made: JSONValue {
        let kinds = MadeFile.Kind.allCases.map { JSONValue.string($0.rawValue) }
        return InterfaceSchemas.object([
            .init("id", ["type": "integer", "description": "The number by which it is asked for."]),
            .init("kind", ["type": "string", "enum": .array(kinds)]),
            .init("path", ["type": "string", "description": "From the session's folder on."]),
            .init("bytes", ["type": "integer"]), .init("time", InterfaceSchemas.orNull("string")),
            .init("type", ["type": "string", "description": "Its media type."]),
        ])
    }

    private static var objects: JSONValue { ["type": "array", "items": ["type": "object"]] }
}
