import DualCamConfig
import DualCamPlan

package struct LayoutRequest: PictureRequest {
    var layout = ""
    var style = ChangeStyle()

    static let definition = CommandDefinition(
        .layout, "arrange the combined picture", examples: ["layout stacked", "layout side-by-side --over 500ms"],
        ControlCommand.Request.layout)

    static var arguments: [CommandArgument<Self>] {
        let words = CommandSchema.Parameter.Kind.choice(LayoutName.builtInWords, other: "or one of the pipeline file")
        return [.required("layout", \.layout, .written(as: words) { $0 }, "the layout", example: "stacked")] + motion
    }

    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        _ = try pipeline.recordedCombined
        let known = LayoutName.builtInWords + pipeline.layouts.map(\.name)
        guard known.contains(layout) else {
            throw .unknown(layout, "layout", among: LayoutName.possible(in: pipeline).map(\.description))
        }
        return [LiveSetting("combined.layout", layout)]
    }
}

package struct MainRequest: PictureRequest {
    var camera = ""
    var style = ChangeStyle()

    static let definition = CommandDefinition(
        .main, "choose the camera that fills the picture",
        examples: ["main front", "main back --transition dissolve --over 1s"], ControlCommand.Request.main)

    static var arguments: [CommandArgument<Self>] {
        [.required("camera", \.camera, .text, "the camera", example: "back")] + motion + transition
    }

    /// The inset stays who it is, unless it becomes the main picture: then the two change places.
    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        let combined = try pipeline.recordedCombined
        try pipeline.check(camera: camera)
        switch combined.layout.lead {
        case .chosen:
            let cast = combined.cast(of: pipeline.cameras.map(\.name))
            guard cast.count > 1 else { return .cast(main: camera, inset: nil) }
            return .cast(main: camera, inset: camera == cast[1] ? cast[0] : cast[1])
        case .named:
            let primary = ["front": "front-primary", "back": "back-primary"]
            guard let layout = primary[camera] else { throw .mainIsNamed(by: combined.layout) }
            return [LiveSetting("combined.layout", layout)]
        case .none: throw .noMain(in: combined.layout)
        }
    }

    func change(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        try style.changeOfMain(of: combined, isSwap: false)
    }
}

package struct SwapRequest: PictureRequest {
    var style = ChangeStyle()

    static let definition = CommandDefinition(
        .swap, "swap the main camera and the one beside or over it",
        examples: ["swap", "swap --transition slide --direction up"], ControlCommand.Request.swap)

    static var arguments: [CommandArgument<Self>] { motion + transition }

    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        let combined = try pipeline.recordedCombined
        let cast = combined.cast(of: pipeline.cameras.map(\.name))
        guard pipeline.cameras.count > 1 else {
            throw ControlRefusal(.notNow, "There is only one camera, and nothing to swap it with.")
        }
        switch combined.layout.lead {
        case .chosen: return .cast(main: cast[1], inset: cast[0])
        case .named:
            return [LiveSetting("combined.layout", combined.layout == .frontPrimary ? "back-primary" : "front-primary")]
        case .none: throw .noMain(in: combined.layout)
        }
    }

    func change(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        try style.changeOfMain(of: combined, isSwap: true)
    }

    /// The main camera and the one beside or over it, as they are in `pipeline`.
    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        guard let combined = pipeline.combined else { return [] }
        let names = combined.cast(of: pipeline.cameras.map(\.name))
        guard combined.layout.lead == .chosen, names.count > 1 else {
            return [.init("layout", .string("\(combined.layout)"))]
        }
        return [.init("main", .string(names[0])), .init("inset", .string(names[1]))]
    }
}

package struct DividerRequest: PictureRequest {
    var width: Int?
    var colour: PlainColour?
    var style = ChangeStyle()

    static let definition = CommandDefinition(
        .divider, "draw lines between cameras that lie side by side",
        examples: ["divider --width 4 --colour white", "divider --width 0"], ControlCommand.Request.divider)

    static var arguments: [CommandArgument<Self>] {
        [
            .optional("width", \.width, .pixels(Divider.widths), "how wide; 0: none", example: .integer(4)),
            .optional("colour", \.colour, .colour, "colour of the lines", example: "white"),
        ] + motion
    }

    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        let combined = try pipeline.recordedCombined
        guard !isBlank else { throw .asksForNothing(.divider, "{\"width\":4}") }
        guard combined.mixer == .dualcam else { throw .notDrawn("lines", by: combined.mixer) }
        return [
            width.map { LiveSetting("combined.divider.width", "\($0)") },
            colour.map { LiveSetting("combined.divider.colour", $0.notation) },
        ].compactMap { $0 }
    }
}

extension ArgumentType<PlainColour> {
    static var colour: Self {
        .written(as: .choice(PlainColour.names, other: "or #rrggbb"), PlainColour.init(parsing:))
    }
}

extension Pipeline {
    /// Throws `unsupported` where no combined picture is recorded.
    var recordedCombined: Combined {
        get throws(ControlRefusal) {
            guard let combined, outputs.contains(.combined) else { throw .noCombinedPicture }
            return combined
        }
    }

    /// Throws `badValue` for a word that is none of the file's cameras: it would lead into another key.
    func check(camera word: String) throws(ControlRefusal) {
        let names = cameras.map(\.name)
        guard names.contains(word) else { throw .unknown(word, "camera", among: names) }
    }
}

extension [LiveSetting] {
    fileprivate static func cast(main: String, inset: String?) -> [LiveSetting] {
        let own = inset.map { $0 == main ? [] : [LiveSetting("combined.inset.camera", $0)] } ?? []
        return [LiveSetting("combined.main", main)] + own
    }
}

extension ControlRefusal {
    static var noCombinedPicture: ControlRefusal {
        ControlRefusal(
            .unsupported, "No combined picture is recorded.",
            advice:
                "Add a section 'combined' to the pipeline file, and 'combined' to recording.outputs where it is given.")
    }

    static func noMain(in layout: LayoutName) -> ControlRefusal {
        ControlRefusal(
            .notNow, "The layout '\(layout)' has no main camera: every camera has its own place in it.",
            advice: "Choose pip, dominant, stacked or side-by-side first.")
    }

    fileprivate static func mainIsNamed(by layout: LayoutName) -> ControlRefusal {
        ControlRefusal(
            .notNow, "The main camera of the layout '\(layout)' is the one that its name says.",
            advice: "Choose pip or dominant first.")
    }

    static func notDrawn(_ what: String, by mixer: Mixer) -> ControlRefusal {
        ControlRefusal(
            .unsupported, "The mixer '\(mixer.rawValue)' draws no \(what).",
            advice: "Write combined.mixer: dualcam into the pipeline file.")
    }

    static func asksForNothing(_ command: ControlCommand.Name, _ example: String) -> ControlRefusal {
        ControlRefusal(
            .badRequest, "\(command.rawValue) needs at least one of its arguments.",
            advice: "Send one, as in \(example).")
    }

    /// - Parameter kind: a noun for the known words: `camera`.
    static func unknown(_ word: String, _ kind: String, among known: [String]) -> ControlRefusal {
        ControlRefusal(
            .badValue, "There is no \(kind) called '\(word.prefix(60))'.",
            advice: Wording.sentence(Refusal.suggestion(for: word, among: known) ?? ""))
    }
}
