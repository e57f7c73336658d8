import DualCamPlan
package import DualCamSession
import Soup

/// The interface in OpenAPI 3.1, made from what the program itself goes by: the routes and the commands' forms.
package struct InterfaceDescription: Sendable {
    package var needsToken: Bool

    package init(needsToken: Bool) { self.needsToken = needsToken }

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("openapi", "3.1.0"),
            .init(
                "info",
                [
                    "title": "dualcam", "version": "1",
                    "description":
                        "Directs a recording while it runs. Times are seconds of the pipeline's running time.",
                ]),
            .init("paths", .object(paths)),
            .init("components", .object(components)),
        ]
        if needsToken { members.append(.init("security", [["token": []]])) }
        return .object(members)
    }

    private var paths: [JSONValue.Member] {
        let fixed: [JSONValue.Member] = [
            .init("/api/v1/state", ["get": Self.stateOperation]),
            .init("/api/v1/snapshots/{output}", ["get": Self.snapshotOperation]),
            .init("/api/v1/events", ["get": Self.eventsOperation]),
            .init("/api/v1/preview", ["get": Self.previewOperation]),
            .init("/api/v1/openapi.json", ["get": Self.descriptionOperation]),
            .init("/metrics", ["get": Self.metricsOperation]), .init("/healthz", ["get": Self.healthOperation]),
        ]
        let commands = ControlCommand.Name.allCases.map { name in
            let operation: JSONValue = ["post": Self.operation(name.schema)]
            return JSONValue.Member("/api/v1/commands/\(name.rawValue)", operation)
        }
        return fixed + commands + tables
    }

    /// The paths of the tables, each with its operations.
    private var tables: [JSONValue.Member] {
        let paths = TableRoute.all.reduce(into: [String]()) { if !$0.contains($1.path) { $0.append($1.path) } }
        return paths.map { path in
            let routes = TableRoute.all.filter { $0.path == path }
            return .init(
                path, .object(routes.map { .init($0.method.rawValue.lowercased(), Self.operation($0)) }))
        }
    }

    private static func operation(_ route: TableRoute) -> JSONValue {
        let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        let inPath: [JSONValue] = names.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
        }
        let inQuery: [JSONValue] = route.query.map { field in
            [
                "name": .string(field.name), "in": "query", "description": .string(field.explanation),
                "schema": field.schema,
            ]
        }
        var members: [JSONValue.Member] = [
            .init("operationId", .string(route.name)), .init("summary", .string(route.summary)),
        ]
        if !(inPath + inQuery).isEmpty { members.append(.init("parameters", .array(inPath + inQuery))) }
        if let schema = route.arguments {
            let example = schema["examples"]?.list?.first ?? [:]
            members.append(
                .init(
                    "requestBody", ["content": ["application/json": ["schema": schema, "example": example]]]))
        }
        let well = route.success.map { success in
            JSONValue.Member(
                "\(success.status)",
                .object(
                    [.init("description", .string(success.explanation))]
                        + (success.content.isEmpty ? [] : [.init("content", .object(success.content))])))
        }
        let refused = answers(nil, route.refusals + (names.isEmpty ? [] : [404]) + [400]).members ?? []
        members.append(.init("responses", .object(well + refused.dropFirst())))
        return .object(members)
    }

    private var components: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("schemas", InterfaceSchemas.json)]
        if needsToken {
            members.append(.init("securitySchemes", ["token": ["type": "http", "scheme": "bearer"]]))
        }
        return members
    }

    private static func operation(_ form: CommandSchema) -> JSONValue {
        let properties = form.parameters.map { JSONValue.Member($0.name, InterfaceSchemas.parameter($0)) }
        let required = form.parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema: JSONValue = [
            "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": false,
        ]
        let body: JSONValue = [
            "required": .bool(!required.isEmpty),
            "content": ["application/json": ["schema": schema, "example": form.example]],
        ]
        return [
            "operationId": .string(form.name.rawValue), "summary": .string(form.summary), "requestBody": body,
            "responses": answers(
                json("What holds now.", "Answer"), ControlRefusal.Code.allCases.map(\.status) + [413, 415]),
        ]
    }

    private static func operation(_ name: JSONValue, _ summary: JSONValue, _ responses: JSONValue) -> JSONValue {
        ["operationId": name, "summary": summary, "responses": responses]
    }

    private static var stateOperation: JSONValue {
        operation(
            "state", "what is recorded, how, and what of it can be changed now",
            answers(json("The state.", "State"), []))
    }

    private static var snapshotOperation: JSONValue {
        let formats = Snapshot.Format.allCases.map { JSONValue.string($0.rawValue) }
        let picture: JSONValue = [
            "description": "The picture.",
            "headers": [
                "X-Running-Time": ["description": "Of the frame, in seconds.", "schema": ["type": "number"]]
            ],
            "content": ["image/jpeg": [:], "image/png": [:]],
        ]
        return [
            "operationId": "snapshot", "summary": "a still picture of a camera or of combined",
            "parameters": [
                ["name": "output", "in": "path", "required": true, "schema": ["type": "string"]],
                [
                    "name": "format", "in": "query",
                    "schema": ["type": "string", "enum": .array(formats), "default": "jpeg"],
                ],
            ],
            "responses": answers(picture, [400, 409, 422, 500, 501, 503, 504]),
        ]
    }

    private static var eventsOperation: JSONValue {
        [
            "operationId": "events",
            "summary": "a WebSocket of what happens; commands may be sent over it",
            "description": """
            Messages are JSON texts. The first is the state with "event":"state", the others are what 'dualcam run --json' \
            prints, and "event":"levels" of every microphone ten times a second. {"id":1,"command":"layout","arguments":{"layout":"pip"}} is \
            answered by {"id":1,"answer":{...}} or {"id":1,"error":{...}}. A browser sends its token as the protocol \
            "bearer.TOKEN" beside "dualcam.v1". Who does not read is dropped.
            """,
            "responses": answers(nil, [426]), "x-messages": ["$ref": "#/components/schemas/Event"],
        ]
    }

    private static var previewOperation: JSONValue {
        let widths = PreviewRequest.Width.allCases.map { JSONValue.count($0.rawValue) }
        return [
            "operationId": "preview", "summary": "a WebSocket of pictures as they are recorded, in H.264",
            "description": """
            The first message is a JSON text: {"source":"combined","width":640,"height":360,"frame-rate":30,"codec":"avc1.42c01f"}, \
            that of a multiview with "places"; it comes again whenever it changes. Each binary message is one access unit \
            behind a head of 16 bytes, big endian: version 1, flags (1: key frame; 2: frames before it were left out), two bytes of 0, a \
            number of 32 bits, the running time in nanoseconds of 64 bits. Acknowledge each by {"ack":NUMBER}: who has 8 that \
            are not acknowledged gets no more, and goes on with the newest group of pictures. {"error":{...}} comes where \
            there is no such picture now, and the end behind it.
            """,
            "parameters": [
                ["name": "source", "in": "query", "required": true, "schema": ["type": "string"]],
                [
                    "name": "width", "in": "query", "required": true,
                    "schema": ["type": "integer", "enum": .array(widths)],
                ],
            ],
            "responses": answers(nil, [400, 422, 426]),
        ]
    }

    private static var descriptionOperation: JSONValue {
        let description: JSONValue = [
            "description": "This description.", "content": ["application/json": ["schema": ["type": "object"]]],
        ]
        return operation("description", "this description", answers(description, []))
    }

    private static var metricsOperation: JSONValue {
        let figures: JSONValue = [
            "description": "The figures.", "content": .object([.init(WebResponse.metricsType, [:])]),
        ]
        return operation("metrics", "figures in Prometheus's text format", answers(figures, []))
    }

    private static var healthOperation: JSONValue {
        let health: JSONValue = [
            "description": "Frames come where some are due (503: they do not).",
            "content": ["application/json": ["schema": ["type": "object"]]],
        ]
        let answers = answers(health, []).members ?? []
        return operation(
            "health", "whether frames come where some are due", .object(answers + [.init("503", health)]))
    }

    /// Returns the possible answers of an operation: `well`, or a WebSocket, else a refusal.
    private static func answers(_ well: JSONValue?, _ statuses: [Int]) -> JSONValue {
        let first = well.map { JSONValue.Member("200", $0) } ?? .init("101", ["description": "The WebSocket is open."])
        let refusals = Set(statuses + [401, 403, 405, 429]).sorted().map { status in
            JSONValue.Member("\(status)", json("Refused.", "Refusal"))
        }
        return .object([first] + refusals)
    }

    private static func json(_ text: String, _ schema: String) -> JSONValue {
        let reference: JSONValue = ["$ref": .string("#/components/schemas/" + schema)]
        return ["description": .string(text), "content": ["application/json": ["schema": reference]]]
    }
}
