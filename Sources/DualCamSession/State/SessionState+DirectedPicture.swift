import DualCamConfig
import DualCamPlan

// MARK: Layout, main camera, inset, zoom
extension SessionState {
    mutating func directPicture(_ pending: inout PendingCommand) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        let isZoom = pending.command.name == .zoom
        let zoom = isZoom ? try ZoomWish(now, pending.command) : nil
        let pipeline = try redirect(&pending, try settings(for: pending.command, zoom, now))
        guard var picture = PictureDirection(pipeline) else { throw .noCombinedPicture }
        let rated = try zoom?.change()
        if let rated {
            picture.change = rated
        } else {
            picture.change = try ChangeWish(picture.combined, pending.command).change()
        }
        pending.outcome = outcome(of: pending, zoom, in: pipeline) + picture.change.members
        if pending.number == .ofItself { pending.outcome?.append(.init("by", "switch")) }
        direct(.picture(picture), for: pending)
    }

    /// What holds then, but for how it came.
    private func outcome(of pending: PendingCommand, _ zoom: ZoomWish?, in pipeline: Pipeline) -> [JSONValue.Member] {
        if let zoom { return zoom.outcome(in: pipeline) }
        if pending.command.name == .swap { return PictureWish.cast(of: pipeline) }
        return pending.command.arguments.filter { !ChangeWish.arguments.contains($0.key) }
    }

    private func settings(
        for command: ControlCommand, _ zoom: ZoomWish?, _ now: Pipeline
    ) throws(ControlRefusal) -> [LiveSetting] {
        guard let zoom else { return try PictureWish(now).settings(for: command) }
        return try zoom.settings()
    }

    func pictureSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        PictureSettings(pipeline).all
    }
}

/// What of the picture can be set, and what it is.
private struct PictureSettings {
    let pipeline: Pipeline
    let combined: Combined
    /// Why nothing of it can be set.
    let obstacle: String?

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        combined = pipeline.combined ?? Combined()
        let isRecorded = pipeline.combined != nil && pipeline.outputs.contains(.combined)
        obstacle = isRecorded ? nil : ControlRefusal.noCombinedPicture.message
    }

    var all: [ControlSetting] { [layout, main] + inset + divider + ZoomWish.settings(of: pipeline) }

    private var names: [String] { pipeline.cameras.map(\.name) }
    private var cast: [String] { combined.cast(of: names) }

    private var layout: ControlSetting {
        let words = LayoutName.possible(in: pipeline).map(\.description)
        return ControlSetting(
            "layout", .string("\(combined.layout)"), .choice(words), by: .layout, obstacle: obstacle)
    }

    private var main: ControlSetting {
        switch combined.layout.lead {
        case .chosen:
            ControlSetting("main", .text(cast.first), .choice(names), by: .main, obstacle: obstacle)
        case .named:
            ControlSetting(
                "main", .string(combined.layout == .frontPrimary ? "front" : "back"),
                .choice(names.filter(["front", "back"].contains)), by: .main, obstacle: obstacle)
        case .none:
            ControlSetting(
                "main", .null, .choice(names), by: .main,
                obstacle: obstacle ?? ControlRefusal.noMain(in: combined.layout).message)
        }
    }

    private var inset: [ControlSetting] {
        let inset = combined.inset
        let position: JSONValue =
            switch inset.position {
            case .corner(let corner): .string(corner.rawValue)
            case .free(let point): ["x": .string(point.x.notation), "y": .string(point.y.notation)]
            }
        return [
            setting("camera", .text(cast.dropFirst().first), .choice(names)),
            setting("position", position, .choice(Corner.allCases.map(\.rawValue))),
            setting("size", .string(inset.size.notation), .number(5...100, step: 1, unit: "%")),
            setting("margin", .integer(Int64(inset.margin)), .number(0...16384, step: 1, unit: "")),
        ] + (combined.mixer == .dualcam ? frame : [])
    }

    private var frame: [ControlSetting] {
        let inset = combined.inset
        return [
            setting("radius", .integer(Int64(inset.radius)), .number(0...1024, step: 1, unit: "")),
            setting("border", .integer(Int64(inset.border)), .number(0...256, step: 1, unit: "")),
            setting("border-colour", .string(inset.borderColour.notation), .choice(Self.words(inset.borderColour))),
            setting("shadow", .integer(Int64(inset.shadow)), .number(0...256, step: 1, unit: "")),
            setting("opacity", .string(inset.opacity.notation), .number(0...100, step: 1, unit: "%")),
        ]
    }

    private var divider: [ControlSetting] {
        guard combined.mixer == .dualcam else { return [] }
        let divider = combined.divider
        return [
            ControlSetting(
                "divider.width", .integer(Int64(divider.width)), .number(0...64, step: 1, unit: ""), by: .divider,
                obstacle: obstacle),
            ControlSetting(
                "divider.colour", .string(divider.colour.notation), .choice(Self.words(divider.colour)), by: .divider,
                obstacle: obstacle),
        ]
    }

    /// Those that are known, and the one that it has.
    private static func words(_ colour: PlainColour) -> [String] {
        let names = PlainColour.names
        return names.contains(colour.notation) ? names : names + [colour.notation]
    }

    private func setting(_ name: String, _ value: JSONValue, _ range: ControlSetting.Range) -> ControlSetting {
        ControlSetting("inset.\(name)", value, range, by: .inset, obstacle: obstacle)
    }
}
