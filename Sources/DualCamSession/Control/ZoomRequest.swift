import DualCamConfig
import DualCamPlan

/// A request to change a camera's zoom.
package struct ZoomRequest: PictureRequest {
    var camera = ""
    var factor: Double?
    var preset: String?
    var x: Share?
    var y: Share?
    /// Octaves a second: twice as near, or half, is one.
    var rate: Double?
    var style = ChangeStyle()

    static let rates = 0.05...20.0

    static let definition = CommandDefinition(
        .zoom, "zoom into a camera", examples: ["zoom back 2 --over 1s", "zoom back --preset tight --rate 0.5"],
        ControlCommand.Request.zoom)

    static var arguments: [CommandArgument<Self>] {
        [
            .required("camera", \.camera, .text, "the camera", example: "back"),
            .optional(
                "factor", \.factor, .number(Camera.zooms), "how far", example: .integer(2), isPositional: true),
            .optional("preset", \.preset, .text, "a preset of the camera's", example: "tight"),
            .optional("x", \.x, .quantity(Share.whole), "the centre, from the left", example: "50%"),
            .optional("y", \.y, .quantity(Share.whole), "the centre, from the top", example: "50%"),
            .optional(
                "rate", \.rate, .number(rates, unit: "octaves a second"), "how fast", example: .integer(1)),
        ] + motion
    }

    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        try pipeline.check(camera: camera)
        let known = known(in: pipeline)
        if let obstacle = Self.obstacle(to: known, in: pipeline) { throw obstacle }
        let preset = try preset.map { (name) throws(ControlRefusal) in try Self.preset(name, of: known) }
        try checkCombination()
        let key = "cameras.\(camera)"
        var settings: [LiveSetting] = []
        if let factor = preset.map({ JSONValue.ratio($0.zoom).line }) ?? factor.map(Wording.plain) {
            settings.append(LiveSetting("\(key).zoom", factor))
        }
        for (axis, share) in [("x", x ?? preset?.centre?.x), ("y", y ?? preset?.centre?.y)] {
            guard let share else { continue }
            settings.append(LiveSetting("\(key).zoom-centre.\(axis)", share.notation))
        }
        return settings
    }

    /// Throws `badRequest` for a command that asks for nothing or for two things at once.
    private func checkCombination() throws(ControlRefusal) {
        guard factor != nil || preset != nil || x != nil || y != nil else {
            throw ControlRefusal(
                .badRequest, "zoom needs a factor, a preset or a centre.",
                advice: "Send one, as in {\"camera\":\"\(camera)\",\"factor\":2}.")
        }
        let pairs = [
            ("factor", "preset", factor != nil && preset != nil), ("rate", "over", rate != nil && style.over != nil),
        ]
        for (first, second, isBoth) in pairs where isBoth {
            throw ControlRefusal(
                .badRequest, "zoom takes a \(first) or '\(second)', not both.", advice: "Leave one of them out.")
        }
    }

    /// Returns a ramp from the current zoom at the rate that is asked for; without a rate a change like every other.
    func change(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        guard let rate else { return try style.motion(of: combined) }
        if let mixer = pipeline.combined?.mixer, mixer != .dualcam, pipeline.outputs.contains(.combined) {
            throw .changesAtOnce(mixer, leaveOut: "rate")
        }
        return .ramp(rate: rate, style.easing ?? .linear)
    }

    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        let end = known(in: pipeline)
        let preset = end.zoomPresets.first { $0.name == self.preset }
        let name: [JSONValue.Member] = preset.map { [.init("preset", .string($0.name))] } ?? []
        let axes = [("x", end.zoomCentre.x, x != nil), ("y", end.zoomCentre.y, y != nil)]
        let factor = arguments.first { $0.key == "factor" }?.value ?? .ratio(end.zoom)
        return [.init("camera", .string(camera)), .init("factor", factor)] + name
            + axes.filter { $0.2 || preset?.centre != nil }.map { .init($0.0, .string($0.1.notation)) }
    }

    private func known(in pipeline: Pipeline) -> Camera {
        pipeline.cameras.first { $0.name == camera } ?? Camera(name: camera)
    }

    /// Returns the reason why a camera's zoom cannot be set; `nil`: it can.
    fileprivate static func obstacle(to camera: Camera, in pipeline: Pipeline) -> ControlRefusal? {
        let isCombined = pipeline.combined != nil && pipeline.outputs.contains(.combined)
        let isOwn = camera.zoomAppliesTo == .both && pipeline.outputs.contains(OutputName(camera.name))
        return isCombined || isOwn ? nil : .noCombinedPicture
    }

    private static func preset(_ name: String, of camera: Camera) throws(ControlRefusal) -> ZoomPreset {
        if let preset = camera.zoomPresets.first(where: { $0.name == name }) { return preset }
        guard camera.zoomPresets.isEmpty else {
            throw .unknown(name, "preset", among: camera.zoomPresets.map(\.name))
        }
        throw ControlRefusal(
            .badValue, "Camera '\(camera.name)' has no presets.",
            advice: "Add zoom-presets to it in the pipeline file, as in {tight: {zoom: 3, centre: {x: 50%, y: 30%}}}.")
    }
}

// MARK: what can be set
extension ZoomRequest {
    /// `zoom.back`, and `zoom.back.preset` where there are presets.
    static func settings(of pipeline: Pipeline) -> [ControlSetting] {
        pipeline.cameras.flatMap { camera -> [ControlSetting] in
            let obstacle = obstacle(to: camera, in: pipeline)?.message
            let widest = camera.wide?.zoom ?? 1
            let zoom = ControlSetting(
                "zoom.\(camera.name)", .ratio(camera.zoom),
                .number(widest...Camera.zooms.upperBound, step: 0.1, unit: ""), by: .zoom,
                obstacle: obstacle)
            guard !camera.zoomPresets.isEmpty else { return [zoom] }
            let current = camera.zoomPresets.first { preset in
                preset.zoom == camera.zoom && preset.centre.map { $0 == camera.zoomCentre } ?? true
            }
            let preset = ControlSetting(
                "zoom.\(camera.name).preset", .text(current?.name), .choice(camera.zoomPresets.map(\.name)), by: .zoom,
                obstacle: obstacle)
            return [zoom, preset]
        }
    }
}
