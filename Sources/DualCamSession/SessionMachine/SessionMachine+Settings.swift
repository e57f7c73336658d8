import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Settings
extension SessionMachine {
    var controlState: ControlState {
        ControlState(
            name: order.description.name, phase: controlPhase, folder: hasBegun ? folder.path : nil,
            runningTime: running, status: status.last,
            picture: direction.pipeline?.drawnPicture, settings: controlSettings,
            preRoll: settings.recording.preRoll)
    }

    private var controlPhase: ControlState.Phase {
        switch phase {
        case .standby: life.standby.isOpen ? .standby : .preparing
        case .preparing: .preparing
        case .running: take.isPaused ? .paused : .recording
        case .finishing: .finishing
        case .finished: .finished
        }
    }

    private var controlSettings: [ControlSetting] {
        guard let pipeline = direction.pipeline else { return [] }
        let picture = pictureSettings(pipeline) + switchSettings + overlaySettings(pipeline)
        return picture + pipeline.colourSettings + soundSettings(pipeline)
            + delaySettings(pipeline) + cameraSettings(pipeline)
    }

    func pictureSettings(_ pipeline: Pipeline) -> [ControlSetting] { PictureSettings(pipeline).all }
}

/// The settings of the combined picture that commands can change, with their values.
private struct PictureSettings {
    let pipeline: Pipeline
    let combined: Combined
    /// The reason why the combined picture's settings cannot be changed; `nil` if they can be changed.
    let obstacle: String?

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        combined = pipeline.combined ?? Combined()
        obstacle = pipeline.decidesPicture ? nil : ControlRefusal.noCombinedPicture.message
    }

    var all: [ControlSetting] { [layout, main] + inset + divider + ZoomRequest.settings(of: pipeline) }

    private var names: [String] { pipeline.cameras.map(\.name) }
    private var cast: [String] { combined.cast(of: names) }

    private var layout: ControlSetting {
        let words = LayoutName.possible(in: pipeline).map(\.description)
        return ControlSetting("layout", .string("\(combined.layout)"), .choice(words), by: .layout, obstacle: obstacle)
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
            setting("size", .string(inset.size.notation), .percent(Inset.sizes)),
            setting("margin", .integer(Int64(inset.margin)), .pixels(Inset.margins)),
        ] + (combined.mixer == .dualcam ? frame : [])
    }

    private var frame: [ControlSetting] {
        let inset = combined.inset
        return [
            setting("radius", .integer(Int64(inset.radius)), .pixels(Inset.radii)),
            setting("border", .integer(Int64(inset.border)), .pixels(Inset.borders)),
            setting("border-colour", .string(inset.borderColour.notation), .choice(Self.words(inset.borderColour))),
            setting("shadow", .integer(Int64(inset.shadow)), .pixels(Inset.shadows)),
            setting("opacity", .string(inset.opacity.notation), .percent(Share.whole)),
        ]
    }

    private var divider: [ControlSetting] {
        guard combined.mixer == .dualcam else { return [] }
        let divider = combined.divider
        return [
            ControlSetting(
                "divider.width", .integer(Int64(divider.width)), .pixels(Divider.widths), by: .divider,
                obstacle: obstacle),
            ControlSetting(
                "divider.colour", .string(divider.colour.notation), .choice(Self.words(divider.colour)), by: .divider,
                obstacle: obstacle),
        ]
    }

    /// Returns the names of all known colours. If the current colour has no name, its notation in the pipeline file is
    /// added.
    private static func words(_ colour: PlainColour) -> [String] {
        let names = PlainColour.names
        return names.contains(colour.notation) ? names : names + [colour.notation]
    }

    private func setting(_ name: String, _ value: JSONValue, _ range: ControlSetting.Range) -> ControlSetting {
        ControlSetting("inset.\(name)", value, range, by: .inset, obstacle: obstacle)
    }
}
