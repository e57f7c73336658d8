import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A request that changes the zoom of a camera.
struct ZoomRequest: ArrangingRequest {
    var camera = ""
    var factor: Double?
    var preset: String?
    var x: Share?
    var y: Share?
    /// The speed of the zoom in octaves a second, where an octave doubles or halves the zoom; `nil` if no speed is
    /// given.
    var rate: Double?
    var style = ChangeStyle()

    static let rates = 0.05...20.0

    static let schema = command(
        .zoom, "set the zoom of a camera", examples: ["zoom back 2 --over 1s", "zoom back --preset tight --rate 0.5"],
        [
            .required("camera", \.camera, .text, "the camera", example: "back"),
            .optional(
                "factor", \.factor, .number(Camera.zooms), "the zoom factor", example: .integer(2), isPositional: true),
            .optional("preset", \.preset, .text, "a zoom preset of the camera", example: "tight"),
            .optional("x", \.x, .quantity(Share.whole), "the centre, measured from the left", example: "50%"),
            .optional("y", \.y, .quantity(Share.whole), "the centre, measured from the top", example: "50%"),
            .optional("rate", \.rate, .number(rates, unit: "octaves a second"), "the speed", example: .integer(1)),
        ] + motion)

    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        try edit.pipeline.check(camera: camera)
        let known = edit.pipeline[camera: camera]
        if let obstacle = Self.obstacle(to: known, in: edit.pipeline) { throw obstacle }
        let preset = try preset.map { (name) throws(ControlRefusal) in try Self.preset(name, of: known) }
        try checkCombination()
        let key = "cameras.\(camera)"
        if let preset {
            edit.set("\(key).zoom", \.[camera: camera].zoom, to: preset.zoom, as: JSONValue.ratio(preset.zoom).line)
        } else {
            edit.set("\(key).zoom", \.[camera: camera].zoom, factor)
        }
        edit.set("\(key).zoom-centre.x", \.[camera: camera].zoomCentre.x, x ?? preset?.centre?.x)
        edit.set(
            "\(key).zoom-centre.y", \.[camera: camera].zoomCentre.y,
            y ?? (planted(.presetWithoutCentre) ? nil : preset?.centre?.y))
    }

    /// Throws `badRequest` if the request changes nothing or its arguments contradict each other.
    private func checkCombination() throws(ControlRefusal) {
        guard factor != nil || preset != nil || x != nil || y != nil else {
            throw ControlRefusal(
                .badRequest, "zoom needs a factor, a preset or a centre.",
                advice: "Send one, as in {\"camera\":\"\(camera)\",\"factor\":2}.")
        }
        let pairs = [
            ("factor", "preset", factor != nil && preset != nil), ("rate", "over", rate != nil && style.over != nil),
        ]
        for (first, second, isBoth) in pairs where isBoth && !planted(.presetAndFactor) {
            throw ControlRefusal(
                .badRequest, "zoom takes a \(first) or '\(second)', not both.", advice: "Leave one of them out.")
        }
    }

    /// Returns how the zoom changes. With a requested speed, it starts from the current zoom and moves at that speed;
    /// otherwise it is an animation of fixed duration.
    func style(of combined: Combined, in pipeline: Pipeline) throws(ControlRefusal) -> PictureChange {
        guard let rate else { return try style.motion(of: combined) }
        if let mixer = pipeline.combined?.mixer, mixer != .dualcam, pipeline.decidesPicture {
            throw .changesAtOnce(mixer, leaveOut: "rate")
        }
        return .ramp(rate: rate, style.easing ?? .linear)
    }

    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        let end = pipeline[camera: camera]
        let preset = end.zoomPresets.first { $0.name == self.preset }
        let name: [JSONValue.Member] = preset.map { [.init("preset", .string($0.name))] } ?? []
        let axes = [("x", end.zoomCentre.x, x != nil), ("y", end.zoomCentre.y, y != nil)]
        let factor = arguments.first { $0.key == "factor" }?.value ?? .ratio(end.zoom)
        return [.init("camera", .string(camera)), .init("factor", factor)] + name
            + axes.filter { $0.2 || preset?.centre != nil }.map { .init($0.0, .string($0.1.notation)) }
    }

    /// Returns the reason why a camera's zoom cannot be changed; `nil` if it can be changed.
    fileprivate static func obstacle(to camera: Camera, in pipeline: Pipeline) -> ControlRefusal? {
        let isOwn = camera.zoomAppliesTo == .both && pipeline.outputs.contains(OutputName(camera.name))
        return pipeline.decidesPicture || isOwn ? nil : .noCombinedPicture
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

    // MARK: Settings
    /// Returns the zoom settings of all cameras, such as `zoom.back`, and `zoom.back.preset` for a camera with presets.
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
