import DualCamConfig
import DualCamPlan

/// What the command `zoom` comes to: keys of the pipeline file, and how fast the way there is.
struct ZoomWish {
    /// Octaves a second: twice as near, or half, is one.
    static let rates = 0.05...20.0

    private let pipeline: Pipeline
    private let command: ControlCommand
    private let camera: Camera
    private let preset: ZoomPreset?

    /// - Parameter pipeline: as it is directed now.
    ///
    /// Throws `unsupported` where the zoom is seen nowhere, `badRequest` for a command that asks for nothing or for two things at
    /// once, and `badValue` for a camera or a preset that is not there.
    init(_ pipeline: Pipeline, _ command: ControlCommand) throws(ControlRefusal) {
        (self.pipeline, self.command) = (pipeline, command)
        let word = command["camera"]?.text ?? ""
        guard let camera = pipeline.cameras.first(where: { $0.name == word }) else {
            throw .unknown(word, "camera", among: pipeline.cameras.map(\.name))
        }
        if let obstacle = Self.obstacle(to: camera, in: pipeline) { throw obstacle }
        preset = try command["preset"].map { (name) throws(ControlRefusal) in
            try Self.preset(name.text ?? "", of: camera)
        }
        self.camera = camera
        guard ["factor", "preset", "x", "y"].contains(where: { command[$0] != nil }) else {
            throw ControlRefusal(
                .badRequest, "zoom needs a factor, a preset or a centre.",
                advice: "Send one, as in {\"camera\":\"\(camera.name)\",\"factor\":2}.")
        }
        for (first, second) in [("factor", "preset"), ("rate", "over")] {
            guard command[first] != nil, command[second] != nil else { continue }
            throw ControlRefusal(
                .badRequest, "zoom takes a \(first) or '\(second)', not both.", advice: "Leave one of them out.")
        }
    }

    /// Why a camera's zoom cannot be set; `nil`: it can.
    static func obstacle(to camera: Camera, in pipeline: Pipeline) -> ControlRefusal? {
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

    /// Throws `badValue` for a centre that is no share of the picture.
    func settings() throws(ControlRefusal) -> [LiveSetting] {
        let key = "cameras.\(camera.name)"
        var settings: [LiveSetting] = []
        if let factor = preset.map({ JSONValue.ratio($0.zoom).line }) ?? command["factor"]?.line {
            settings.append(LiveSetting("\(key).zoom", factor))
        }
        for (axis, share) in [("x", preset?.centre?.x), ("y", preset?.centre?.y)] {
            guard let text = command[axis]?.text ?? share?.notation else { continue }
            settings.append(LiveSetting("\(key).zoom-centre.\(axis)", try PictureWish.share(text)))
        }
        return settings
    }

    /// At the rate that is asked for, from where the zoom is seen then; `nil`: none is.
    ///
    /// Throws `unsupported` where a mixer draws the picture that changes it at once only.
    func change() throws(ControlRefusal) -> PictureChange? {
        guard let rate = command["rate"]?.number else { return nil }
        if let mixer = pipeline.combined?.mixer, mixer != .dualcam, pipeline.outputs.contains(.combined) {
            throw ControlRefusal(
                .unsupported, "The mixer '\(mixer.rawValue)' changes the picture at once only.",
                advice: "Leave rate out, or write combined.mixer: dualcam into the pipeline file.")
        }
        return .ramp(rate: rate, command["easing"]?.text.flatMap(Easing.init) ?? .linear)
    }

    /// What holds then, for the command's answer.
    func outcome(in pipeline: Pipeline) -> [JSONValue.Member] {
        let end = pipeline.cameras.first { $0.name == camera.name } ?? camera
        let name: [JSONValue.Member] = preset.map { [.init("preset", .string($0.name))] } ?? []
        let axes = [("x", end.zoomCentre.x), ("y", end.zoomCentre.y)]
        let centre = axes.filter { command[$0.0] != nil || preset?.centre != nil }
        return [.init("camera", .string(camera.name)), .init("factor", command["factor"] ?? .ratio(end.zoom))] + name
            + centre.map { .init($0.0, .string($0.1.notation)) }
    }
}

// MARK: what can be set
extension ZoomWish {
    /// `zoom.back`, and `zoom.back.preset` where there are presets.
    static func settings(of pipeline: Pipeline) -> [ControlSetting] {
        pipeline.cameras.flatMap { camera -> [ControlSetting] in
            let obstacle = obstacle(to: camera, in: pipeline)?.message
            let widest = camera.wide?.zoom ?? 1
            let zoom = ControlSetting(
                "zoom.\(camera.name)", .ratio(camera.zoom), .number(widest...10, step: 0.1, unit: ""), by: .zoom,
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
