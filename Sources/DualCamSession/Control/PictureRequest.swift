import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A request that changes the combined picture, or the cameras' own pictures.
protocol PictureRequest: CommandRequest {
    /// Changes the pipeline as the request specifies.
    ///
    /// Throws `unsupported` if the change would not be visible, and `badRequest` for a request that changes nothing.
    /// Throws `badValue` for an unknown name, and `notNow` if the layout has no main camera.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal)

    /// Returns how the new picture replaces the old one, such as immediately or with a transition.
    ///
    /// - Parameter pipeline: The pipeline after the change.
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange

    /// Returns the JSON members of the answer that describe the new state, without the members that describe the
    /// transition.
    ///
    /// - Parameter arguments: The command's arguments as the client sent them.
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
                .written(as: .choice(LayoutName.builtInWords, other: "or a layout of the pipeline file")) { $0 },
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
    /// The settings of the recorded combined picture. Throws `unsupported` if no combined picture is recorded.
    var recordedCombined: Combined {
        get throws(ControlRefusal) {
            guard let combined, decidesPicture else { throw .noCombinedPicture }
            return combined
        }
    }

    /// Throws `badValue` if the word is not the name of a camera, because such a word could otherwise select another
    /// key of the pipeline file.
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

/// The style of a picture's change as a command requests it, such as the duration and the transition. Omitted values
/// come from the pipeline file.
struct ChangeStyle: Sendable, Equatable {
    var over: Switchable<Duration>?
    var easing: Easing?
    /// The transition to another main camera; `nil` to use the one in the pipeline file.
    var transition: Transition.Kind?
    /// The direction in which the transition moves; `nil` to use the one in the pipeline file.
    var direction: Transition.Direction?

    /// Returns the animation with which layouts, insets, lines and zooms change.
    ///
    /// Throws `badValue` for style values that have no effect, and `unsupported` if the mixer cannot animate changes.
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

    /// Returns the duration of the change; `nil` for a change without any duration. The command's duration overrides
    /// that of the pipeline file.
    func length(_ file: Duration?) -> Duration? {
        switch over {
        case nil: file
        case .off: nil
        case .on(let length): length
        }
    }
}

/// A request that changes the arrangement of the cameras in the combined picture.
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

    /// True if the request specifies only how to change the picture, but not what to change.
    var isBlank: Bool {
        var blank = Self()
        blank.style = style
        return self == blank
    }

    /// The command's arguments for the animation: its duration and easing.
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
                }, "the length of the change", example: "500ms"),
            .optional("easing", \.style.easing, .word, "the easing of the change", example: "ease-in-out"),
        ]
    }
}
