import DualCamPlan
import DualCamSession
package import Soup

/// Returns figures in Prometheus's text format, as they are when somebody asks.
package typealias MetricsSource = @Sendable () async -> String

/// The interface of a controller over HTTP and WebSocket: what each request and message comes to.
package struct ControlRoutes: WebApplication {
    private let controller: any SessionController
    private let rules: AccessRules
    private let snapshots: SnapshotLimiter
    private let previews: PreviewHub
    private let metrics: MetricsSource
    private let library: Library?
    private let description: JSONValue

    /// - Parameters:
    ///   - snapshots: Shared by all endpoints of a controller.
    ///   - previews: Shared by them, too.
    ///   - library: The recorded sessions, shared as well; `nil`: none are shown.
    init(
        _ controller: any SessionController, _ rules: AccessRules, snapshots: SnapshotLimiter,
        previews: PreviewHub? = nil, library: Library? = nil, metrics: @escaping MetricsSource = { "" }
    ) {
        (self.controller, self.rules, self.snapshots, self.metrics) = (controller, rules, snapshots, metrics)
        (self.previews, self.library) = (previews ?? PreviewHub(controller), library)
        description = InterfaceDescription(needsToken: rules.token != nil).json
    }

    package func refusal(of head: WebHead) -> WebResponse? {
        if PageRoutes.serve(head) { return rules.pageRefusal(of: head)?.response }
        return (rules.refusal(of: head) ?? upgradeRefusal(of: head)).map { allow($0.response, head) }
    }

    /// The paths of WebSockets, each with whether events are told there.
    static let socketPaths = ["/api/v1/events": true, "/api/v1/preview": false]

    /// Returns the refusal of a request to a WebSocket's path that cannot become a WebSocket.
    private func upgradeRefusal(of head: WebHead) -> RouteRefusal? {
        let path = "/" + (head.segments ?? []).joined(separator: "/")
        guard Self.socketPaths[path] != nil else { return nil }
        if head.method != "GET" { return .method("GET") }
        guard head.isUpgrade else { return .upgradeRequired }
        do throws(RouteRefusal) { _ = try Route(head) } catch { return error }
        return nil
    }

    package func response(toExcess status: Int) -> WebResponse { RouteRefusal(excess: status).response }

    package func response(to request: WebRequest) async -> WebResponse {
        if request.head.method == "OPTIONS", rules.guest(of: request.head) != nil {
            return allow(WebResponse(204, type: "text/plain", body: []), request.head)
        }
        do throws(RouteRefusal) {
            return allow(try await answer(to: request), request.head)
        } catch {
            return allow(error.response, request.head)
        }
    }

    private func answer(to request: WebRequest) async throws(RouteRefusal) -> WebResponse {
        if let file = try PageRoutes.response(to: request.head) { return file }
        if let (route, values) = try TableRoute.find(request.head) {
            return try await route.answer(
                RouteCall(request: request, values: values, rules: rules, library: library))
        }
        switch try Route(request.head) {
        case .state: return WebResponse(200, await controller.state().json)
        case .description: return WebResponse(200, description)
        case .metrics:
            return WebResponse(
                200, type: WebResponse.metricsType, fields: [WebField("Cache-Control", "no-store")],
                body: Array(await metrics().utf8))
        case .health:
            let health = Health(await controller.state())
            return WebResponse(health.isWell ? 200 : 503, health.json)
        case .events, .preview: throw .upgradeRequired
        case .command(let name):
            let arguments = try request.arguments()
            do throws(ControlRefusal) {
                return WebResponse(200, try await controller.perform(ControlCommand(named: name, arguments)).json)
            } catch {
                throw RouteRefusal(error)
            }
        case .snapshot(let output, let format): return try await snapshot(of: output, as: format)
        }
    }

    private func snapshot(of output: String, as format: Snapshot.Format) async throws(RouteRefusal) -> WebResponse {
        guard snapshots.enter() else { throw RouteRefusal(excess: 503) }
        defer { snapshots.leave() }
        do throws(ControlRefusal) {
            let picture = try await controller.snapshot(of: output, as: format)
            return WebResponse(
                200, type: "image/" + format.rawValue,
                fields: [
                    WebField("X-Running-Time", JSONValue.time(picture.at).line), WebField("Cache-Control", "no-store"),
                ], body: picture.bytes)
        } catch {
            throw RouteRefusal(error)
        }
    }

    /// Tells a browser that the page may read the answer.
    private func allow(_ response: WebResponse, _ head: WebHead) -> WebResponse {
        guard let guest = rules.guest(of: head) else { return response }
        var response = response
        response.fields += [
            WebField("Access-Control-Allow-Origin", guest), WebField("Vary", "Origin"),
            WebField("Access-Control-Allow-Methods", "GET, POST"),
            WebField("Access-Control-Allow-Headers", "Authorization, Content-Type"),
            WebField("Access-Control-Expose-Headers", "X-Running-Time"), WebField("Access-Control-Max-Age", "600"),
        ]
        return response
    }
}

// MARK: WebSocket
extension ControlRoutes {
    package func converse(over socket: WebSocket) async {
        // What cannot be read has been refused before.
        if case .preview(let request)? = try? Route(socket.head) { return await previews.serve(request, over: socket) }
        let state = await controller.state().json.members ?? []
        await socket.begin(with: JSONValue.object([.init("event", "state")] + state).line)
        for await text in socket.messages { await socket.send(await answer(to: text).line) }
    }

    /// Answers `{"id": 1, "command": "layout", "arguments": {...}}`: `{"id": 1, "answer": {...}}` or `{"id": 1, "error": {...}}`.
    func answer(to text: String) async -> JSONValue {
        var id = JSONValue.null
        do throws(RouteRefusal) {
            let message: JSONValue
            do throws(JSONFailure) { message = try JSONValue(parsing: text) } catch { throw RouteRefusal(error) }
            id = message["id"] ?? .null
            guard let members = message.members, let name = message["command"]?.text,
                members.allSatisfy({ ["id", "command", "arguments"].contains($0.key) }), members.count <= 3
            else { throw .badMessage }
            do throws(ControlRefusal) {
                let command = try ControlCommand(named: name, message["arguments"] ?? .object([]))
                return ["id": id, "answer": try await controller.perform(command).json]
            } catch {
                throw RouteRefusal(error)
            }
        } catch {
            return ["id": id, "error": error.json["error"] ?? .null]
        }
    }
}

extension RouteRefusal {
    init(_ failure: JSONFailure) {
        self.init(
            .control(.badRequest),
            failure.isCut
                ? "The JSON text ends in the middle of a value."
                : "The JSON text is wrong in line \(failure.line).", advice: "Send one JSON object.")
    }

    fileprivate static var upgradeRequired: RouteRefusal {
        RouteRefusal(
            .upgradeRequired, "That comes over a WebSocket.", advice: "Open one here.")
    }

    fileprivate static var badMessage: RouteRefusal {
        RouteRefusal(
            .control(.badRequest), "The message is no command.",
            advice: #"Send one as in {"id":1,"command":"layout","arguments":{"layout":"pip"}}."#)
    }
}

/// What a request is for.
enum Route: Sendable, Equatable {
    case state
    case command(String)
    case snapshot(String, Snapshot.Format)
    case events
    case preview(PreviewRequest)
    case description
    case metrics
    case health

    /// The routes as the description has them: a method, and a path with names in braces.
    static let templates = [
        ("GET", "/api/v1/state"), ("POST", "/api/v1/commands/{name}"), ("GET", "/api/v1/snapshots/{output}"),
        ("GET", "/api/v1/events"), ("GET", "/api/v1/preview"), ("GET", "/api/v1/openapi.json"), ("GET", "/metrics"),
        ("GET", "/healthz"),
    ]

    /// Throws `not-found`, `method-not-allowed` (with the method that is) or what is wrong with the query.
    init(_ head: WebHead) throws(RouteRefusal) {
        if let plain = [["metrics"]: Route.metrics, ["healthz"]: .health][head.segments ?? []] {
            guard head.method == "GET" else { throw .method("GET") }
            self = plain
            return
        }
        guard let segments = head.segments, segments.prefix(2) == ["api", "v1"], let first = segments.dropFirst(2).first
        else { throw .notFound }
        let rest = segments.dropFirst(3)
        let method = first == "commands" ? "POST" : "GET"
        switch (first, rest.count) {
        case ("state", 0): self = .state
        case ("events", 0): self = .events
        case ("preview", 0): self = .preview(try PreviewRequest(head.query))
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

extension WebHead {
    fileprivate var isUpgrade: Bool { values(of: "upgrade").contains { $0.lowercased() == "websocket" } }
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

/// The answer to `/healthz`: a recording is well as long as frames come where some are due.
struct Health {
    private let state: ControlState

    init(_ state: ControlState) { self.state = state }

    var isWell: Bool {
        switch state.phase {
        case .recording: state.status?.isFlowing ?? true
        case .finished: false
        case .standby, .preparing, .paused, .finishing: true
        }
    }

    /// Keys: `well`, `phase`, `lost` (inputs that are out now).
    var json: JSONValue {
        [
            "well": .bool(isWell), "phase": .string(state.phase.rawValue),
            "lost": .array((state.status?.lost ?? []).map { .string($0.rawValue) }),
        ]
    }
}
