import DualCamConfig
import DualCamPlan
import DualCamRecordings

struct MainRequest: ArrangingRequest {
    var camera = ""
    var style = ChangeStyle()

    static let schema = command(
        .main, "choose the camera that fills the picture",
        examples: ["main front", "main back --transition dissolve --over 1s"],
        [.required("camera", \.camera, .text, "the camera", example: "back")] + motion + transition)

    /// Changes the main camera. The inset (the small picture) keeps its camera. If the new main camera was in the
    /// inset, the two cameras are swapped.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let combined = try edit.pipeline.recordedCombined
        try edit.pipeline.check(camera: camera)
        switch combined.layout.lead {
        case .chosen:
            let cast = combined.cast(of: edit.pipeline.cameras.map(\.name))
            guard cast.count > 1 else { return edit.set(main: camera, inset: nil) }
            edit.set(main: camera, inset: camera == cast[1] && !planted(.insetStays) ? cast[0] : cast[1])
        case .named:
            let primary = ["front": LayoutName.frontPrimary, "back": .backPrimary]
            guard let layout = primary[camera] else {
                throw ControlRefusal(
                    .notNow, "The main camera of the layout '\(combined.layout)' is the one that its name says.",
                    advice: "Choose pip or dominant first.")
            }
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

    static let schema = command(
        .swap, "swap the main camera with the one beside or over it",
        examples: ["swap", "swap --transition slide --direction up"], motion + transition)

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

    /// Returns the JSON members that name the main camera and the inset's camera after the change. For a layout with a
    /// fixed main camera, returns the new layout instead.
    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        guard let combined = pipeline.combined else { return [] }
        let names = combined.cast(of: pipeline.cameras.map(\.name))
        guard combined.layout.lead == .chosen, names.count > 1 else {
            return .of(["layout": "\(combined.layout)"])
        }
        return .of(["main": names[0], "inset": names[1]])
    }
}

extension PipelineEdit {
    fileprivate mutating func set(main: String, inset: String?) {
        set("combined.main", \.picture.main, main)
        set("combined.inset.camera", \.picture.inset.camera, inset == main ? nil : inset)
    }
}

// MARK: Transitions

extension ChangeStyle {
    /// Returns how the picture changes to another main camera: with the transition of the command or the pipeline file.
    /// A swap is instead animated as a motion if a duration is set and the command names neither a transition nor a
    /// direction.
    func changeOfMain(of combined: Combined, isSwap: Bool) throws(ControlRefusal) -> PictureChange {
        let isAsked = transition != nil || direction != nil
        let moves = combined.motion.duration != nil || over != nil
        let change = isSwap && !isAsked && moves ? try motion(combined.motion) : try transition(combined.transition)
        return try checked(change, of: combined)
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
            if planted(.cutTakesLength) { return .atOnce }
            guard let word = over != nil ? "over" : easing != nil ? "easing" : nil else { return .atOnce }
            throw .meansNothing(word, "a cut", "Send another transition, or leave \(word) out.")
        }
        change.duration = length(change.duration) ?? change.duration
        change.direction = direction ?? change.direction
        change.easing = easing ?? change.easing
        return change.kind == .move ? .motion(change.duration, change.easing) : .transition(change)
    }
}

extension ArrangingRequest {
    static var transition: [CommandArgument<Self>] {
        [
            .optional(
                "transition", \.style.transition, .word, "the transition to the new picture", example: "dissolve"),
            .optional("direction", \.style.direction, .word, "the direction of the transition", example: "left"),
        ]
    }
}

extension ControlRefusal {
    static func noMain(in layout: LayoutName) -> ControlRefusal {
        ControlRefusal(
            .notNow, "The layout '\(layout)' has no main camera: every camera has its own place in it.",
            advice: "Choose pip, dominant, stacked or side-by-side first.")
    }
}
