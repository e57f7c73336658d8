import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import Soup

/// The routes that create shared links, and the routes that show a single session to clients that have such a link
/// instead of a token.
enum LinkRoutes {
    static let all = [share, links, unlink, listing, file, proxy]

    /// The first component of the paths of shared links. Such a path contains its own token, so no other is needed.
    static let root = "shared"

    static func serve(_ head: WebHead) -> Bool { head.segments?.first == root }

    private static let times: ClosedRange<Duration> = .seconds(60)...(.seconds(366 * 86_400))

    private static let share = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/share", name: "share",
        summary: "create a link: until it expires, whoever has it sees this session and nothing else",
        arguments: Schema.arguments(
            ["for": Schema.text.explained("How long the link is valid: 1min to 366d.")], example: ["for": "24h"]),
        success: [.json("The link, which is shown only this once.", "Link")], refusals: [409, 413, 415, 422, 500],
        isTold: true
    ) { call throws(RouteRefusal) in
        let text = try call.arguments(["for"])["for"]?.text
        guard let text else {
            throw RouteRefusal(.control(.badRequest), "The time is missing.", advice: "Send {\"for\": \"24h\"}.")
        }
        let time: Duration
        do throws(Refusal) { time = try Duration(parsing: text) } catch { throw .badTime(text) }
        guard times.contains(time) else { throw .badTime(text) }
        let (token, link) = try await call.library.share(call["session"], for: time)
        return WebResponse(
            200,
            [
                "id": .count(link.number), "path": .string("/\(root)/\(token.text)"),
                "until": link.json["until"] ?? .null,
            ])
    }

    private static let links = TableRoute(
        path: "/api/v1/sessions/{session}/links", name: "links", summary: "the valid links to a session",
        success: [.json("The links with the times at which they were made and expire.", "Links")], refusals: [500]
    ) { call throws(RouteRefusal) in
        let session = call["session"]
        let links = try await call.library.ask { sessions throws(LibraryFailure) in
            try sessions.links(to: session, at: WallTime.unixNow())
        }
        return WebResponse(200, ["links": .array(links.map(\.json))])
    }

    private static let unlink = TableRoute(
        method: .delete, path: "/api/v1/sessions/{session}/links/{link}", name: "unlink",
        summary: "revoke a link before it expires", success: [.init(status: 204, explanation: "The link is revoked.")],
        refusals: [500], isTold: true
    ) { call throws(RouteRefusal) in
        guard let number = Int(call["link"]) else { throw .notFound }
        let session = call["session"]
        try await call.library.ask { sessions throws(LibraryFailure) in
            try sessions.unlink(number, to: session, at: WallTime.unixNow())
        }
        return WebResponse(204, type: "text/plain", fields: [WebField("Cache-Control", "no-store")], body: [])
    }

    private static let listing = TableRoute(
        path: "/\(root)/{token}", name: "shared", summary: "the session that a link shows",
        success: [.json("The session. Its files are below 'files' and 'proxies', by their 'path'.", "SharedSession")],
        refusals: [401, 500]
    ) { call throws(RouteRefusal) in
        let (session, link) = try await call.linked()
        let whole = try await call.library.ask { sessions throws(LibraryFailure) in try sessions.session(session) }
        let members = shown.map { JSONValue.Member($0, whole[$0] ?? .null) }
        return WebResponse(
            200, .object(members + [.init("until", link.json["until"] ?? .null)]), fields: [.unreferred])
    }

    /// The keys of a session's JSON that people with a shared link can see.
    static let shown = ["name", "start", "recorded", "cameras", "files", "marks"]

    private static let file = part("files", name: "shared-file") { library, file, session throws(RouteRefusal) in
        try await library.file(file, of: session)
    }

    private static let proxy = part("proxies", name: "shared-proxy") { library, file, session throws(RouteRefusal) in
        try await library.proxy(of: file, in: session)
    }

    private static func part(
        _ folder: String, name: String,
        _ open: @escaping @Sendable (Library, String, String) async throws(RouteRefusal) -> FileSource
    ) -> TableRoute {
        .file(
            "/\(root)/{token}/\(folder)/{file}", name: name, "a file of the session that a link shows",
            types: LibraryRoutes.types, refusals: [401, 409], fields: [.unreferred]
        ) { call throws(RouteRefusal) in
            try await open(call.library, call["file"], call.linked().session)
        }
    }
}

extension Library {
    /// Creates a link through which people can see a session for the given time. The link's token is not stored, so the
    /// returned value is the only copy.
    func share(_ session: String, for time: Duration) async throws(RouteRefusal) -> (AccessToken, SessionLink) {
        let (token, now) = (AccessToken.made(), WallTime.unixNow())
        let link = try await ask { sessions throws(LibraryFailure) in
            try sessions.checkIsFree(session, isFinished: true)
            return try sessions.link(
                to: session, digest: token.linkDigest, from: now, until: now + time.nanoseconds)
        }
        return (token, link)
    }
}

extension AccessToken {
    fileprivate var linkDigest: String { derived(for: "link").text }
}

extension RouteCall {
    /// Returns the session to which the request's shared link belongs.
    ///
    /// - Throws: an error, which is the same for wrong, malformed and expired tokens.
    fileprivate func linked() async throws(RouteRefusal) -> (session: String, link: SessionLink) {
        let digest = AccessToken(self["token"])?.linkDigest ?? ""
        let found = try await library.ask { sessions throws(LibraryFailure) in
            try sessions.session(linkedBy: digest, at: WallTime.unixNow())
        }
        guard let found else { throw .badLink }
        return found
    }
}

extension RouteRefusal {
    fileprivate static var badLink: RouteRefusal {
        RouteRefusal(.unauthorized, "The link is wrong, or its time is over.", advice: "Ask for another one.")
    }

    fileprivate static func badTime(_ text: String) -> RouteRefusal {
        RouteRefusal(
            .control(.badValue), "'\(text.prefix(60))' is not a time for a link.",
            advice: "Write 1min ... 366d, as in 24h.")
    }
}

extension WebField {
    /// The header field that stops browsers from sending the link's address to other servers, because the address
    /// contains a secret.
    fileprivate static let unreferred = WebField("Referrer-Policy", "no-referrer")
}
