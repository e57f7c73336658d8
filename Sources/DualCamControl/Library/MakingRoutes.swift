import DualCamConfig
import DualCamEditing
import DualCamRecordings
import Soup

/// The routes that make new files from a finished session and return them. The recorded files do not change.
enum MakingRoutes {
    static let all = [export, compose, trim, dub, stabilise, timeline, cuts, made, removeMade]

    private static let export = TableRoute.making(
        .export, "export a session for a platform or a purpose, like 'dualcam export'", required: ["as"],
        naming: ["mix": .pairs(left: .microphone)], example: ["as": "youtube", "from": "1:20", "chapters": true])

    private static let compose = TableRoute.making(
        .compose,
        "render a session's combined picture from its cameras' files, like 'dualcam compose'; the cut list or one of the rules replaces the recorded decisions",
        naming: ["by-speaker": .pairs(left: .camera, right: .microphone)], example: ["switch-every": "5s"])

    private static let trim = TableRoute.making(
        .trim, "cut all files of a session alike, without re-encoding them, like 'dualcam trim'",
        naming: ["cameras": .outputs], example: ["from": "12s", "to": "45:30", "join": true])

    private static let dub = TableRoute.making(
        .dub, "replace a session's sound with that of a separate recorder, in sync, like 'dualcam dub'",
        required: ["sound"], naming: ["cameras": .outputs], example: ["sound": "recorder.wav"])

    private static let stabilise = TableRoute.making(
        .stabilise, "write a stabilised copy of a camera's picture, like 'dualcam stabilise'; needs ffmpeg",
        required: ["camera"], naming: ["camera": .camera], example: ["camera": "front"])

    private static let timeline = TableRoute(
        path: "/api/v1/sessions/{session}/timeline/{format}", name: "timeline",
        summary:
            "a finished session as a timeline for a video editor: otio, fcpxml, edl or kdenlive; for viewers, with the file paths of the session's archive",
        success: [.init(explanation: "The timeline.", content: [plain: [:]])], refusals: [409, 500]
    ) { call throws(RouteRefusal) in
        guard let format = TimelineFormat(rawValue: call["format"]) else { throw .notFound }
        let text = try await call.library.timeline(
            format, of: call["session"], isPortable: call.role == .viewer)
        return WebResponse(
            200, type: plain,
            fields: .ofAFile + [.attachment(named: "\(call["session"]).\(format.rawValue)")],
            body: text)
    }

    private static let cuts = TableRoute(
        path: "/api/v1/sessions/{session}/cuts", name: "cuts",
        summary: "the edit decisions of a finished session, as a cut list that 'compose' accepts as 'edit'",
        success: [.init(explanation: "The cut list.", content: [yaml: [:]])], refusals: [409, 500]
    ) { call throws(RouteRefusal) in
        let session = call["session"]
        let text = try await call.library.ask { sessions throws(LibraryFailure) in try sessions.cutList(of: session)
        }
        return WebResponse(
            200, type: yaml, fields: .ofAFile + [.attachment(named: "\(session).cuts.yaml")], body: Array(text.utf8))
    }

    /// The media type of YAML files (RFC 9512).
    private static let yaml = "application/yaml"

    private static let plain = "application/octet-stream"

    private static let made = TableRoute.file(
        "/api/v1/sessions/{session}/made/{made}", name: "made", "a file that was made from a session",
        types: ExportContainer.allCases.map(\.mediaType) + ["text/plain; charset=utf-8"], refusals: []
    ) { call throws(RouteRefusal) in
        try await call.library.made(call.number, of: call["session"])
    }

    private static let removeMade = TableRoute(
        method: .delete, path: "/api/v1/sessions/{session}/made/{made}", name: "remove",
        summary: "permanently delete a file that was made from a session; recorded files are never deleted",
        success: [.object("The file is deleted.")], refusals: [409, 500], isTold: true
    ) { call throws(RouteRefusal) in
        let (id, session) = (try call.number, call["session"])
        try await call.library.ask { sessions throws(LibraryFailure) in try sessions.removeMade(id, of: session) }
        return WebResponse(200, [:])
    }
}

extension RouteCall {
    /// The number of the requested made file, from the request's path. Throws `not-found` if it is not a number.
    fileprivate var number: Int {
        get throws(RouteRefusal) {
            guard let id = Int(self["made"]) else { throw .notFound }
            return id
        }
    }
}
