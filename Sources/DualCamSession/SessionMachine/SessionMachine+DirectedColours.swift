import DualCamConfig
import DualCamPlan

// MARK: Looks and adjustments
extension SessionMachine {
    mutating func directColours(
        _ pending: inout PendingCommand, _ request: some ColourRequest
    ) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        let camera = try request.camera(in: now)
        if let obstacle = ColourSettings(now).obstacle(to: camera) {
            throw ControlRefusal(
                .unsupported, obstacle, advice: "Begin a recording with a combined picture and its mixer 'dualcam'.")
        }
        let section = camera.map { "cameras.\($0.name)" } ?? "combined"
        let pipeline = try redirect(&pending, request.settings(in: section))
        guard let picture = PictureDirection(pipeline) else { throw .noCombinedPicture }
        pending.outcome = request.outcome(of: camera, in: pipeline)
        direct(.picture(picture), for: pending)
    }

    func colourSettings(_ pipeline: Pipeline) -> [ControlSetting] { ColourSettings(pipeline).all }
}

/// The settings of the pictures' colours with their values.
private struct ColourSettings {
    let pipeline: Pipeline

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    /// The combined picture's first.
    var all: [ControlSetting] {
        let combined = pipeline.combined ?? Combined()
        let whole = settings(of: "combined", combined.look, combined.adjust, obstacle(to: nil))
        return whole + pipeline.cameras.flatMap { settings(of: $0.name, $0.look, $0.adjust, obstacle(to: $0)) }
    }

    /// Returns the reason why nothing of a camera's colours (`nil`: the combined picture's) can be set.
    func obstacle(to camera: Camera?) -> String? {
        guard camera?.lookAppliesTo != .both else { return nil }
        guard let combined = pipeline.combined, pipeline.outputs.contains(.combined) else {
            return ControlRefusal.noCombinedPicture.message
        }
        guard combined.mixer != .dualcam else { return nil }
        return "The mixer '\(combined.mixer.rawValue)' draws no looks."
    }

    private func settings(
        of name: String, _ look: Look, _ adjust: Adjustment, _ obstacle: String?
    ) -> [ControlSetting] {
        let names = LookName.allCases.map(\.rawValue)
        let words = names.contains(look.word) ? names : names + [look.word]
        let shares = ControlSetting.Range.percent(Adjustment.shares)
        let intensity = obstacle ?? (look.kind == .named(.none) ? "There is no look." : nil)
        return [
            ControlSetting("look.\(name)", .string(look.word), .choice(words), by: .look, obstacle: obstacle),
            ControlSetting(
                "look.\(name).intensity", .string(look.intensity.notation), .percent(Share.whole),
                by: .look, obstacle: intensity),
            ControlSetting(
                "adjust.\(name).exposure", .ratio(adjust.exposure),
                .number(Adjustment.exposures, step: 0.1, unit: ""), by: .adjust, obstacle: obstacle),
            ControlSetting(
                "adjust.\(name).contrast", .string(adjust.contrast.notation), shares, by: .adjust, obstacle: obstacle),
            ControlSetting(
                "adjust.\(name).saturation", .string(adjust.saturation.notation), shares, by: .adjust,
                obstacle: obstacle),
            ControlSetting(
                "adjust.\(name).temperature", .ratio(adjust.temperature),
                .number(Adjustment.temperatures, step: 1, unit: ""), by: .adjust, obstacle: obstacle),
        ]
    }
}
