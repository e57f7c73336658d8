import DualCamPlan
import DualCamRecordings
import DualCamSession
package import Soup

/// A function that returns the recorder's current metrics as text in Prometheus's format.
package typealias MetricsSource = @Sendable () async -> String

/// The HTTP and WebSocket interface of a recording's controller, which responds to all requests and messages. All
/// endpoints of a controller use the same routes and differ only in their access rules.
package struct ControlRoutes: WebApplication {
    let controller: any SessionController
    var rules: AccessRules
    let snapshots: SnapshotLimiter
    private let previews: PreviewHub
    let people: ConnectedPeople
    let metrics: MetricsSource
    let library: Library?
    let pipeline: PipelineAccess?

    /// Creates the interface of a controller.
    /// - Parameters:
    ///   - library: the library of recorded sessions; `nil` to offer none.
    ///   - pipeline: the access to the pipeline file; `nil` to offer none.
    init(
        _ controller: any SessionController, _ rules: AccessRules, snapshots: SnapshotLimiter,
        people: ConnectedPeople = ConnectedPeople(), library: Library? = nil, pipeline: PipelineAccess? = nil,
        metrics: @escaping MetricsSource = { "" }
    ) {
        (self.controller, self.rules, self.snapshots, self.metrics) = (controller, rules, snapshots, metrics)
        (previews, self.people) = (PreviewHub(controller), people)
        (self.library, self.pipeline) = (library, pipeline)
    }

    package func refusal(of head: WebHead) -> WebResponse? {
        if PageRoutes.serve(head) || LinkRoutes.serve(head) { return rules.pageRefusal(of: head)?.response }
        return (rules.refusal(of: head) ?? upgradeRefusal(of: head)).map { allow($0.response, head) }
    }

    /// The paths of all WebSockets. The value is true if clients of the WebSocket receive the recording's events.
    static let socketPaths = Dictionary(
        TableRoute.all.compactMap { route in route.socket.map { (route.path, $0 == .events) } }
    ) { first, _ in first }

    /// Returns the error if a request to a WebSocket's path does not validly open a WebSocket; `nil` for all other
    /// requests.
    private func upgradeRefusal(of head: WebHead) -> RouteRefusal? {
        guard let socket = TableRoute.socket(at: head) else { return nil }
        if head.method != "GET" { return .method("GET") }
        guard head.isUpgrade else { return .upgradeRequired }
        guard socket == .preview else { return nil }
        do throws(RouteRefusal) { _ = try PreviewRequest(head.query) } catch { return error }
        return nil
    }

    package func response(toExcess status: Int) -> WebResponse { RouteRefusal(excess: status).response }

    package func mostOfBody(of head: WebHead) -> Int? {
        do throws(RouteRefusal) { return try TableRoute.find(head).0.mostOfBody } catch { return nil }
    }

    package func response(toLargeBodyOf head: WebHead) -> WebResponse {
        allow(RouteRefusal(body: mostOfBody(of: head)).response, head)
    }

    package func response(to request: WebRequest) async -> WebResponse {
        if request.head.method == "OPTIONS", rules.guest(of: request.head) != nil {
            return allow(WebResponse(204, type: "text/plain", body: []), request.head)
        }
        var response: WebResponse
        do throws(RouteRefusal) { response = try await answer(to: request) } catch { response = error.response }
        if seesLess(request.head) || LinkRoutes.serve(request.head) { response = response.without(paths) }
        return allow(response, request.head)
    }

    /// The filter that shortens this machine's absolute paths in responses to viewers.
    private var paths: PathRemoval { PathRemoval(library?.directories ?? []) }

    private func answer(to request: WebRequest) async throws(RouteRefusal) -> WebResponse {
        if let file = try PageRoutes.response(to: request.head) { return file }
        let (route, values) = try TableRoute.find(request.head)
        let answer = try await route.answer(RouteCall(request: request, values: values, routes: self))
        if route.isTold { people.note(route.name, by: request.head.values(of: "x-dualcam-person").first) }
        return answer
    }

    /// Adds the CORS headers to a response if the request came from an allowed page of another server. With these
    /// headers, the browser lets the page read the response.
    private func allow(_ response: WebResponse, _ head: WebHead) -> WebResponse {
        guard let guest = rules.guest(of: head) else { return response }
        var response = response
        response.fields += [
            WebField("Access-Control-Allow-Origin", guest), WebField("Vary", "Origin"),
            WebField("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"),
            WebField("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Dualcam-Person"),
            WebField("Access-Control-Expose-Headers", "X-Running-Time"), WebField("Access-Control-Max-Age", "600"),
        ]
        return response
    }
}

// MARK: Commands

extension RecorderRoutes {
    static func command(_ schema: CommandSchema) -> TableRoute {
        let properties = JSONValue.object(schema.parameters.map { .init($0.name, Schema.parameter($0)) })
        let required = schema.parameters.filter(\.isRequired).map(\.name)
        return TableRoute(
            method: .post, path: "/api/v1/commands/\(schema.name.rawValue)", name: schema.name.rawValue,
            summary: schema.summary, query: nil,
            arguments: Schema.object(properties, required: required).with(["examples": [schema.example]]),
            success: [.json("The values after the change.", "Answer")],
            refusals: ControlRefusal.Code.allCases.map(\.status) + [413, 415], isTold: true, answer: perform)
    }

    @Sendable static func perform(_ call: RouteCall) async throws(RouteRefusal) -> WebResponse {
        let arguments = try call.request.arguments()
        do throws(ControlRefusal) {
            let command = try await call.routes.command(call.head.segments?.last ?? "", arguments)
            let answer = try await call.routes.controller.perform(command)
            return WebResponse(200, answer.json)
        } catch {
            throw RouteRefusal(error)
        }
    }
}

extension WebRequest {
    /// Parses the body of a request as JSON arguments. An empty body counts as an empty object. Throws
    /// `unsupported-media-type` if the request does not declare its body as JSON, or `bad-request` if the body is not
    /// valid JSON in UTF-8.
    func arguments() throws(RouteRefusal) -> JSONValue {
        guard !body.isEmpty else { return .object([]) }
        let types = head.values(of: "content-type").map { $0.prefix { $0 != ";" }.lowercased() }
        guard types == ["application/json"] else {
            throw RouteRefusal(
                .unsupportedMediaType, "The arguments are not said to be JSON.",
                advice: "Send 'Content-Type: application/json'.")
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw RouteRefusal(.control(.badRequest), "The arguments are not UTF-8.", advice: "Send JSON in UTF-8.")
        }
        do throws(JSONFailure) { return try JSONValue(parsing: text) } catch { throw RouteRefusal(error) }
    }
}

extension ControlRoutes {
    /// Parses a command. If the arguments of a `record` command are invalid, also sends a warning to all clients, as
    /// the recording does if it rejects the command itself.
    fileprivate func command(_ name: String, _ arguments: JSONValue) async throws(ControlRefusal) -> ControlCommand {
        do throws(ControlRefusal) {
            try arguments.checkTexts()
            return try ControlCommand(named: name, arguments)
        } catch {
            if name == ControlCommand.Name.record.rawValue {
                // The warning reaches all connected clients, so it does not quote the arguments.
                await controller.warn(
                    .take, "The take could not begin: the arguments of 'record' were refused (\(error.code.rawValue)).")
            }
            throw error
        }
    }
}

// MARK: WebSocket
extension ControlRoutes {
    package func seesLess(_ head: WebHead) -> Bool { rules.role(of: head) == .viewer }

    package func converse(over socket: WebSocket) async {
        // Invalid arguments were already rejected before the WebSocket was opened.
        if TableRoute.socket(at: socket.head) == .preview, let request = try? PreviewRequest(socket.head.query) {
            return await previews.serve(request, over: socket)
        }
        let role = rules.role(of: socket.head)
        let person = people.enter(socket.head, role)
        defer { people.leave(person) }
        let shown = { [paths] (line: String) in role == .viewer ? paths.line(line) : line }
        await socket.begin(with: shown(await state(for: person, role).line(ofEvent: "state")))
        for await text in socket.messages { await socket.send(shown(await answer(to: text, of: person, role).line)) }
    }

    func state(for person: String?, _ role: ControlRole) async -> JSONValue {
        await controller.state().json.with(people.members(for: person, role))
    }

    /// Carries out the command in a client's message, such as `{"id": 1, "command": "layout", "arguments": {...}}`.
    /// Returns the response `{"id": 1, "answer": {...}}` or `{"id": 1, "error": {...}}`.
    func answer(to text: String, of person: String? = nil, _ role: ControlRole = .director) async -> JSONValue {
        var id = JSONValue.null
        do throws(RouteRefusal) {
            let message: JSONValue
            do throws(JSONFailure) { message = try JSONValue(parsing: text) } catch { throw RouteRefusal(error) }
            id = message["id"] ?? .null
            guard let members = message.members, let name = message["command"]?.text,
                members.allSatisfy({ ["id", "command", "arguments"].contains($0.key) }), members.count <= 3
            else { throw .badMessage }
            guard role == .director else { throw .readOnly }
            do throws(ControlRefusal) {
                let command = try await self.command(name, message["arguments"] ?? .object([]))
                let answer = try await controller.perform(command)
                people.note(command.name.rawValue, by: person)
                return ["id": id, "answer": answer.json]
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

    fileprivate static var badMessage: RouteRefusal {
        RouteRefusal(
            .control(.badRequest), "The message is not a command.",
            advice: #"Send one as in {"id":1,"command":"layout","arguments":{"layout":"pip"}}."#)
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
