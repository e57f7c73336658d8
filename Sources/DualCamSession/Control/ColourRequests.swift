import DualCamConfig
import DualCamPlan

/// A request to change the colours of the combined picture or of a camera in it.
protocol ColourRequest: CommandRequest {
    /// A camera's name, or `combined`; `nil`: `combined`.
    var camera: String? { get set }

    /// - Parameter section: the section of the pipeline file.
    func settings(in section: String) -> [LiveSetting]
    /// Returns the values that hold afterwards, for the command's answer; `nil`: its arguments.
    func outcome(of camera: Camera?, in pipeline: Pipeline) -> [JSONValue.Member]?
    static var name: ControlCommand.Name { get }
    static var least: JSONValue { get }
}

extension ColourRequest {
    func outcome(of camera: Camera?, in pipeline: Pipeline) -> [JSONValue.Member]? { nil }

    /// The camera that is meant; `nil`: the combined picture.
    ///
    /// Throws `badValue` for a camera that is not there, and `badRequest` for a command that asks for nothing.
    func camera(in pipeline: Pipeline) throws(ControlRefusal) -> Camera? {
        let word = camera ?? OutputName.combined.rawValue
        let found = pipeline.cameras.first { $0.name == word }
        guard found != nil || word == OutputName.combined.rawValue else {
            throw .unknown(word, "camera", among: pipeline.cameras.map(\.name) + [OutputName.combined.rawValue])
        }
        guard !settings(in: "").isEmpty else {
            throw ControlRefusal(
                .badRequest, "\(Self.name.rawValue) needs something to set.",
                advice: "Send it as in \(Self.least.line).")
        }
        return found
    }

    static var place: CommandArgument<Self> {
        .optional("camera", \.camera, .text, "a camera, or combined, which it is without", example: "back")
    }
}

package struct LookRequest: ColourRequest {
    var look: LookReference?
    var camera: String?
    var intensity: Share?

    static let name = ControlCommand.Name.look
    static let least: JSONValue = ["look": "vivid"]

    static let definition = CommandDefinition(
        name, "give the combined picture, or a camera in it, a look",
        examples: ["look vivid --intensity 60%", "look film.cube --camera back"], ControlCommand.Request.look)

    static var arguments: [CommandArgument<Self>] {
        let words = CommandSchema.Parameter.Kind.choice(
            LookName.allCases.map(\.rawValue), other: "or a \(ColourTable.suffix) file")
        return [
            .optional(
                "look", \.look, .written(as: words, LookReference.init(parsing:)), "the look", example: "vivid",
                isPositional: true),
            place,
            .optional("intensity", \.intensity, .quantity(Share.whole), "how much of it", example: "60%"),
        ]
    }

    func settings(in section: String) -> [LiveSetting] {
        [
            look.map { LiveSetting("\(section).look", $0.notation) },
            intensity.map { LiveSetting("\(section).look.intensity", $0.notation) },
        ].compactMap { $0 }
    }

    /// The look as it is in the pipeline.
    func outcome(of camera: Camera?, in pipeline: Pipeline) -> [JSONValue.Member]? {
        let own = camera.map { camera in pipeline.cameras.first { $0.name == camera.name }?.look ?? Look() }
        let look = own ?? pipeline.combined?.look ?? Look()
        var members: [JSONValue.Member] = camera.map { [.init("camera", .string($0.name))] } ?? []
        members += [.init("look", .string(look.word)), .init("intensity", .string(look.intensity.notation))]
        guard case .table(let table) = look.kind else { return members }
        return members + [.init("file", .string(table.path)), .init("digest", .string(table.digest))]
    }
}

package struct AdjustRequest: ColourRequest {
    var camera: String?
    var exposure: Double?
    var contrast: Share?
    var saturation: Share?
    var temperature: Double?

    static let name = ControlCommand.Name.adjust
    static let least: JSONValue = ["contrast": "10%"]

    static let definition = CommandDefinition(
        name, "adjust the colours of the combined picture, or of a camera",
        examples: ["adjust --exposure 0.5 --contrast 10%", "adjust --camera back --temperature=-20"],
        ControlCommand.Request.adjust)

    static var arguments: [CommandArgument<Self>] {
        [
            place,
            .optional(
                "exposure", \.exposure, .number(Adjustment.exposures, unit: "stops"), "how bright",
                example: .ratio(0.5)),
            .optional("contrast", \.contrast, .quantity(Adjustment.shares), "how strong", example: "10%"),
            .optional("saturation", \.saturation, .quantity(Adjustment.shares), "how colourful", example: "-20%"),
            .optional(
                "temperature", \.temperature, .number(Adjustment.temperatures, unit: "mired"), "warmer above 0",
                example: .integer(20)),
        ]
    }

    func settings(in section: String) -> [LiveSetting] {
        let values: [(key: String, value: String?)] = [
            ("exposure", exposure.map(Wording.plain)), ("contrast", contrast?.notation),
            ("saturation", saturation?.notation), ("temperature", temperature.map(Wording.plain)),
        ]
        return values.compactMap { key, value in value.map { LiveSetting("\(section).adjust.\(key)", $0) } }
    }
}

/// A request to let the main camera change by itself at an interval.
package struct SwitchRequest: CommandRequest {
    var every = Switchable<Duration>.off

    static let definition = CommandDefinition(
        .switching, "change the main camera by itself", examples: ["switch 10s", "switch off"],
        ControlCommand.Request.switching)

    static var arguments: [CommandArgument<Self>] {
        [.required("every", \.every, .quantityOrOff(Switching.intervals), "after how long", example: "10s")]
    }
}
