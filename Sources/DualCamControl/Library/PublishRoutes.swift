import DualCamSession
import Soup

/// The route by which a session is handed over to the one service that the pipeline file names: nobody has the password sent elsewhere.
enum PublishRoutes {
    static let all = [publish]

    private static let arguments: [MakingArgument] = [
        .text(
            "file",
            "An output's name, or the path of a file that was made, from the session's folder. Else the combined file."),
        .text("title", "Else the session's name."), .text("description", "None without it."),
        .flag("again", "What was published there before is published once more."),
    ]

    private static let publish = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/publish", name: "publish",
        summary:
            "hands a finished session over to the service that the pipeline file's section 'publish' names, as 'dualcam publish' does",
        arguments: ActionRoutes.arguments(
            [], optional: arguments.map(\.member), example: ["file": "front", "title": "Lesson 4"]),
        success: [.begun], refusals: [409, 413, 415, 422, 500, 503], isTold: true
    ) { call throws(RouteRefusal) in
        let given = try call.arguments(arguments.map(\.name))
        for argument in arguments { try argument.check(given, isRequired: false) }
        let library = try call.theLibrary
        guard let service = library.backupBoard.state.publishing else {
            throw RouteRefusal(
                .control(.notNow), "The pipeline file does not say to which service sessions are handed over.",
                advice: "Write a section 'publish' into it, on the machine that records.")
        }
        if let path = given["file"]?.text, path.hasPrefix("/") || path.split(separator: "/").contains("..") {
            throw RouteRefusal(
                .control(.badValue), "'file': it is not in the session's folder.",
                advice: "Name an output, or a file that was made of the session.")
        }
        var members = [JSONValue.Member("to", .string(service.to))] + (given.members ?? [])
        if let limit = service.bandwidth { members.append(.init("bandwidth", .count(limit))) }
        var order = SessionWork.Order(.publish, call["session"], arguments: .object(members))
        order.texts = ["user": service.user]
        order.texts["password-file"] = service.passwordFile
        return WebResponse(202, ["work": try await library.start(order).json])
    }

    /// The JSON Schema of its result.
    static var schema: JSONValue {
        let maybe = InterfaceSchemas.orNull("string")
        return InterfaceSchemas.object([
            .init("to", ["type": "string"]), .init("time", ["type": "string"]),
            .init("state", ["enum": .array(Publication.State.allCases.map { .string($0.rawValue) })]),
            .init("id", maybe), .init("address", maybe), .init("title", ["type": "string"]),
            .init("files", ["type": "array", "items": ["type": "object"]]),
        ])
    }
}
