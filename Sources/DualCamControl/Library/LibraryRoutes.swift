import DualCamConfig
import DualCamRecordings
import DualCamSession
import Soup

/// The routes that list recorded sessions and return their files.
enum LibraryRoutes {
    static let all = [sessions, session, file, archive]

    private static let sessions = TableRoute(
        path: "/api/v1/sessions", name: "sessions", summary: "the recorded sessions, newest first",
        query: LibraryQuery.fields + [
            .init(
                name: "limit", explanation: "The maximum number of sessions on a page.",
                schema: Schema.whole.with(["minimum": 1, "maximum": .count(LibraryQuery.longestPage), "default": 50])),
            .init(name: "page", explanation: "The 'next' of the previous page.", schema: Schema.text),
        ], success: [.json("A page of sessions.", "Sessions")], refusals: [422, 500]
    ) { call throws(RouteRefusal) in
        let (library, query) = (try call.library, try LibraryQuery(call.head.query ?? []))
        let page = try await library.ask { sessions throws(LibraryFailure) in try sessions.page(query) }
        return WebResponse(
            200,
            [
                "sessions": .array(page.sessions), "total": .count(page.total), "next": .text(page.next?.text),
                "unreachable": .array(page.unnameable.map(JSONValue.string)),
            ])
    }

    private static let session = TableRoute(
        path: "/api/v1/sessions/{session}", name: "session", summary: "one recorded session",
        success: [.json("The session.", "Session")], refusals: [500]
    ) { call throws(RouteRefusal) in
        let name = call["session"]
        return WebResponse(
            200, try await call.library.ask { sessions throws(LibraryFailure) in try sessions.session(name) })
    }

    private static let file = TableRoute.file(
        "/api/v1/sessions/{session}/files/{file}", name: "file", "a file of a session", types: types, refusals: [409]
    ) { call throws(RouteRefusal) in
        try await call.library.file(call["file"], of: call["session"])
    }

    /// The media types that recorded files can have.
    static let types = Container.allCases.map(\.mediaType)

    private static let archive = TableRoute(
        path: "/api/v1/sessions/{session}/archive", name: "archive",
        summary:
            "all files of a session in one zip file; unless the client sends the director's token, its session.json lacks the pipeline file and the ledger",
        success: [.init(explanation: "The whole zip file.", content: ["application/zip": [:]])],
        refusals: [500]
    ) { call throws(RouteRefusal) in
        let zip = try await call.library.archive(call["session"], isReduced: !call.maySeeSecrets)
        return WebResponse(
            200, type: "application/zip", fields: .ofAFile + [.attachment(named: call["session"] + ".zip")],
            content: WebContent(zip))
    }
}

extension LibraryQuery {
    /// The names of search criteria in earlier versions, mapped to their current names. Requests may still use them.
    private static let earlier = ["from": "since", "to": "until"]

    fileprivate static var fields: [TableRoute.Field] {
        let criteria = LibraryCriterion.all
        let fields = criteria.map {
            TableRoute.Field(name: $0.name, explanation: "Only sessions \($0.explanation).", schema: $0.schema)
        }
        let others = earlier.sorted { $0.key < $1.key }.compactMap { name, criterion in
            criteria.first { $0.name == criterion }.map {
                TableRoute.Field(name: name, explanation: "The same as '\(criterion)'.", schema: $0.schema)
            }
        }
        return fields + others
    }

    init(_ fields: [WebField]) throws(RouteRefusal) {
        self.init()
        for field in fields {
            let name = Self.earlier[field.name] ?? field.name
            if let criterion = LibraryCriterion.all.first(where: { $0.name == name }) {
                do throws(Refusal) { try criterion.add(field.value, to: &self, in: .utc) } catch {
                    throw RouteRefusal(.control(.badValue), error.message + ".", advice: error.hint ?? "")
                }
            } else if name == "limit" {
                limit = try Self.value(field, "a number from 1 to \(Self.longestPage)") { text in
                    Int(text).flatMap { (1...Self.longestPage).contains($0) ? $0 : nil }
                }
            } else if name == "page" {
                after = try Self.value(field, "the 'next' of a page", Place.init)
            }
        }
    }

    private static func value<Value>(
        _ field: WebField, _ kind: String, _ read: (String) -> Value?
    ) throws(RouteRefusal) -> Value {
        guard let value = read(field.value) else {
            throw RouteRefusal(
                .control(.badValue), "'\(field.value.prefix(60))' is not a value for '\(field.name)'.",
                advice: "Write \(kind).")
        }
        return value
    }
}

extension Container {
    /// The media type of files with this container.
    var mediaType: String { ExportContainer(self).mediaType }
}
