import DualCamConfig
import DualCamEditing
import DualCamPlan
import DualCamRecordings
import DualCamSession
import Soup

/// The routes that make new files from a finished session and return them. The recorded files do not change.
enum MakingRoutes {
    static let all = [export, compose, trim, dub, stabilise, timeline, cuts, made, removeMade]

    private static let export = TableRoute.work(
        .export, "export a session for a platform or a purpose, like 'dualcam export'",
        [
            .word("as", ExportTemplate.words, "The name of a template."),
            .time("from", "Start here", usually: "the beginning"), .time("to", "End here", usually: "the end"),
            .text(
                "loudness", "Normalise the sound to this loudness: -16LUFS, or off (default: the template's)."
            ) { (text) throws(Refusal) in
                if text != "off" { _ = try Loudness(parsing: text, in: LoudnessTarget.loudnesses) }
            },
            .word(
                "noise-reduction", ["off"] + NoiseReduction.allCases.map(\.rawValue),
                "Reduce noise behind voices (default: the template's)."),
            .pairs("mix", "Set the gain of each microphone in the mix: anna=3dB,ben=off.", left: .microphone),
            .document(
                "subtitles", "Add the text of an .srt file as a subtitle track. Its times are those of the new file."),
            .flag("draw-subtitles", "Draw the subtitles into the picture instead of adding a track."),
            .flag("chapters", "Also write the marks to a text file, as chapters for YouTube."),
        ], required: ["as"], example: ["as": "youtube", "from": "1:20", "chapters": true])

    private static let compose = TableRoute.work(
        .compose,
        "render a session's combined picture from its cameras' files, like 'dualcam compose'; the cut list or one of the rules replaces the recorded decisions",
        [
            .document(
                "edit", "Use this cut list instead of the recorded decisions: the text that 'dualcam cuts' prints."),
            .length("switch-every", "Switch the main camera automatically: 5s.", in: Switching.intervals),
            .flag("switch-at-marks", "Switch to the next main camera at each mark."),
            .pairs(
                "by-speaker", "Show the camera of whoever speaks, by the microphones' tracks: back=anna,front=ben.",
                left: .camera, right: .microphone),
        ], example: ["switch-every": "5s"])

    private static let trim = TableRoute.work(
        .trim, "cut all files of a session alike, without re-encoding them, like 'dualcam trim'",
        [
            .time("from", "Start here", usually: "the beginning"), .time("to", "End here", usually: "the end"),
            .texts("cut", "Remove these parts: 1:20..1:35.5."),
            .length(
                "without-silence",
                "Remove silence (below -40 dB) of at least this length, except a quarter of a second at each end.",
                in: TrimmedSession.silences),
            .outputs("cameras", "Only these outputs: back,combined."),
            .flag("join", "Join the segments of each output into one file."),
        ], example: ["from": "12s", "to": "45:30", "join": true])

    private static let dub = TableRoute.work(
        .dub, "replace a session's sound with that of a separate recorder, in sync, like 'dualcam dub'",
        [
            .text("sound", "The name of the recorder's sound file, which must be in the session's folder.") {
                (text) throws(Refusal) in
                guard !SessionFolder.isFileName(text) else { return }
                throw Refusal(
                    "'\(text.printable.prefix(200))' is no name of a file",
                    hint: "put the file into the session's folder, and send its name")
            },
            .text("offset", "The exact beginning of this file: 12.345s, -1:02.5 (default: found by its sound)."),
            .outputs("cameras", "Only these outputs: back,combined."),
        ], required: ["sound"], example: ["sound": "recorder.wav"])

    private static let stabilise = TableRoute.work(
        .stabilise, "write a stabilised copy of a camera's picture, like 'dualcam stabilise'; needs ffmpeg",
        [
            .text("camera", "The camera to stabilise.").naming { [(.camera, $0)] },
            .length(
                "over", "Remove movements shorter than this, 200ms to 10s; longer is steadier (default: 1s).",
                in: Stabilisation.lengths),
            .word(
                "edges", Stabilisation.Edges.allCases.map(\.rawValue),
                "zoom: enlarge to hide the edges; fill: show earlier pictures there; black (default: zoom)."),
        ], required: ["camera"], example: ["camera": "front"])

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
    /// The number of the job that made the requested file, from the request's path.
    fileprivate var number: Int {
        get throws(RouteRefusal) {
            guard let id = Int(self["made"]) else { throw .notFound }
            return id
        }
    }
}

/// An argument of a request to make new files. Each argument corresponds to an option of the command.
struct RenderArgument: Sendable {
    /// The name of the argument, and of the corresponding option of the command.
    var name: String
    /// True when the argument is the text of a document. Clients see only the document's length.
    private(set) var isDocument = false
    /// True when the argument accepts free text, not only a switch or predefined words. Viewers do not see its value.
    private(set) var isWritten = true
    fileprivate var schema: JSONValue
    private var read: @Sendable (JSONValue) throws(Refusal) -> Void
    /// A function that returns the parts of the session, such as cameras, that the argument's value names.
    private var named: @Sendable (String) -> [(NamedPart.Kind, String)] = { _ in [] }

    static func text(
        _ name: String, _ explanation: String, check: @escaping @Sendable (String) throws(Refusal) -> Void = { _ in }
    ) -> Self {
        Self(name: name, schema: Schema.text.explained(explanation)) { value throws(Refusal) in
            guard let text = value.text else { throw Refusal("it is no text") }
            try check(text)
        }
    }

    static func document(_ name: String, _ explanation: String) -> Self {
        var argument = text(name, explanation) { text throws(Refusal) in
            if text.isEmpty { throw Refusal("it is empty") }
        }
        (argument.isDocument, argument.isWritten) = (true, false)
        return argument
    }

    static func word(_ name: String, _ words: [String], _ explanation: String) -> Self {
        var argument = text(name, explanation) { text throws(Refusal) in
            guard !words.contains(text) else { return }
            throw Refusal(
                "there is no '\(text.printable.prefix(60))'", hint: Refusal.suggestion(for: text, among: words))
        }
        argument.schema = Schema.words(words).explained(explanation)
        argument.isWritten = false
        return argument
    }

    /// Creates an argument that is a time in a recording.
    /// - Parameter usually: a description of the time that is used without the argument.
    static func time(_ name: String, _ explanation: String, usually: String) -> Self {
        text(name, "\(explanation): 3.2s, 12:40, or mark:TEXT (default: \(usually)).") { text throws(Refusal) in
            _ = try TimePoint(parsing: text)
        }
    }

    static func length(_ name: String, _ explanation: String, in range: ClosedRange<Duration>) -> Self {
        text(name, explanation) { text throws(Refusal) in _ = try Duration(parsing: text, in: range) }
    }

    static func texts(_ name: String, _ explanation: String) -> Self {
        Self(name: name, schema: Schema.texts.explained(explanation)) { value throws(Refusal) in
            guard let list = value.list, list.allSatisfy({ $0.text != nil }) else {
                throw Refusal("it is no list of texts")
            }
        }
    }

    static func flag(_ name: String, _ explanation: String) -> Self {
        var argument = Self(name: name, schema: Schema.flag.explained(explanation)) { value throws(Refusal) in
            guard case .bool = value else { throw Refusal("it is neither true nor false") }
        }
        argument.isWritten = false
        return argument
    }

    /// Returns a copy of the argument that uses the function `named` to find names of session parts in its value.
    func naming(_ named: @escaping @Sendable (String) -> [(NamedPart.Kind, String)]) -> Self {
        var argument = self
        argument.named = named
        return argument
    }

    /// Returns the parts of the session, such as cameras, that the request's value of this argument names.
    func parts(in arguments: JSONValue) -> [NamedPart] {
        (arguments[name]?.text).map(named)?.map { NamedPart(argument: name, kind: $0, name: $1) } ?? []
    }

    /// Checks this argument in a request. Throws if it is required and missing, or if its value is invalid.
    func check(_ arguments: JSONValue, isRequired: Bool) throws(RouteRefusal) {
        guard let value = arguments[name] else {
            guard isRequired else { return }
            throw RouteRefusal(
                .control(.badRequest), "'\(name)' is missing.", advice: "Send {\"\(name)\": \"...\"}.")
        }
        do throws(Refusal) { try read(value) } catch {
            throw RouteRefusal(
                .control(.badValue), "'\(name)': \(error.message).",
                advice: error.hint ?? "See /api/v1/openapi.json.")
        }
    }
}

extension [RenderArgument] {
    /// Returns the JSON schema of a request with these arguments, required ones first.
    func schema(required: [String] = [], example: JSONValue) -> JSONValue {
        let members = { (arguments: [RenderArgument]) in JSONValue.object(arguments.map { .init($0.name, $0.schema) }) }
        return Schema.arguments(
            members(filter { required.contains($0.name) }), optional: members(filter { !required.contains($0.name) }),
            example: example)
    }
}
