import DualCamSession
import Soup

/// The routes to what takes its time.
enum WorkRoutes {
    static let all = [audit, recover, proxy, proxies, works, work, cancel]

    private static let audit = start(
        .audit, "proves from the ledger that a session's files are whole, as 'dualcam audit' does")

    private static let recover = start(
        .recover, "finishes what a crash left of a session, as 'dualcam recover' does")

    private static let proxy = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/proxy", name: "proxy",
        summary: "makes of a file one that every browser plays: H.264 and AAC in MP4, at most 1280 pixels wide",
        arguments: ActionRoutes.arguments(
            [.init("file", ["type": "string", "description": "Its name."])], example: ["file": "take_back.mov"]),
        success: [.begun], refusals: refusals, isTold: true
    ) { call throws(RouteRefusal) in
        guard let file = try call.arguments(["file"])["file"]?.text else {
            throw RouteRefusal(.control(.badRequest), "The file is missing.", advice: "Send {\"file\": \"...\"}.")
        }
        return try await call.start(.proxy, file: file)
    }

    private static let proxies = TableRoute(
        path: "/api/v1/sessions/{session}/proxies/{file}", name: "proxies",
        summary: "what 'proxy' has made of a file, or a range of it (RFC 9110)",
        success: [
            .init(explanation: "The file.", content: [.init("video/mp4", [:])]),
            .init(status: 206, explanation: "The range.", content: [.init("video/mp4", [:])]),
        ], refusals: [409, 412, 416, 500]
    ) { call throws(RouteRefusal) in
        let (source, facts) = try await call.theLibrary.proxy(of: call["file"], in: call["session"])
        return WebResponse(source, type: "video/mp4", facts.validators, to: call.head, fields: .ofAFile)
    }

    private static func start(_ kind: SessionWork.Kind, _ summary: String) -> TableRoute {
        TableRoute(
            method: .post, path: "/api/v1/sessions/{session}/\(kind.rawValue)", name: kind.rawValue, summary: summary,
            arguments: ActionRoutes.arguments([], example: [:]), success: [.begun], refusals: refusals, isTold: true
        ) { call throws(RouteRefusal) in
            _ = try call.arguments([])
            return try await call.start(kind)
        }
    }

    private static let works = TableRoute(
        path: "/api/v1/work", name: "works",
        summary: "what is done to sessions or measures the machine, and what ended lately",
        success: [.json("In the order in which it was asked for.", "Works")], refusals: [404]
    ) { call throws(RouteRefusal) in
        WebResponse(200, ["works": .array(try call.theLibrary.works.map(\.json))])
    }

    private static let work = TableRoute(
        path: "/api/v1/work/{work}", name: "work", summary: "how far something is that was begun",
        success: [.json("As the event 'work' tells it.", "WorkAnswer")]
    ) { call throws(RouteRefusal) in
        let library = try call.theLibrary
        guard let work = library.works.first(where: { "\($0.id)" == call["work"] }) else { throw .notFound }
        return WebResponse(200, ["work": work.json])
    }

    private static let cancel = TableRoute(
        method: .delete, path: "/api/v1/work/{work}", name: "cancel",
        summary: "ends what was begun; what has ended stays as it is",
        success: [.json("As the event 'work' tells it.", "WorkAnswer")], isTold: true
    ) { call throws(RouteRefusal) in
        guard let id = Int(call["work"]), let work = try call.theLibrary.cancel(id) else { throw .notFound }
        return WebResponse(200, ["work": work.json])
    }

    private static let refusals = [409, 413, 415, 500, 503]
}

extension TableRoute.Success {
    static let begun = TableRoute.Success.json(
        "It has begun, waits for its turn, or goes on: the event 'work' tells of it.", "WorkAnswer", status: 202)
}

extension RouteCall {
    func start(
        _ kind: SessionWork.Kind, file: String? = nil, arguments: JSONValue = .null, documents: [String] = []
    ) async throws(RouteRefusal) -> WebResponse {
        var order = SessionWork.Order(kind, self["session"], file: file, arguments: arguments)
        order.takeTexts(documents)
        let work = try await theLibrary.start(order)
        return WebResponse(202, ["work": work.json])
    }
}

extension SessionWork.Order {
    /// Leaves the lengths of these arguments where their texts were.
    fileprivate mutating func takeTexts(_ names: [String]) {
        guard let members = arguments.members else { return }
        for member in members where names.contains(member.key) { texts[member.key] = member.value.text }
        arguments = .object(
            members.map { member in
                guard let text = texts[member.key] else { return member }
                return .init(member.key, ["bytes": .count(text.utf8.count)])
            })
    }
}

/// The JSON Schemas of what is told of it.
enum WorkSchemas {
    static var all: [JSONValue.Member] {
        let reference: JSONValue = ["$ref": "#/components/schemas/Work"]
        return [
            .init("Work", work), .init("AuditResult", audit), .init("RecoverResult", recover),
            .init("MakingResult", making), .init("PublishResult", PublishRoutes.schema),
            .init("ProxyResult", InterfaceSchemas.object([.init("file", text), .init("bytes", whole)])),
            .init("WorkAnswer", InterfaceSchemas.object([.init("work", reference)])),
            .init("Works", InterfaceSchemas.object([.init("works", ["type": "array", "items": reference])])),
        ]
    }

    /// What a copy gives way to.
    static let slowed: JSONValue = [
        "enum": .array(SessionWork.Strain.allCases.map { .string($0.rawValue) } + [.null]),
        "description": "What others want, for which a copy goes more slowly.",
    ]

    private static let text: JSONValue = ["type": "string"]
    private static let whole: JSONValue = ["type": "integer"]
    private static let texts: JSONValue = ["type": "array", "items": text]

    private static var work: JSONValue {
        let results = [
            "AuditResult", "RecoverResult", "ProxyResult", "MakingResult", "BackupResult", "PublishResult",
            "Calibration",
        ].map {
            name -> JSONValue in
            ["$ref": .string("#/components/schemas/" + name)]
        }
        // Each time the words of a Swift enumeration.
        let (kinds, states) = (SessionWork.Kind.allCases.map(\.rawValue), SessionWork.State.allCases.map(\.rawValue))
        return InterfaceSchemas.object(
            [
                .init("id", whole), .init("kind", words(kinds)),
                .init("session", InterfaceSchemas.orNull("string")),
                .init("file", InterfaceSchemas.orNull("string")),
                .init(
                    "arguments",
                    [
                        "type": ["object", "null"],
                        "description": "What was asked for with it; of a text that came with it its length in bytes.",
                    ]),
                .init(
                    "percent", ["type": ["integer", "null"], "description": "Null where it cannot be known."]),
                .init(
                    "left", ["type": ["number", "null"], "description": "The seconds that it still takes."]),
                .init(
                    "speed", ["type": ["integer", "null"], "description": "Bytes a second, of a copy."]),
                .init("slowed", slowed),
                .init("state", words(states)), .init("result", ["oneOf": .array([["type": "null"]] + results)]),
                .init("error", InterfaceSchemas.orNull("string")),
            ], isOpen: true)
    }

    private static var audit: JSONValue {
        let figures = ["files", "frames", "missing", "dropped", "away", "unaccounted"]
        let row = InterfaceSchemas.object([.init("output", text)] + figures.map { .init($0, whole) })
        return InterfaceSchemas.object([
            .init("proven", ["type": "boolean"]), .init("outputs", ["type": "array", "items": row]),
            .init("complaints", texts),
        ])
    }

    private static var recover: JSONValue {
        InterfaceSchemas.object([.init("files", whole), .init("complaints", texts)])
    }

    private static var making: JSONValue {
        InterfaceSchemas.object([
            .init("files", texts), .init("frames", ["type": "integer", "description": "Frames of all of them."]),
        ])
    }

    private static func words(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map(JSONValue.string))]
    }
}

extension InterfaceSchemas {
    /// All properties are there, and no others.
    static func object(_ properties: [JSONValue.Member], isOpen: Bool = false) -> JSONValue {
        object(properties, required: properties.map(\.key), isOpen: isOpen)
    }
}
