import DualCamConfig
import DualCamPlan

/// What is asked of the combined picture, or of cameras' own.
protocol PictureRequest: CommandRequest {
    /// Changes the pipeline as it is directed now.
    ///
    /// Throws `unsupported` where it is seen nowhere, `badRequest` for a command that asks for nothing, `badValue` for what is not
    /// there and `notNow` where the layout has no main camera.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal)

    /// How the picture comes.
    ///
    /// - Parameter pipeline: as it is changed.
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange

    /// What holds then, but for how it came.
    ///
    /// - Parameter arguments: as they were sent.
    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member]
}

extension PictureRequest {
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange { .atOnce }

    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] { arguments }

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        var edit = try machine.directedPipeline()
        try change(&edit)
        let pipeline = try machine.redirect(&pending, edit)
        guard var picture = PictureDirection(pipeline) else { throw .noCombinedPicture }
        picture.change = try style(of: picture.combined, in: pipeline)
        pending.outcome = outcome(pending.command.arguments, in: pipeline) + picture.change.members
        if pending.number == .ofItself { pending.outcome?.append(.init("by", "switch")) }
        machine.direct(.picture(picture), for: pending)
    }
}

struct LayoutRequest: ArrangingRequest {
    var layout = ""
    var style = ChangeStyle()

    static let schema = CommandSchema(
        .layout, "arrange the combined picture", examples: ["layout stacked", "layout side-by-side --over 500ms"],
        Self())

    static var arguments: [CommandArgument<Self>] {
        let words = CommandSchema.Parameter.Kind.choice(LayoutName.builtInWords, other: "or one of the pipeline file")
        return [.required("layout", \.layout, .written(as: words) { $0 }, "the layout", example: "stacked")] + motion
    }

    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let pipeline = edit.pipeline
        _ = try pipeline.recordedCombined
        let own = pipeline.layouts.first { $0.name == layout }.map { LayoutName.custom($0.name) }
        guard let name = LayoutName(builtIn: layout) ?? own else {
            throw .unknown(layout, "layout", among: LayoutName.possible(in: pipeline).map(\.description))
        }
        edit.set(layout: name)
    }
}

struct MainRequest: ArrangingRequest {
    var camera = ""
    var style = ChangeStyle()

    static let schema = CommandSchema(
        .main, "choose the camera that fills the picture",
        examples: ["main front", "main back --transition dissolve --over 1s"], Self())

    static var arguments: [CommandArgument<Self>] {
        [.required("camera", \.camera, .text, "the camera", example: "back")] + motion + transition
    }

    /// The inset stays who it is, unless it becomes the main picture: then the two change places.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let combined = try edit.pipeline.recordedCombined
        try edit.pipeline.check(camera: camera)
        switch combined.layout.lead {
        case .chosen:
            let cast = combined.cast(of: edit.pipeline.cameras.map(\.name))
            guard cast.count > 1 else { return edit.set(main: camera, inset: nil) }
            edit.set(main: camera, inset: camera == cast[1] ? cast[0] : cast[1])
        case .named:
            let primary = ["front": LayoutName.frontPrimary, "back": .backPrimary]
            guard let layout = primary[camera] else { throw .mainIsNamed(by: combined.layout) }
            edit.set(layout: layout)
        case .none: throw .noMain(in: combined.layout)
        }
    }

    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        try style.changeOfMain(of: combined, isSwap: false)
    }
}

struct SwapRequest: ArrangingRequest {
    var style = ChangeStyle()

    static let schema = CommandSchema(
        .swap, "swap the main camera and the one beside or over it",
        examples: ["swap", "swap --transition slide --direction up"], Self())

    static var arguments: [CommandArgument<Self>] { motion + transition }

    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let combined = try edit.pipeline.recordedCombined
        let cast = combined.cast(of: edit.pipeline.cameras.map(\.name))
        guard cast.count > 1 else {
            throw ControlRefusal(.notNow, "There is only one camera, and nothing to swap it with.")
        }
        switch combined.layout.lead {
        case .chosen: edit.set(main: cast[1], inset: cast[0])
        case .named: edit.set(layout: combined.layout == .frontPrimary ? .backPrimary : .frontPrimary)
        case .none: throw .noMain(in: combined.layout)
        }
    }

    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
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

extension PipelineEdit {
    fileprivate mutating func set(layout: LayoutName) {
        set("combined.layout", \.picture.layout, to: layout, as: "\(layout)")
    }

    fileprivate mutating func set(main: String, inset: String?) {
        set("combined.main", \.picture.main, main)
        set("combined.inset.camera", \.picture.inset.camera, inset == main ? nil : inset)
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

}

/// What is asked of an overlay.
struct OverlayRequest: PictureRequest {
    var overlay = ""
    var text: String?
    var isOn: Bool?

    static let schema = CommandSchema(
        .overlay, "show, hide or write what lies over the combined picture",
        examples: ["overlay title --text 'Lesson 4'", "overlay logo --off"], Self())

    static var arguments: [CommandArgument<Self>] {
        [
            .required("overlay", \.overlay, .text, "its name in the pipeline file", example: "title"),
            .optional("text", \.text, .text, "what it says", example: "Lesson 4"),
            .optional("on", \.isOn, .flag, "whether it is shown", example: .bool(true)),
        ]
    }

    /// Changes the pipeline as it is directed now.
    ///
    /// Throws `unsupported` where no combined picture is recorded, `badValue` for an overlay that the pipeline file does not have and
    /// for the text of one that has none, and `badRequest` for a command that asks for nothing.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let overlays = try edit.pipeline.recordedCombined.overlays
        guard let index = overlays.firstIndex(where: { $0.name == overlay }) else {
            guard !overlays.isEmpty else { throw .noOverlays }
            throw .unknown(overlay, "overlay", among: overlays.map(\.name))
        }
        guard text != nil || isOn != nil else {
            throw ControlRefusal(
                .badRequest, "overlay needs a text, or whether it is shown.",
                advice: "Send it as in {\"overlay\":\"\(overlay)\",\"on\":false}.")
        }
        if text != nil, let kind = overlays[index].content?.otherThanText {
            throw ControlRefusal(
                .badValue, "Overlay \(overlay) is \(kind) and takes no text.",
                advice: "Show or hide it, or write an overlay with a text into the pipeline file.")
        }
        let key = "combined.overlays.\(overlay)"
        if let text { edit.set("\(key).text", \.picture.overlays[index].content, to: .text(text), as: text) }
        edit.set("\(key).show", \.picture.overlays[index].isShown, isOn)
    }
}

extension Overlay.Content {
    fileprivate var otherThanText: String? {
        switch self {
        case .text: nil
        case .clock: "a clock"
        case .timecode: "a timecode"
        case .image: "a picture"
        }
    }
}

extension ControlRefusal {
    fileprivate static var noOverlays: ControlRefusal {
        ControlRefusal(
            .unsupported, "This recording has no overlays.",
            advice: "Write them into the pipeline file, under combined.overlays.")
    }
}

// MARK: Overlays
extension SessionMachine {
    /// What is shown of each, and the text of those that have one.
    func overlaySettings(_ pipeline: Pipeline) -> [ControlSetting] {
        guard let combined = pipeline.combined, pipeline.outputs.contains(.combined) else { return [] }
        return combined.overlays.flatMap { overlay in
            let name = "overlay.\(overlay.name)"
            let shown = ControlSetting(name, .bool(overlay.isShown), .flag, by: .overlay)
            guard case .text(let text) = overlay.content else { return [shown] }
            return [shown, ControlSetting("\(name).text", .string(text), .text, by: .overlay)]
        }
    }
}
