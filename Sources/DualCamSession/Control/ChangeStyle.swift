import DualCamConfig
import DualCamPlan

/// The part of a picture change's style that a command gives; the pipeline file gives the rest.
struct ChangeStyle: Sendable, Equatable {
    var over: Switchable<Duration>?
    var easing: Easing?
    /// The transition of a change of the main camera; `direction` belongs to it, too.
    var transition: Transition.Kind?
    var direction: Transition.Direction?

    /// Returns the motion with which layouts, insets, lines and zooms change.
    ///
    /// Throws `badValue` for values without a meaning, and `unsupported` where the mixer cannot do it.
    func motion(of combined: Combined) throws(ControlRefusal) -> PictureChange {
        try checked(try motion(combined.motion), of: combined)
    }

    /// Returns the change to another main camera. A swap moves, unless the file or the command wants a transition.
    func changeOfMain(of combined: Combined, isSwap: Bool) throws(ControlRefusal) -> PictureChange {
        let isAsked = transition != nil || direction != nil
        let moves = combined.motion.duration != nil || over != nil
        let change = isSwap && !isAsked && moves ? try motion(combined.motion) : try transition(combined.transition)
        return try checked(change, of: combined)
    }

    private func checked(_ change: PictureChange, of combined: Combined) throws(ControlRefusal) -> PictureChange {
        guard change.isAtOnce || combined.mixer == .dualcam else {
            throw .changesAtOnce(combined.mixer, leaveOut: "over and transition")
        }
        return change
    }

    private func motion(_ file: Motion) throws(ControlRefusal) -> PictureChange {
        guard let duration = length(file.duration) else {
            guard easing == nil else {
                throw .meansNothing("easing", "a change at once", "Send over as well, as in 500ms.")
            }
            return .atOnce
        }
        return .motion(duration, easing ?? file.easing)
    }

    private func transition(_ file: Transition) throws(ControlRefusal) -> PictureChange {
        var change = file
        if let transition {
            change.kind = transition
        } else if change.kind == .cut, over != nil {
            change.kind = .move
        }
        if direction != nil, !change.kind.hasDirection {
            throw .meansNothing(
                "direction", "the transition '\(change.kind.rawValue)'", "Send slide, wipe or flip as transition.")
        }
        if over == .off { return .atOnce }
        guard change.kind != .cut else {
            guard let word = over != nil ? "over" : easing != nil ? "easing" : nil else { return .atOnce }
            throw .meansNothing(word, "a cut", "Send another transition, or leave \(word) out.")
        }
        change.duration = length(change.duration) ?? change.duration
        change.direction = direction ?? change.direction
        change.easing = easing ?? change.easing
        return change.kind == .move ? .motion(change.duration, change.easing) : .transition(change)
    }

    /// `nil`: at once.
    private func length(_ file: Duration?) -> Duration? {
        switch over {
        case nil: file
        case .off: nil
        case .on(let length): length
        }
    }
}

/// What is asked of how the combined picture is arranged.
protocol ArrangingRequest: PictureRequest {
    init()
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

    /// True when it asks for nothing but a style.
    var isBlank: Bool {
        var blank = Self()
        blank.style = style
        return self == blank
    }

    /// How a change comes.
    static var motion: [CommandArgument<Self>] {
        let lengths = CommandSchema.Parameter.Kind.quantity(
            Motion.lengths.lowerBound.notation, Motion.lengths.upperBound.notation)
        return [
            .optional(
                "over", \.style.over,
                .orOff(lengths) { (text) throws(Refusal) in
                    let length = try Duration(parsing: text)
                    guard Motion.lengths.contains(length) else { throw .outOfMotion(text) }
                    return length
                }, "how long it takes", example: "500ms"),
            .optional("easing", \.style.easing, .word, "how it proceeds", example: "ease-in-out"),
        ]
    }

    static var transition: [CommandArgument<Self>] {
        [
            .optional("transition", \.style.transition, .word, "how the new picture comes", example: "dissolve"),
            .optional("direction", \.style.direction, .word, "where to it moves", example: "left"),
        ]
    }
}

extension Refusal {
    fileprivate static func outOfMotion(_ text: String) -> Refusal {
        Refusal(
            "'\(text.prefix(60))' is out of range",
            hint: "send \(Motion.lengths.lowerBound.notation) ... \(Motion.lengths.upperBound.notation), or off")
    }
}

extension PictureChange {
    /// The change as arguments of the command that would ask for it.
    var members: [JSONValue.Member] {
        switch self {
        case .atOnce: return []
        case .motion(let duration, let easing):
            return [.init("over", .string(duration.notation)), .init("easing", .string(easing.rawValue))]
        case .ramp(let rate, let easing):
            return [.init("rate", .ratio(rate)), .init("easing", .string(easing.rawValue))]
        case .transition(let transition):
            guard transition.kind != .cut else { return [] }
            let direction: [JSONValue.Member] =
                transition.kind.hasDirection ? [.init("direction", .string(transition.direction.rawValue))] : []
            return [
                .init("over", .string(transition.duration.notation)),
                .init("easing", .string(transition.easing.rawValue)),
                .init("transition", .string(transition.kind.rawValue)),
            ] + direction
        }
    }
}

extension Transition.Kind {
    fileprivate var hasDirection: Bool { [.slide, .wipe, .flip].contains(self) }
}

extension ControlRefusal {
    static func changesAtOnce(_ mixer: Mixer, leaveOut arguments: String) -> ControlRefusal {
        ControlRefusal(
            .unsupported, "The mixer '\(mixer.rawValue)' changes the picture at once only.",
            advice: "Leave \(arguments) out, or write combined.mixer: dualcam into the pipeline file.")
    }

    fileprivate static func meansNothing(_ argument: String, _ what: String, _ advice: String) -> ControlRefusal {
        ControlRefusal(.badValue, "'\(argument)' means nothing to \(what).", advice: advice)
    }
}
