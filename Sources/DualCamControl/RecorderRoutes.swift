import DualCamPlan
import DualCamRecordings
import DualCamSession
import Soup
internal import Synchronization

/// The routes with which clients control and observe the running recording.
enum RecorderRoutes {
    static let all =
        [state, snapshot, events, preview, description, metrics, health]
        + ControlCommand.Name.allCases.map { command($0.schema) }

    /// The route for commands with an unknown name. It returns the same error as for invalid arguments.
    static let unknownCommand = TableRoute(
        method: .post, path: "/api/v1/commands/{command}", name: "command", summary: "", query: nil, success: [],
        answer: perform)

    private static let state = TableRoute(
        path: "/api/v1/state", name: "state", summary: "what is recorded, how, and what of it can be changed now",
        query: nil, success: [.json("The state.", "State")]
    ) { call in WebResponse(200, await call.routes.state(for: nil, call.role)) }

    private static let snapshot = TableRoute(
        path: "/api/v1/snapshots/{output}", name: "snapshot", summary: "a still picture of a camera or of combined",
        query: [
            .init(
                name: "format", explanation: "The kind of picture.",
                schema: Schema.words(of: Snapshot.Format.self).with(["default": "jpeg"]))
        ],
        success: [
            .init(
                explanation: "The picture.", content: ["image/jpeg": [:], "image/png": [:]],
                headers: [
                    "X-Running-Time": ["description": "Of the frame, in seconds.", "schema": ["type": "number"]]
                ])
        ], refusals: [409, 422, 500, 501, 503, 504]
    ) { call throws(RouteRefusal) in
        let (routes, format) = (call.routes, try call.format)
        guard routes.snapshots.enter() else { throw RouteRefusal(excess: 503) }
        defer { routes.snapshots.leave() }
        do throws(ControlRefusal) {
            let picture = try await routes.controller.snapshot(of: call["output"], as: format)
            return WebResponse(
                200, type: "image/" + format.rawValue,
                fields: [
                    WebField("X-Running-Time", JSONValue.time(picture.at).line), WebField("Cache-Control", "no-store"),
                ], body: picture.bytes)
        } catch {
            throw RouteRefusal(error)
        }
    }

    private static let description = TableRoute(
        path: "/api/v1/openapi.json", name: "description", summary: "this description", query: nil,
        success: [.object("This description.")]
    ) { call in WebResponse(200, InterfaceDescription(needsToken: call.rules.token != nil).json) }

    private static let metrics = TableRoute(
        path: "/metrics", name: "metrics", summary: "figures in Prometheus's text format", query: nil,
        success: [.init(explanation: "The figures.", content: [WebResponse.metricsType: [:]])]
    ) { call in
        WebResponse(
            200, type: WebResponse.metricsType, fields: [WebField("Cache-Control", "no-store")],
            body: Array(await call.routes.metrics().utf8))
    }

    private static let health = TableRoute(
        path: "/healthz", name: "health",
        summary: "whether frames come where some are due, and a take could begin where none is recorded", query: nil,
        success: [.object("It is well."), .object("It is not, for the 'reason'.", status: 503)]
    ) { call in
        let state = await call.routes.controller.state()
        return WebResponse(
            state.isWell ? 200 : 503,
            [
                "well": .bool(state.isWell), "phase": .string(state.phase.rawValue),
                // The inputs that are lost now.
                "lost": .array((state.status?.lost ?? []).map { .string($0.rawValue) }),
                "reason": .text(state.trouble),
            ])
    }
}

// MARK: WebSockets

extension RecorderRoutes {
    private static let opened = TableRoute.Success(status: 101, explanation: "The WebSocket is open.")

    private static let events = TableRoute(
        path: "/api/v1/events", name: "events", summary: "a WebSocket of what happens; commands may be sent over it",
        success: [opened], refusals: [426], socket: .events,
        more: [
            "description":
                """
            Messages are JSON texts. The first is the state with "event":"state", the others are what 'dualcam run --json' \
            prints, and "event":"levels" of every microphone ten times a second. {"id":1,"command":"layout","arguments":{"layout":"pip"}} is \
            answered by {"id":1,"answer":{...}} or {"id":1,"error":{...}}. A browser sends its token as the protocol \
            "bearer.TOKEN" beside "dualcam.v1". Who does not read is dropped.
            """,
            "x-messages": Schema.reference("Event"),
        ]
    ) { _ throws(RouteRefusal) in throw .upgradeRequired }

    private static let preview = TableRoute(
        path: "/api/v1/preview", name: "preview",
        summary: "a WebSocket of pictures as they are recorded, in H.264 or as JPEGs",
        query: [
            .init(
                name: "source", explanation: "A camera, combined or multiview.", schema: Schema.text,
                isRequired: true),
            .init(
                name: "width", explanation: "In pixels.",
                schema: [
                    "type": "integer", "enum": .array(PreviewRequest.Width.allCases.map { .count($0.rawValue) }),
                ], isRequired: true),
            .init(
                name: "format", explanation: "h264 (the default), or jpeg: each picture by itself.",
                schema: Schema.words(of: PreviewRequest.Form.self)),
        ], success: [opened], refusals: [422, 426], socket: .preview,
        more: [
            "description":
                """
            The first message is a JSON text: {"source":"combined","width":640,"height":360,"frame-rate":30,"codec":"avc1.42c01f"}, \
            that of a multiview with "places"; it comes again whenever it changes. Each binary message is one access unit \
            behind a head of 16 bytes, big endian: version 1, flags (1: key frame; 2: frames before it were left out), two bytes of 0, a \
            number of 32 bits, the running time in nanoseconds of 64 bits. Acknowledge each by {"ack":NUMBER}: who has 8 that \
            are not acknowledged gets no more, and goes on with the newest group of pictures. With the \
            format jpeg each picture is a JPEG by itself, and the codec "jpeg". {"error":{...}} comes where \
            there is no such picture now, and the end behind it.
            """
        ]
    ) { _ throws(RouteRefusal) in throw .upgradeRequired }
}

extension RouteCall {
    fileprivate var format: Snapshot.Format {
        get throws(RouteRefusal) {
            guard let word = head.query?.first?.value else { return .jpeg }
            guard let format = Snapshot.Format(rawValue: word) else {
                throw RouteRefusal(
                    .control(.badValue), "There is no format '\(word.prefix(60))'.", advice: "There are jpeg and png.")
            }
            return format
        }
    }
}

extension RouteRefusal {
    static var upgradeRequired: RouteRefusal {
        RouteRefusal(.upgradeRequired, "That comes over a WebSocket.", advice: "Open one here.")
    }
}

extension ControlState {
    /// True when the recording works: frames arrive while recording, or, in standby, a take could begin.
    var isWell: Bool { trouble == nil }

    /// The reason why the recording does not work, in full sentences; `nil` if it works.
    var trouble: String? {
        switch phase {
        case .recording: status?.isFlowing ?? true ? nil : "No frames come."
        case .finished: "The recording is over."
        case .standby: status?.obstacle.map { "No take can begin now: \($0.message) \($0.remoteAdvice)" }
        case .preparing, .paused, .finishing: nil
        }
    }
}

/// A limiter for snapshot requests, which need far more CPU time than any other request. It admits at most two at a
/// time, and four per second on average.
package final class SnapshotLimiter: Sendable {
    private let state = Mutex((inside: 0, rate: RateLimit(each: .milliseconds(250), burst: 8)))

    package init() {}

    func enter() -> Bool {
        state.withLock { state in
            guard state.inside < 2, state.rate.admit(at: .now) else { return false }
            state.inside += 1
            return true
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
}
