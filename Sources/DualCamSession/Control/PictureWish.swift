import DualCamConfig
import DualCamPlan

/// What a command about the picture comes to, as keys of the pipeline file.
struct PictureWish {
    private let pipeline: Pipeline
    private let combined: Combined

    /// - Parameter pipeline: as it is directed now.
    ///
    /// Throws `unsupported` where no combined picture is recorded.
    init(_ pipeline: Pipeline) throws(ControlRefusal) {
        guard let combined = pipeline.combined, pipeline.outputs.contains(.combined) else { throw .noCombinedPicture }
        (self.pipeline, self.combined) = (pipeline, combined)
    }

    /// Throws `badValue` for what is not accepted and `notNow` where the layout has no main camera.
    func settings(for command: ControlCommand) throws(ControlRefusal) -> [LiveSetting] {
        switch command.name {
        case .layout: try layout(command["layout"]?.text ?? "")
        case .main: try main(try camera(command["camera"]))
        case .swap: try swapped()
        case .divider: try divider(command)
        default: try inset(command)
        }
    }

    /// The main camera and the one beside or over it, as they are in `pipeline`.
    static func cast(of pipeline: Pipeline) -> [JSONValue.Member] {
        guard let combined = pipeline.combined else { return [] }
        let names = combined.cast(of: pipeline.cameras.map(\.name))
        guard combined.layout.lead == .chosen, names.count > 1 else {
            return [.init("layout", .string("\(combined.layout)"))]
        }
        return [.init("main", .string(names[0])), .init("inset", .string(names[1]))]
    }

    private var names: [String] { pipeline.cameras.map(\.name) }
    private var cast: [String] { combined.cast(of: names) }

    private func layout(_ word: String) throws(ControlRefusal) -> [LiveSetting] {
        let known = LayoutName.builtInWords + pipeline.layouts.map(\.name)
        guard known.contains(word) else {
            throw .unknown(word, "layout", among: LayoutName.possible(in: pipeline).map(\.description))
        }
        return [LiveSetting("combined.layout", word)]
    }

    /// The inset stays who it is, unless it becomes the main picture: then the two change places.
    private func main(_ camera: String) throws(ControlRefusal) -> [LiveSetting] {
        switch combined.layout.lead {
        case .chosen:
            guard cast.count > 1 else { return Self.cast(main: camera, inset: nil) }
            return Self.cast(main: camera, inset: camera == cast[1] ? cast[0] : cast[1])
        case .named:
            guard let layout = Self.primary[camera] else { throw .mainIsNamed(by: combined.layout) }
            return [LiveSetting("combined.layout", layout)]
        case .none: throw .noMain(in: combined.layout)
        }
    }

    private func swapped() throws(ControlRefusal) -> [LiveSetting] {
        guard names.count > 1 else {
            throw ControlRefusal(.notNow, "There is only one camera, and nothing to swap it with.")
        }
        switch combined.layout.lead {
        case .chosen: return Self.cast(main: cast[1], inset: cast[0])
        case .named:
            return [LiveSetting("combined.layout", combined.layout == .frontPrimary ? "back-primary" : "front-primary")]
        case .none: throw .noMain(in: combined.layout)
        }
    }

    private static let primary = ["front": "front-primary", "back": "back-primary"]

    private static func cast(main: String, inset: String?) -> [LiveSetting] {
        let own = inset.map { $0 == main ? [] : [LiveSetting("combined.inset.camera", $0)] } ?? []
        return [LiveSetting("combined.main", main)] + own
    }

    private func divider(_ command: ControlCommand) throws(ControlRefusal) -> [LiveSetting] {
        try requireSomething(of: command, as: "{\"width\":4}")
        try requireOwnMixer(for: "lines")
        let width = command["width"]?.count.map { LiveSetting("combined.divider.width", "\($0)") }
        let colour = command["colour"]?.text.map { LiveSetting("combined.divider.colour", $0) }
        return [width, colour].compactMap { $0 }
    }

    private func requireOwnMixer(for what: String) throws(ControlRefusal) {
        guard combined.mixer == .dualcam else {
            throw ControlRefusal(
                .unsupported, "The mixer '\(combined.mixer.rawValue)' draws no \(what).",
                advice: "Write combined.mixer: dualcam into the pipeline file.")
        }
    }

    private func requireSomething(of command: ControlCommand, as example: String) throws(ControlRefusal) {
        guard command.arguments.contains(where: { !ChangeWish.arguments.contains($0.key) }) else {
            throw ControlRefusal(
                .badRequest, "\(command.name.rawValue) needs at least one of its arguments.",
                advice: "Send one, as in \(example).")
        }
    }

    private func inset(_ command: ControlCommand) throws(ControlRefusal) -> [LiveSetting] {
        try requireSomething(of: command, as: "{\"position\":\"top-left\"}")
        var settings: [LiveSetting] = []
        if let value = command["camera"] { settings.append(LiveSetting("combined.inset.camera", try camera(value))) }
        if let value = command["position"] { settings += try position(value) }
        for key in ["size", "opacity"] {
            guard let text = command[key]?.text else { continue }
            settings.append(LiveSetting("combined.inset.\(key)", try Self.share(text)))
        }
        for key in ["margin", "radius", "border", "shadow"] {
            guard let count = command[key]?.count else { continue }
            settings.append(LiveSetting("combined.inset.\(key)", "\(count)"))
        }
        if let colour = command["border-colour"]?.text {
            try requireOwnMixer(for: "border")
            settings.append(LiveSetting("combined.inset.border-colour", colour))
        }
        return settings
    }

    private func position(_ value: JSONValue) throws(ControlRefusal) -> [LiveSetting] {
        let key = "combined.inset.position"
        if let word = value.text {
            let corners = Corner.allCases.map(\.rawValue)
            guard corners.contains(word) || word == "centre" else { throw .unknown(word, "position", among: corners) }
            return [LiveSetting(key, word)]
        }
        guard let x = value["x"]?.text, let y = value["y"]?.text, value.members?.count == 2 else {
            throw ControlRefusal(
                .badRequest, "A free position has an x and a y.", advice: "Send it as in {\"x\":\"60%\",\"y\":\"10%\"}."
            )
        }
        return [LiveSetting("\(key).x", try Self.share(x)), LiveSetting("\(key).y", try Self.share(y))]
    }

    /// A word that is none of the file's cameras would lead into another key.
    private func camera(_ value: JSONValue?) throws(ControlRefusal) -> String {
        let word = value?.text ?? ""
        guard names.contains(word) else { throw .unknown(word, "camera", among: names) }
        return word
    }

    static func share(_ text: String) throws(ControlRefusal) -> String {
        do throws(Refusal) { return try Share(parsing: text).notation } catch {
            throw ControlRefusal(
                .badValue, Wording.sentence(error.message), advice: error.hint.map(Wording.sentence) ?? "")
        }
    }
}

extension ControlRefusal {
    static let noCombinedPicture = ControlRefusal(
        .unsupported, "No combined picture is recorded.",
        advice: "Add a section 'combined' to the pipeline file, and 'combined' to recording.outputs where it is given.")

    static func noMain(in layout: LayoutName) -> ControlRefusal {
        ControlRefusal(
            .notNow, "The layout '\(layout)' has no main camera: every camera has its own place in it.",
            advice: "Choose pip, dominant, stacked or side-by-side first.")
    }

    static func mainIsNamed(by layout: LayoutName) -> ControlRefusal {
        ControlRefusal(
            .notNow, "The main camera of the layout '\(layout)' is the one that its name says.",
            advice: "Choose pip or dominant first.")
    }

    /// - Parameter kind: what `word` should be one of.
    static func unknown(_ word: String, _ kind: String, among known: [String]) -> ControlRefusal {
        ControlRefusal(
            .badValue, "There is no \(kind) called '\(word.prefix(60))'.",
            advice: Wording.sentence(Refusal.suggestion(for: word, among: known) ?? ""))
    }
}
