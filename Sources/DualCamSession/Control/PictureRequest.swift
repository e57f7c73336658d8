import DualCamConfig
import DualCamPlan

/// A request that changes the combined picture, or cameras' own pictures.
protocol PictureRequest: CommandRequest {
    /// Changes the pipeline.
    ///
    /// Throws `unsupported` if the change would not be visible, and `badRequest` for a request that changes nothing.
    /// Throws `badValue` for an unknown name, and `notNow` if the layout has no main camera.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal)

    /// Returns the way in which the new picture appears.
    ///
    /// - Parameter pipeline: The changed pipeline.
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange

    /// Returns the members of the new state, without those about its appearance.
    ///
    /// - Parameter arguments: The arguments as they were sent.
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

    static let schema = command(
        .layout, "arrange the combined picture", examples: ["layout stacked", "layout side-by-side --over 500ms"],
        [
            .required(
                "layout", \.layout,
                .written(as: .choice(LayoutName.builtInWords, other: "or one of the pipeline file")) { $0 },
                "the layout",
                example: "stacked")
        ] + motion)

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

extension Pipeline {
    /// The combined picture that is recorded. Throws `unsupported` if there is none.
    var recordedCombined: Combined {
        get throws(ControlRefusal) {
            guard let combined, decidesPicture else { throw .noCombinedPicture }
            return combined
        }
    }

    /// Throws `badValue` for a word that is not the name of a camera, because it would lead to another key.
    func check(camera word: String) throws(ControlRefusal) {
        let names = cameras.map(\.name)
        guard names.contains(word) else { throw .unknown(word, "camera", among: names) }
    }
}

extension PipelineEdit {
    mutating func set(layout: LayoutName) {
        set("combined.layout", \.picture.layout, to: layout, as: "\(layout)")
    }
}

extension ControlRefusal {
    static var noCombinedPicture: ControlRefusal {
        ControlRefusal(
            .unsupported, "No combined picture is recorded.",
            advice:
                "Add a section 'combined' to the pipeline file, and 'combined' to recording.outputs where it is given.")
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

    static func changesAtOnce(_ mixer: Mixer, leaveOut arguments: String) -> ControlRefusal {
        ControlRefusal(
            .unsupported, "The mixer '\(mixer.rawValue)' changes the picture at once only.",
            advice: "Leave \(arguments) out, or write combined.mixer: dualcam into the pipeline file.")
    }

    static func meansNothing(_ argument: String, _ what: String, _ advice: String) -> ControlRefusal {
        ControlRefusal(.badValue, "'\(argument)' means nothing to \(what).", advice: advice)
    }
}

// MARK: Appearance of changes

/// The part of a picture change's style that a command specifies; the pipeline file specifies the rest.
struct ChangeStyle: Sendable, Equatable {
    var over: Switchable<Duration>?
    var easing: Easing?
    /// The transition of a change of the main camera, to which `direction` also belongs.
    var transition: Transition.Kind?
    var direction: Transition.Direction?

    /// Returns the motion with which layouts, insets, lines and zooms change.
    ///
    /// Throws `badValue` for values without a meaning, and `unsupported` if the mixer does not support motion.
    func motion(of combined: Combined) throws(ControlRefusal) -> PictureChange {
        try checked(try motion(combined.motion), of: combined)
    }

    func checked(_ change: PictureChange, of combined: Combined) throws(ControlRefusal) -> PictureChange {
        guard change.isAtOnce || combined.mixer == .dualcam else {
            throw .changesAtOnce(combined.mixer, leaveOut: "over and transition")
        }
        return change
    }

    func motion(_ file: Motion) throws(ControlRefusal) -> PictureChange {
        guard let duration = length(file.duration) else {
            guard easing == nil else {
                throw .meansNothing("easing", "a change at once", "Send over as well, as in 500ms.")
            }
            return .atOnce
        }
        return .motion(duration, easing ?? file.easing)
    }

    /// Returns the length of the change; `nil` for a change at once.
    func length(_ file: Duration?) -> Duration? {
        switch over {
        case nil: file
        case .off: nil
        case .on(let length): length
        }
    }
}

/// A request that changes the arrangement of the combined picture.
protocol ArrangingRequest: PictureRequest {
    var style: ChangeStyle { get set }
}

extension ArrangingRequest {
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        try style.motion(of: combined)
    }

    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        let style = (Self.motion + Self.transition).map(\.parameter.name)
        return arguments.filter { !style.contains($0.key) }
    }

    /// True when the request specifies only a style.
    var isBlank: Bool {
        var blank = Self()
        blank.style = style
        return self == blank
    }

    /// The arguments for the way in which a change appears.
    static var motion: [CommandArgument<Self>] {
        let (least, most) = (Motion.lengths.lowerBound.notation, Motion.lengths.upperBound.notation)
        return [
            .optional(
                "over", \.style.over,
                .orOff(.quantity(least, most)) { (text) throws(Refusal) in
                    let length = try Duration(parsing: text)
                    guard Motion.lengths.contains(length) else {
                        throw Refusal(
                            "'\(text.prefix(60))' is out of range", hint: "send \(least) ... \(most), or off")
                    }
                    return length
                }, "how long it takes", example: "500ms"),
            .optional("easing", \.style.easing, .word, "how it proceeds", example: "ease-in-out"),
        ]
    }
}

extension PictureChange {
    /// The change as arguments of the command that would request it.
    var members: [JSONValue.Member] {
        switch self {
        case .atOnce: return []
        case .motion(let duration, let easing):
            return .of(["over": duration.notation, "easing": easing.rawValue])
        case .ramp(let rate, let easing): return .of(["rate": JSONValue.ratio(rate), "easing": easing.rawValue])
        case .transition(let transition):
            guard transition.kind != .cut else { return [] }
            return .known([
                "over": transition.duration.notation, "easing": transition.easing.rawValue,
                "transition": transition.kind.rawValue,
                "direction": transition.kind.hasDirection ? transition.direction.rawValue : nil,
            ])
        }
    }
}
