import DualCamConfig
import DualCamSession
import Soup

/// The routes to recorded sessions and their files.
enum LibraryRoutes {
    static let all = [sessions, session, file, archive]

    private static let sessions = TableRoute(
        path: "/api/v1/sessions", name: "sessions", summary: "the recorded sessions, newest first",
        query: LibraryQuery.fields + [
            .init(
                name: "limit", explanation: "The most on a page.",
                schema: [
                    "type": "integer", "minimum": 1, "maximum": .count(LibraryQuery.longestPage), "default": 50,
                ]),
            .init(name: "page", explanation: "The 'next' of the page before.", schema: ["type": "string"]),
        ], success: [.json("A page of sessions.", "Sessions")], refusals: [422, 500]
    ) { call throws(RouteRefusal) in
        let (library, query) = (try call.theLibrary, try LibraryQuery(call.head.query ?? []))
        let page = try await library.ask { sessions throws(LibraryFailure) in try sessions.page(query) }
        return WebResponse(
            200,
            [
                "sessions": .array(page.sessions), "total": .count(page.total), "next": .text(page.next?.text),
            ])
    }

    private static let session = TableRoute(
        path: "/api/v1/sessions/{session}", name: "session", summary: "one recorded session",
        success: [.json("The session.", "Session")], refusals: [500]
    ) { call throws(RouteRefusal) in
        let name = call["session"]
        return WebResponse(
            200, try await call.theLibrary.ask { sessions throws(LibraryFailure) in try sessions.session(name) })
    }

    private static let file = TableRoute(
        path: "/api/v1/sessions/{session}/files/{file}", name: "file",
        summary: "a file of a session, or a range of it (RFC 9110)",
        query: [download],
        success: [
            .init(explanation: "The file.", content: videos),
            .init(status: 206, explanation: "The range.", content: videos),
        ],
        refusals: [409, 412, 416, 500]
    ) { call throws(RouteRefusal) in
        let (source, open) = try await call.theLibrary.file(call["file"], of: call["session"])
        return WebResponse(
            source, type: open.container.mediaType, open.facts.validators, to: call.head,
            fields: .ofAFile + (call.isDownload ? [.attachment(named: call["file"])] : []))
    }

    static let download = TableRoute.Field(
        name: "download", explanation: "1: to be saved under its name, not shown.",
        schema: ["type": "string", "enum": ["1"]])

    private static let archive = TableRoute(
        path: "/api/v1/sessions/{session}/archive", name: "archive", summary: "all files of a session in one zip file",
        success: [.init(explanation: "The zip file, whole.", content: [.init("application/zip", [:])])],
        refusals: [500]
    ) { call throws(RouteRefusal) in
        let zip = try await call.theLibrary.archive(call["session"])
        return WebResponse(
            200, type: "application/zip", fields: .ofAFile + [.attachment(named: call["session"] + ".zip")],
            content: WebContent(zip))
    }

    private static let videos = Container.allCases.map { JSONValue.Member($0.mediaType, [:]) }
}

extension RouteCall {
    /// - Throws: `not-found` where no sessions are shown.
    var theLibrary: Library {
        get throws(RouteRefusal) {
            guard let library else { throw .noLibrary }
            return library
        }
    }

    var isDownload: Bool { head.query?.contains { $0.name == "download" } ?? false }
}

extension TableRoute.Success {
    /// An answer in JSON, by the name of its schema.
    static func json(_ explanation: String, _ schema: String, status: Int = 200) -> Self {
        let reference: JSONValue = ["$ref": .string("#/components/schemas/" + schema)]
        return Self(
            status: status, explanation: explanation, content: [.init("application/json", ["schema": reference])])
    }

    /// An answer in JSON of no written form.
    static func object(_ explanation: String, status: Int = 200) -> Self {
        Self(
            status: status, explanation: explanation,
            content: [.init("application/json", ["schema": ["type": "object"]])])
    }
}

extension LibraryQuery {
    /// Names of criteria in earlier versions.
    private static let earlier = ["from": "since", "to": "until"]

    fileprivate static var fields: [TableRoute.Field] {
        let criteria = LibraryCriterion.all
        let fields = criteria.map {
            TableRoute.Field(name: $0.name, explanation: "Only those \($0.explanation).", schema: $0.schema)
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
                .control(.badValue), "'\(field.value.prefix(60))' is no value for '\(field.name)'.",
                advice: "Write \(kind).")
        }
        return value
    }
}

extension Container {
    /// The media type of its files.
    var mediaType: String { ExportContainer(self).mediaType }
}

extension SessionLibrary.Facts {
    var validators: WebValidators {
        let words = [inode, UInt64(bitPattern: size), UInt64(bitPattern: changed)].map { String($0, radix: 16) }
        // The second of the change may not be over: until then a date says nothing.
        return WebValidators(tag: words.joined(separator: "-"), modified: changed / 1_000_000_000)
    }
}

extension [WebField] {
    /// Only this user's clients may keep it, and ask each time; nothing of it is taken for a page, or read by another one.
    static let ofAFile = [
        WebField("Cache-Control", "private, no-cache"), WebField("X-Content-Type-Options", "nosniff"),
        WebField("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}

extension WebField {
    /// Tells a browser to save what comes (RFC 6266), under a name in Unicode (RFC 8187) or what is left of it in ASCII.
    static func attachment(named name: String) -> WebField {
        let plain = String(
            name.unicodeScalars.map {
                (0x20..<0x7F).contains($0.value) && !"\"\\%".unicodeScalars.contains($0) ? Character($0) : "_"
            })
        return WebField(
            "Content-Disposition",
            "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encoded(name))")
    }
}
