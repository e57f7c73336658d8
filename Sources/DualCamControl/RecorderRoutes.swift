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
        path: "/api/v1/state", name: "state", summary: "what is recorded, how, and which settings can be changed now",
        query: nil, success: [.json("The state.", "State")]
    ) { call in WebResponse(200, await call.routes.state(for: nil, call.role)) }

    private static let snapshot = TableRoute(
        path: "/api/v1/snapshots/{output}", name: "snapshot",
        summary: "a still picture of a camera or of the combined picture",
        query: [
            .init(
                name: "format", explanation: "The format of the picture.",
                schema: Schema.words(of: Snapshot.Format.self).with(["default": "jpeg"]))
        ],
        success: [
            .init(
                explanation: "The picture.", content: ["image/jpeg": [:], "image/png": [:]],
                headers: [
                    "X-Running-Time": [
                        "description": "The running time of the frame, in seconds.", "schema": ["type": "number"],
                    ]
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
        path: "/metrics", name: "metrics", summary: "metrics in Prometheus's text format", query: nil,
        success: [.init(explanation: "The metrics.", content: [WebResponse.metricsType: [:]])]
    ) { call in
        WebResponse(
            200, type: WebResponse.metricsType, fields: [WebField("Cache-Control", "no-store")],
            body: Array(await call.routes.metrics().utf8))
    }

    private static let health = TableRoute(
        path: "/healthz", name: "health",
        summary: "whether frames arrive when they are due and, in standby, whether a take could begin", query: nil,
        success: [.object("All is well."), .object("All is not well, for the given 'reason'.", status: 503)]
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
        path: "/api/v1/events", name: "events", summary: "a WebSocket that sends events and accepts commands",
        success: [opened], refusals: [426], socket: .events,
        more: [
            "description":
                """
            Messages are JSON texts. The first is the state with "event":"state". The others are the events that \
            'dualcam run --json' prints, and "event":"levels" for each microphone ten times a second. The answer to \
            {"id":1,"command":"layout","arguments":{"layout":"pip"}} is {"id":1,"answer":{...}} or \
            {"id":1,"error":{...}}. A browser sends its token as the protocol "bearer.TOKEN" beside "dualcam.v1". \
            A client that does not read is disconnected.
            """,
            "x-messages": Schema.reference("Event"),
        ]
    ) { _ throws(RouteRefusal) in throw .upgradeRequired }

    private static let preview = TableRoute(
        path: "/api/v1/preview", name: "preview",
        summary: "a WebSocket that sends pictures as they are recorded, in H.264 or as JPEGs",
        query: [
            .init(
                name: "source", explanation: "A camera, combined or multiview.", schema: Schema.text,
                isRequired: true),
            .init(
                name: "width", explanation: "The width in pixels.",
                schema: [
                    "type": "integer", "enum": .array(PreviewRequest.Width.allCases.map { .count($0.rawValue) }),
                ], isRequired: true),
            .init(
                name: "format", explanation: "h264, or jpeg: each picture by itself (default: h264).",
                schema: Schema.words(of: PreviewRequest.Form.self)),
        ], success: [opened], refusals: [422, 426], socket: .preview,
        more: [
            "description":
                """
            The first message is a JSON text, which is sent again whenever it changes: \
            {"source":"combined","width":640,"height":360,"frame-rate":30,"codec":"avc1.42c01f"}; for a multiview also \
            with "places". Each binary message is one access unit after a header of 16 bytes, big endian: version 1, \
            flags (1: key frame; 2: frames before it were left out), two bytes of 0, the frame's number (32 bits), and \
            its running time in nanoseconds (64 bits). Acknowledge each frame by {"ack":NUMBER}. A client with 8 \
            unacknowledged frames gets no more, and continues with the newest key frame. With the format jpeg, each \
            picture is a JPEG by itself, and the codec is "jpeg". If there is no such picture now, the server sends \
            {"error":{...}} and closes the WebSocket.
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
    /// True if the recording works: frames arrive while recording, or, in standby, a take could begin.
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
