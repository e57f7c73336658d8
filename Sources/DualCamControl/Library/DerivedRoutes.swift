import DualCamRecordings
import DualCamSession
import Soup

/// The routes that return files derived from recordings: stills and waveforms. If a file is missing, it is queued to be
/// made, and the client must repeat the request later.
enum DerivedRoutes {
    static let all = [poster, strip, waveform]

    private static let jpeg: JSONValue = ["image/jpeg": [:]]

    private static let poster = TableRoute(
        path: "/api/v1/sessions/{session}/poster/{file}", name: "poster", summary: "a still of a file",
        success: [.init(explanation: "The still.", content: jpeg), .making], refusals: refusals
    ) { call throws(RouteRefusal) in
        try await call.derived(.poster, type: "image/jpeg")
    }

    private static let strip = TableRoute(
        path: "/api/v1/sessions/{session}/strip/{file}", name: "strip",
        summary: "stills of a file at equal intervals, in one picture",
        query: [
            .init(
                name: "format", explanation: "json: return the positions of the stills instead of the picture.",
                schema: Schema.words(["json"]))
        ],
        success: [
            .init(
                explanation:
                    "The picture; or 'columns', 'rows', the 'width' and 'height' of each still, and their 'interval' in seconds.",
                content: jpeg.with(["application/json": ["schema": ["type": "object"]]])), .making,
        ], refusals: refusals
    ) { call throws(RouteRefusal) in
        guard call.head.query?.isEmpty == false else { return try await call.derived(.strip, type: "image/jpeg") }
        guard let facts = try await call.facts() else { return .making }
        guard let strip = facts["strip"], strip != .null else { throw .notDerived(facts) }
        return WebResponse(200, strip)
    }

    private static let waveform = TableRoute(
        path: "/api/v1/sessions/{session}/waveform/{file}", name: "waveform",
        summary: "the loudness of a file: the greatest amplitude, 0 to 1, of every 'interval' seconds",
        success: [
            .object("Keys: 'interval' and 'peaks'."), .making,
        ], refusals: refusals
    ) { call throws(RouteRefusal) in
        try await call.derived(.waveform, type: "application/json")
    }

    private static let refusals = [409, 412, 416, 500]
}

extension TableRoute.Success {
    fileprivate static let making = object("The file is being made; repeat the request later.", status: 202)
}

extension WebResponse {
    fileprivate static var making: WebResponse {
        WebResponse(202, ["state": "making"], fields: [WebField("Retry-After", "2")])
    }
}

extension RouteCall {
    /// Returns the response with a derived file of the requested recording. If the file is missing, queues it to be
    /// made and responds that the client must ask again.
    fileprivate func derived(_ kind: DerivedFiles.Kind, type: String) async throws(RouteRefusal) -> WebResponse {
        guard let facts = try await facts() else { return .making }
        let found = try await library.derived(kind, of: self["file"], in: self["session"], type: type)
        guard let found else { throw .notDerived(facts) }
        return WebResponse(found, type: type, found.validators, to: head, fields: .ofAFile)
    }

    /// Returns the properties of the requested recorded file; `nil` while they are being determined.
    fileprivate func facts() async throws(RouteRefusal) -> JSONValue? {
        let (library, file, session) = (try library, self["file"], self["session"])
        let facts = try await library.ask { sessions throws(LibraryFailure) in
            try sessions.derivedFacts(of: file, in: session)
        }
        guard facts == nil, !library.derive(file, of: session, isAsked: true) else { return facts }
        throw .notDerived(nil)
    }
}

extension RouteRefusal {
    /// Returns the error for a recorded file that cannot have a derived file of this type.
    /// - Parameter facts: the known properties of the recorded file; `nil` if unknown.
    fileprivate static func notDerived(_ facts: JSONValue?) -> RouteRefusal {
        let reason = facts?["problem"]?.text.map { ": \($0)" } ?? ""
        return RouteRefusal(
            .notFound, "There is nothing of the kind of this file\(reason).",
            advice: "It has no such stream, or cannot be read.")
    }
}
