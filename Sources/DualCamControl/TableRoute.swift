import DualCamRecordings
import DualCamSession
import Soup

/// A route of the HTTP interface, as a row of a table. The response, the possible errors and the interface's
/// description are all derived from this row.
struct TableRoute: Sendable {
    enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    /// A query field that a route accepts. Its `schema` describes the allowed values.
    struct Field: Sendable {
        var name: String
        var explanation: String
        var schema: JSONValue
        var isRequired = false
    }

    /// A successful response of a route, for the interface's description.
    struct Success: Sendable {
        var status = 200
        var explanation: String
        /// The content of the response by media type, for the description; empty if the response has no body.
        var content: JSONValue = [:]
        /// The header fields of the response by name, for the description; `nil` if there are none to describe.
        var headers: JSONValue?

        /// Creates the description of a successful response with JSON content that has the named schema.
        static func json(_ explanation: String, _ schema: String, status: Int = 200) -> Self {
            Self(
                status: status, explanation: explanation,
                content: ["application/json": ["schema": Schema.reference(schema)]])
        }

        /// Creates the description of a successful response whose content is a JSON object without a more specific
        /// schema.
        static func object(_ explanation: String, status: Int = 200) -> Self {
            Self(
                status: status, explanation: explanation,
                content: ["application/json": ["schema": ["type": "object"]]])
        }
    }

    /// The types of WebSocket: for events and commands, or for preview pictures.
    enum Socket: Sendable { case events, preview }

    /// The HTTP method of the route. GET routes also answer HEAD.
    var method = Method.get
    /// The path of the route with its placeholders, such as `/api/v1/sessions/{session}`.
    var path: String
    var name: String
    var summary: String
    /// The query fields that the route accepts; `nil` if it accepts any query and ignores it.
    var query: [Field]? = []
    /// The JSON schema of the route's arguments; `nil` if requests have no body.
    var arguments: JSONValue?
    /// The maximum size of a request's body in bytes; `nil` for the default of `WebLimits`.
    var mostOfBody: Int?
    var success: [Success]
    /// The HTTP statuses of errors that are specific to the route, in addition to those possible for any request.
    var refusals: [Int] = []
    /// The WebSocket that a request to this route opens; `nil` if it opens none.
    var socket: Socket?
    /// Additional members of the route's entry in the interface's description.
    var more: JSONValue = [:]
    /// True if each use of the route is reported to all connected clients, with the route's name and the client's name.
    var isTold = false
    var answer: @Sendable (RouteCall) async throws(RouteRefusal) -> WebResponse

    /// All routes of all tables, in the order in which the interface's description lists them.
    static let all =
        RecorderRoutes.all + [entry, link] + LibraryRoutes.all + DerivedRoutes.all + ActionRoutes.all
        + PipelineRoutes.all + JobRoutes.all + MakingRoutes.all + BackupRoutes.all + LinkRoutes.all
}

/// A request to a route, with the values of the placeholders in its path and the interface that received it.
struct RouteCall: Sendable {
    var request: WebRequest
    /// The values of the placeholders in the route's path, keyed by name.
    var values: [String: String]
    var routes: ControlRoutes

    var head: WebHead { request.head }
    var rules: AccessRules { routes.rules }
    var role: ControlRole { rules.role(of: head) }
    var maySeeSecrets: Bool { rules.maySeeSecrets(head) }
    var isRecording: Bool { get async { await routes.controller.state().phase != .standby } }

    /// The library of recorded sessions.
    /// - Throws: `not-found` if the recorder offers no library.
    var library: Library {
        get throws(RouteRefusal) {
            guard let library = routes.library else { throw .noLibrary }
            return library
        }
    }

    /// The value of a placeholder in the route's path; empty if the path does not contain it.
    subscript(_ name: String) -> String { values[name] ?? "" }
}

extension TableRoute {
    /// Finds the route for a request. Returns the route and the values of the placeholders in its path.
    ///
    /// - Throws: `not-found`, `method-not-allowed` with the allowed methods, or the error of an invalid query.
    static func find(_ head: WebHead) throws(RouteRefusal) -> (TableRoute, [String: String]) {
        guard let segments = head.segments else { throw .notFound }
        let found = (all + JobRoutes.moved + [RecorderRoutes.unknownCommand]).compactMap { route in
            route.values(in: segments).map { (route, $0) }
        }
        guard let (route, values) = found.first(where: { $0.0.accepts(head.method) }) else {
            guard !found.isEmpty else { throw .notFound }
            throw .method(Set(found.map(\.0.method.rawValue)).sorted().joined(separator: ", "))
        }
        try route.check(head.query)
        return (route, values)
    }

    /// Returns the type of the WebSocket at a request's path; `nil` if there is none.
    static func socket(at head: WebHead) -> Socket? {
        let segments = head.segments ?? []
        return all.first { $0.socket != nil && $0.values(in: segments) != nil }?.socket
    }

    private func accepts(_ word: String) -> Bool { word == method.rawValue || (method == .get && word == "HEAD") }

    private func values(in segments: [String]) -> [String: String]? {
        let parts = path.split(separator: "/")
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            if part.hasPrefix("{") {
                values[String(part.dropFirst().dropLast())] = segment
            } else if part != segment {
                return nil
            }
        }
        return values
    }

    private func check(_ fields: [WebField]?) throws(RouteRefusal) {
        guard let names = query?.map(\.name) else { return }
        let known = names.isEmpty ? "It takes no query." : "Ask with \(names.joined(separator: ", "))."
        guard let fields else { throw RouteRefusal(.control(.badRequest), "The query cannot be read.", advice: known) }
        if let strange = fields.first(where: { !names.contains($0.name) }) {
            throw RouteRefusal(
                .control(.badRequest), "There is no '\(strange.name.prefix(60))' to ask for.", advice: known)
        }
        guard Set(fields.map(\.name)).count == fields.count else {
            throw RouteRefusal(.control(.badRequest), "Something is asked for twice.", advice: known)
        }
    }
}

extension TableRoute {
    /// The route that returns the link to the control page. The link contains the token, so only requests over the Unix
    /// socket receive it.
    fileprivate static let link = TableRoute(
        path: "/api/v1/link", name: "link",
        summary:
            "the link that opens the web page in a browser (null unless requested over the Unix socket), and the path for viewers",
        success: [
            .init(
                explanation: "The link.",
                content: [
                    "application/json": [
                        "schema": [
                            "type": "object",
                            "properties": ["link": Schema.maybeText, "viewers": Schema.maybeText],
                        ]
                    ]
                ])
        ]
    ) { call in
        let viewers = call.maySeeSecrets ? call.rules.token(for: .viewer) : nil
        return WebResponse(
            200,
            [
                "link": .text(call.rules.isPrivate ? call.rules.pageLink : nil),
                "viewers": .text(viewers.map(AccessRules.path)),
            ])
    }

    /// The route that gives the control page a cookie with which it can load pictures, videos and downloads.
    fileprivate static let entry = TableRoute(
        method: .post, path: "/api/v1/entry", name: "entry",
        summary: "get a cookie for a page's pictures, videos and downloads, which cannot carry the token",
        success: [
            .init(
                status: 204,
                explanation:
                    "The cookie, if a token is needed. It lets its page read everything below /api/v1, and do nothing else."
            )
        ]
    ) { call in
        WebResponse(
            204, type: "text/plain",
            fields: [WebField("Cache-Control", "no-store")]
                + (call.rules.cookie(for: call.role).map { [$0.field] } ?? []), body: [])
    }
}
