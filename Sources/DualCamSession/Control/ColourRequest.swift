import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A request that changes the colours of the combined picture, or of a camera within it.
protocol ColourRequest: PictureRequest {
    /// The name of the camera to change, or `combined`; `nil` is the same as `combined`.
    var camera: String? { get set }

    /// True if the request names no value to set, so that it would change no colour.
    var isBlank: Bool { get }
    /// Changes the colours of a camera or of the combined picture in the pipeline that `edit` contains.
    ///
    /// - Parameter camera: The camera; `nil` for the combined picture.
    func change(_ edit: inout PipelineEdit, of camera: Camera?) throws(ControlRefusal)
    static var name: ControlCommand.Name { get }
    static var least: JSONValue { get }
}

extension ColourRequest {
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let camera = try camera(in: edit.pipeline)
        if let obstacle = edit.pipeline.colourObstacle(to: camera) {
            throw ControlRefusal(
                .unsupported, obstacle, advice: "Begin a recording with a combined picture and its mixer 'dualcam'.")
        }
        try change(&edit, of: camera)
    }

    /// Returns the camera that the request names; `nil` if it names the combined picture. Throws `badValue` for an
    /// unknown camera, and `badRequest` for a request that changes nothing.
    private func camera(in pipeline: Pipeline) throws(ControlRefusal) -> Camera? {
        let word = camera ?? OutputName.combined.rawValue
        let found = pipeline.cameras.first { $0.name == word }
        guard found != nil || word == OutputName.combined.rawValue else {
            throw .unknown(word, "camera", among: pipeline.cameras.map(\.name) + [OutputName.combined.rawValue])
        }
        guard !isBlank else {
            throw ControlRefusal(
                .badRequest, "\(Self.name.rawValue) needs something to set.",
                advice: "Send it as in \(Self.least.line).")
        }
        return found
    }

    static var place: CommandArgument<Self> {
        .optional("camera", \.camera, .text, "a camera, or combined (the default)", example: "back")
    }
}

struct LookRequest: ColourRequest {
    var look: LookReference?
    /// The colour table from the file that `look` names; `nil` until the file has been read.
    var table: ColourTable?
    var camera: String?
    var intensity: Share?

    static let name = ControlCommand.Name.look
    static let least: JSONValue = ["look": "vivid"]

    static let schema = command(
        name, "apply a look to the combined picture or to a camera in it",
        examples: ["look vivid --intensity 60%", "look film.cube --camera back"],
        [
            .optional(
                "look", \.look,
                .written(
                    as: .choice(LookName.allCases.map(\.rawValue), other: "or a \(ColourTable.suffix) file"),
                    LookReference.init(parsing:)), "the look", example: "vivid", isPositional: true),
            place,
            .optional("intensity", \.intensity, .quantity(Share.whole), "the strength of the look", example: "60%"),
        ])

    var isBlank: Bool { look == nil && intensity == nil }

    /// Changes the look (the colours of a picture) in the pipeline. Throws `badValue` for an intensity without a look,
    /// and for a colour table that has not been read.
    func change(_ edit: inout PipelineEdit, of camera: Camera?) throws(ControlRefusal) {
        let key = camera.map { "cameras.\($0.name).look" } ?? "combined.look"
        let path: WritableKeyPath<Pipeline, Look> = camera.map { \.[camera: $0.name].look } ?? \.picture.look
        switch look {
        case nil:
            if edit.pipeline[keyPath: path].kind == .named(.none) { throw ControlRefusal(.intensityOfNoLook) }
        case .named(let name): edit.set(key, path, to: Look(.named(name)), as: name.rawValue)
        case .table(let word):
            guard let table else {
                throw ControlRefusal(Refusal("'\(word)' was not read", hint: "write it into the pipeline file"))
            }
            guard !word.hasPrefix("[") else {
                throw ControlRefusal(Refusal("'\(word)' begins as a list does", hint: "write ./ before it"))
            }
            edit.set(key, path, to: Look(.table(table)), as: word)
        }
        edit.set("\(key).intensity", path.appending(path: \.intensity), intensity)
    }

    /// Returns the JSON members of the answer that describe the new look.
    func outcome(_ arguments: [JSONValue.Member], in pipeline: Pipeline) -> [JSONValue.Member] {
        let own = pipeline.cameras.first { $0.name == camera }
        let look = own?.look ?? pipeline.picture.look
        let members: [JSONValue.Member] =
            .known(["camera": own?.name]) + .of(["look": look.word, "intensity": look.intensity.notation])
        guard case .table(let table) = look.kind else { return members }
        return members + .of(["file": table.path, "digest": table.digest])
    }
}

struct AdjustRequest: ColourRequest {
    var camera: String?
    var exposure: Double?
    var contrast: Share?
    var saturation: Share?
    var temperature: Double?

    static let name = ControlCommand.Name.adjust
    static let least: JSONValue = ["contrast": "10%"]

    static let schema = command(
        name, "adjust the colours of the combined picture or of a camera",
        examples: ["adjust --exposure 0.5 --contrast 10%", "adjust --camera back --temperature=-20"],
        [
            place,
            .optional(
                "exposure", \.exposure, .number(Adjustment.exposures, unit: "stops"), "the exposure",
                example: .ratio(0.5)),
            .optional("contrast", \.contrast, .quantity(Adjustment.shares), "the contrast", example: "10%"),
            .optional("saturation", \.saturation, .quantity(Adjustment.shares), "the saturation", example: "-20%"),
            .optional(
                "temperature", \.temperature, .number(Adjustment.temperatures, unit: "mired"),
                "the colour temperature; values above 0 are warmer",
                example: .integer(20)),
        ])

    var isBlank: Bool { exposure == nil && contrast == nil && saturation == nil && temperature == nil }

    func change(_ edit: inout PipelineEdit, of camera: Camera?) {
        let key = camera.map { "cameras.\($0.name).adjust" } ?? "combined.adjust"
        let path: WritableKeyPath<Pipeline, Adjustment> = camera.map { \.[camera: $0.name].adjust } ?? \.picture.adjust
        edit.set("\(key).exposure", path.appending(path: \.exposure), exposure)
        edit.set("\(key).contrast", path.appending(path: \.contrast), contrast)
        edit.set("\(key).saturation", path.appending(path: \.saturation), saturation)
        edit.set("\(key).temperature", path.appending(path: \.temperature), temperature)
    }
}

// MARK: Settings
extension Pipeline {
    /// The colour settings with their values: first those of the combined picture, then those of each camera.
    var colourSettings: [ControlSetting] {
        let whole = colourSettings(of: "combined", picture.look, picture.adjust, colourObstacle(to: nil))
        return whole
            + cameras.flatMap { colourSettings(of: $0.name, $0.look, $0.adjust, colourObstacle(to: $0)) }
    }

    /// Returns the reason why colours cannot be changed; `nil` if they can be changed.
    ///
    /// - Parameter camera: The camera whose colours would be changed; `nil` for the combined picture.
    fileprivate func colourObstacle(to camera: Camera?) -> String? {
        guard camera?.lookAppliesTo != .both else { return nil }
        guard let combined, decidesPicture else {
            return ControlRefusal.noCombinedPicture.message
        }
        guard combined.mixer != .dualcam else { return nil }
        return "The mixer '\(combined.mixer.rawValue)' draws no looks."
    }

    private func colourSettings(
        of name: String, _ look: Look, _ adjust: Adjustment, _ obstacle: String?
    ) -> [ControlSetting] {
        let names = LookName.allCases.map(\.rawValue)
        let words = names.contains(look.word) ? names : names + [look.word]
        let intensity = obstacle ?? (look.kind == .named(.none) ? "There is no look." : nil)
        func adjusted(_ key: String, _ value: JSONValue, _ range: ControlSetting.Range) -> ControlSetting {
            ControlSetting("adjust.\(name).\(key)", value, range, by: .adjust, obstacle: obstacle)
        }
        return [
            ControlSetting("look.\(name)", .string(look.word), .choice(words), by: .look, obstacle: obstacle),
            ControlSetting(
                "look.\(name).intensity", .string(look.intensity.notation), .percent(Share.whole),
                by: .look, obstacle: intensity),
            adjusted("exposure", .ratio(adjust.exposure), .number(Adjustment.exposures, step: 0.1, unit: "")),
            adjusted("contrast", .string(adjust.contrast.notation), .percent(Adjustment.shares)),
            adjusted("saturation", .string(adjust.saturation.notation), .percent(Adjustment.shares)),
            adjusted("temperature", .ratio(adjust.temperature), .number(Adjustment.temperatures, step: 1, unit: "")),
        ]
    }
}
