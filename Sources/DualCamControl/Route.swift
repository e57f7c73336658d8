import DualCamPlan
import DualCamSession
import Soup

/// The purpose of a request.
enum Route: Sendable, Equatable {
    case state
    case command(String)
    case snapshot(String, Snapshot.Format)
    case events
    case description

    /// The routes as the description has them: a method, and a path with names in braces.
    static let templates = [
        ("GET", "/api/v1/state"), ("POST", "/api/v1/commands/{name}"), ("GET", "/api/v1/snapshots/{output}"),
        ("GET", "/api/v1/events"), ("GET", "/api/v1/openapi.json"),
    ]

    /// Throws `not-found`, `method-not-allowed` (with the method that is) or what is wrong with the query.
    init(_ head: WebHead) throws(RouteRefusal) {
        guard let segments = head.segments, segments.prefix(2) == ["api", "v1"], let first = segments.dropFirst(2).first
        else { throw .notFound }
        let rest = segments.dropFirst(3)
        let method = first == "commands" ? "POST" : "GET"
        switch (first, rest.count) {
        case ("state", 0): self = .state
        case ("events", 0): self = .events
        case ("openapi.json", 0): self = .description
        case ("commands", 1): self = .command(rest.first ?? "")
        case ("snapshots", 1): self = .snapshot(rest.first ?? "", try Self.format(head.query))
        default: throw .notFound
        }
        guard head.method == method else { throw .method(method) }
    }

    private static func format(_ query: [WebField]?) throws(RouteRefusal) -> Snapshot.Format {
        guard let query, query.allSatisfy({ $0.name == "format" }), query.count <= 1 else {
            throw RouteRefusal(
                .control(.badRequest), "A snapshot takes one argument, 'format'.",
                advice: "Write ?format=jpeg or ?format=png.")
        }
        guard let word = query.first?.value else { return .jpeg }
        guard let format = Snapshot.Format(rawValue: word) else {
            throw RouteRefusal(
                .control(.badValue), "There is no format '\(word.prefix(60))'.", advice: "There are jpeg and png.")
        }
        return format
    }
}

extension RouteRefusal {
    static var notFound: RouteRefusal {
        RouteRefusal(.notFound, "There is nothing of that name.", advice: "See /api/v1/openapi.json.")
    }

    static func method(_ method: String) -> RouteRefusal {
        RouteRefusal(
            .methodNotAllowed(method), "That is asked in another way.", advice: "Use \(method).")
    }
}
