import DualCamConfig
import DualCamPlan

/// How a change of the picture is to come: what the command says, and where it says nothing the pipeline file.
struct ChangeWish {
    /// The arguments of picture commands that say how, not what.
    static let arguments: Set<String> = ["over", "easing", "transition", "direction"]

    private let combined: Combined
    private let command: ControlCommand

    init(_ combined: Combined, _ command: ControlCommand) { (self.combined, self.command) = (combined, command) }

    /// Throws `badValue` for what is not accepted or says nothing, and `unsupported` where the mixer cannot do it.
    func change() throws(ControlRefusal) -> PictureChange {
        let change = try command.name == .main || command.name == .swap ? changeOfMain() : motion(combined.motion)
        guard change.isAtOnce || combined.mixer == .dualcam else {
            throw ControlRefusal(
                .unsupported, "The mixer '\(combined.mixer.rawValue)' changes the picture at once only.",
                advice: "Leave over and transition out, or write combined.mixer: dualcam into the pipeline file.")
        }
        return change
    }

    /// A swap moves, unless the file or the command wants a transition.
    private func changeOfMain() throws(ControlRefusal) -> PictureChange {
        let isAsked = command["transition"] != nil || command["direction"] != nil
        let moves = combined.motion.duration != nil || command["over"] != nil
        if command.name == .swap, !isAsked, moves { return try motion(combined.motion) }
        return try transition()
    }

    private func motion(_ file: Motion) throws(ControlRefusal) -> PictureChange {
        let given = try length
        guard let duration = given ?? file.duration else {
            guard easing == nil else {
                throw .meansNothing("easing", "a change at once", "Send over as well, as in 500ms.")
            }
            return .atOnce
        }
        return .motion(duration, easing ?? file.easing)
    }

    private func transition() throws(ControlRefusal) -> PictureChange {
        var transition = combined.transition
        let length = try length
        if let kind = word("transition", Transition.Kind.self) {
            transition.kind = kind
        } else if transition.kind == .cut, length != nil {
            transition.kind = .move
        }
        let direction = word("direction", Transition.Direction.self)
        if direction != nil, !transition.kind.hasDirection {
            throw .meansNothing(
                "direction", "the transition '\(transition.kind.rawValue)'", "Send slide, wipe or flip as transition.")
        }
        let isCut = transition.kind == .cut || length == .some(nil)
        if isCut, let word = ["over", "easing"].first(where: { command[$0] != nil }), length != .some(nil) {
            throw .meansNothing(word, "a cut", "Send another transition, or leave \(word) out.")
        }
        guard !isCut else { return .atOnce }
        if case .some(.some(let length)) = length { transition.duration = length }
        transition.direction = direction ?? transition.direction
        transition.easing = easing ?? transition.easing
        return transition.kind == .move
            ? .motion(transition.duration, transition.easing) : .transition(transition)
    }

    /// `over`: `nil` where it is not given, and within that for `off`.
    private var length: Duration?? {
        get throws(ControlRefusal) {
            guard let text = command["over"]?.text else { return .none }
            guard text != "off" else { return .some(nil) }
            do throws(Refusal) {
                let length = try Duration(parsing: text)
                guard Motion.lengths.contains(length) else {
                    throw Refusal(
                        "'\(text.prefix(60))' is out of range",
                        hint:
                            "send \(Motion.lengths.lowerBound.notation) ... \(Motion.lengths.upperBound.notation), or off"
                    )
                }
                return length
            } catch {
                throw ControlRefusal(
                    .badValue, Wording.sentence(error.message), advice: error.hint.map(Wording.sentence) ?? "")
            }
        }
    }

    private var easing: Easing? { word("easing", Easing.self) }

    private func word<Word: RawRepresentable<String>>(_ key: String, _ type: Word.Type) -> Word? {
        command[key]?.text.flatMap(Word.init)
    }
}

extension PictureChange {
    /// As arguments of the command that would ask for it.
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
    fileprivate static func meansNothing(_ argument: String, _ what: String, _ advice: String) -> ControlRefusal {
        ControlRefusal(.badValue, "'\(argument)' means nothing to \(what).", advice: advice)
    }
}
