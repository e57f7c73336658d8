import DualCamRecordings
import DualCamSession
import Soup

/// The routes that change a recorded session: set its title and tags, delete it, and undo the deletion.
enum ActionRoutes {
    static let all = [rename, tag, delete, restore]

    private static let rename = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/rename", name: "rename",
        summary: "set the displayed name of a session; its folder and files keep their names",
        arguments: Schema.arguments(
            ["name": ["type": "string", "maxLength": 200, "description": "An empty name restores the folder's name."]],
            example: ["name": "Lecture 3"]), success: [.object("The displayed name.")],
        refusals: refusals + [413, 415, 422], isTold: true
    ) { call throws(RouteRefusal) in
        let (session, arguments) = (call["session"], try call.arguments(["name"]))
        guard let name = arguments["name"]?.text else {
            throw RouteRefusal(.control(.badRequest), "The name is missing.", advice: "Send {\"name\": \"...\"}.")
        }
        try await call.library.ask { sessions throws(LibraryFailure) in try sessions.rename(session, to: name) }
        return WebResponse(200, ["name": .string(name.isEmpty ? session : name)])
    }

    private static let tag = TableRoute(
        method: .put, path: "/api/v1/sessions/{session}/tags", name: "tag",
        summary: "replace the tags and the rating of a session",
        arguments: Schema.arguments(
            [
                "tags": Schema.list(["type": "string", "maxLength": .count(SessionTags.longestTag)])
                    .explained("At most \(SessionTags.mostTags) tags."),
                "rating": ["type": ["integer", "null"], "minimum": 1, "maximum": 5],
            ], example: ["tags": ["lecture", "algebra"], "rating": 4]),
        success: [.object("The new tags and rating.")], refusals: refusals + [413, 415, 422],
        isTold: true
    ) { call throws(RouteRefusal) in
        let (session, arguments) = (call["session"], try call.arguments(["tags", "rating"]))
        let tags = try SessionTags(arguments: arguments)
        let now = try await call.library.ask { sessions throws(LibraryFailure) in
            try sessions.tag(session) { $0 = tags }
        }
        return WebResponse(200, now.json)
    }

    private static let delete = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/delete", name: "delete",
        summary: "hide a finished session and delete it half a minute later; until then, 'restore' undoes it",
        arguments: Schema.arguments(),
        success: [.object("The session is hidden; 'until' is the time of the deletion.")],
        refusals: refusals, isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        return WebResponse(
            200, ["until": .string(WallTime.iso8601(try await call.library.remove(call["session"])))])
    }

    private static let restore = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/restore", name: "restore",
        summary: "undo 'delete'", arguments: Schema.arguments(), success: [.object("The session is restored.")],
        refusals: refusals, isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        try await call.library.restore(call["session"])
        return WebResponse(200, [:])
    }

    private static let refusals = [409, 500]
}

extension SessionTags {
    fileprivate init(arguments: JSONValue) throws(RouteRefusal) {
        self.init()
        guard let list = arguments["tags"]?.list, let rating = arguments["rating"] else {
            throw RouteRefusal(
                .control(.badRequest), "The tags or the rating are missing.",
                advice: "Send {\"tags\": [\"lecture\"], \"rating\": null}.")
        }
        let texts = list.compactMap(\.text).filter { Self.isTag($0) }
        guard texts.count == list.count else {
            throw RouteRefusal(
                .control(.badValue), "One of the tags is not text.",
                advice: "Send texts of 1 to \(Self.longestTag) letters without commas.")
        }
        add(texts)
        guard rating != .null else { return }
        guard let number = rating.count, Self.ratings.contains(number) else {
            throw RouteRefusal(
                .control(.badValue), "That is not a rating.", advice: "Send a number from 1 to 5, or null for none.")
        }
        self.rating = number
    }
}

extension RouteCall {
    /// Returns the arguments of a request. Throws if the request has other arguments, or if a text argument contains a
    /// variable such as `${HOME}`.
    ///
    /// - Parameter documents: the names of arguments that may contain variables, because they have their own parsers.
    func arguments(_ names: [String], documents: [String] = []) throws(RouteRefusal) -> JSONValue {
        let arguments = try request.arguments()
        guard let members = arguments.members, members.allSatisfy({ names.contains($0.key) }) else {
            let known = names.isEmpty ? "Send none." : "Send \(names.joined(separator: ", "))."
            throw RouteRefusal(.control(.badRequest), "Those are not its arguments.", advice: known)
        }
        guard Set(members.map(\.key)).count == members.count else {
            throw RouteRefusal(
                .control(.badRequest), "An argument was sent twice.", advice: "Send each argument only once.")
        }
        do throws(ControlRefusal) { try arguments.checkTexts(but: documents) } catch { throw RouteRefusal(error) }
        return arguments
    }
}
