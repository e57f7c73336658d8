import DualCamConfig
import DualCamPlan

/// What a command about a picture's colours comes to, as keys of the pipeline file.
struct ColourWish {
    private let pipeline: Pipeline
    private let command: ControlCommand
    /// A camera; `nil`: the combined picture.
    let camera: Camera?

    /// - Parameter pipeline: as it is directed now.
    ///
    /// Throws `badValue` for a camera that is not there, and `badRequest` for a command that asks for nothing.
    init(_ pipeline: Pipeline, _ command: ControlCommand) throws(ControlRefusal) {
        (self.pipeline, self.command) = (pipeline, command)
        let word = command["camera"]?.text ?? OutputName.combined.rawValue
        camera = pipeline.cameras.first { $0.name == word }
        guard camera != nil || word == OutputName.combined.rawValue else {
            throw .unknown(word, "camera", among: pipeline.cameras.map(\.name) + [OutputName.combined.rawValue])
        }
        guard command.arguments.contains(where: { $0.key != "camera" }) else {
            let example: JSONValue = command.name == .look ? ["look": "vivid"] : ["contrast": "10%"]
            throw ControlRefusal(
                .badRequest, "\(command.name.rawValue) needs something to set.",
                advice: "Send it as in \(example.line).")
        }
    }

    /// The .cube file that is to be read; `nil`: none is.
    var file: String? {
        guard command.name == .look, let word = command["look"]?.text else { return nil }
        return word.lowercased().hasSuffix(ColourTable.suffix) ? word : nil
    }

    var settings: [LiveSetting] {
        command.name == .look ? look : adjust
    }

    /// The look as it is in a pipeline, for the command's answer.
    func outcome(in pipeline: Pipeline) -> [JSONValue.Member]? {
        guard command.name == .look else { return nil }
        let own = camera.map { camera in pipeline.cameras.first { $0.name == camera.name }?.look ?? Look() }
        let look = own ?? pipeline.combined?.look ?? Look()
        var members: [JSONValue.Member] = camera.map { [.init("camera", .string($0.name))] } ?? []
        members += [.init("look", .string(look.word)), .init("intensity", .string(look.intensity.notation))]
        guard case .table(let table) = look.kind else { return members }
        return members + [.init("file", .string(table.path)), .init("digest", .string(table.digest))]
    }

    private var section: String { camera.map { "cameras.\($0.name)" } ?? "combined" }

    private var look: [LiveSetting] {
        let look = command["look"]?.text.map { LiveSetting("\(section).look", $0) }
        let intensity = command["intensity"]?.text.map { LiveSetting("\(section).look.intensity", $0) }
        return [look, intensity].compactMap { $0 }
    }

    private var adjust: [LiveSetting] {
        ["exposure", "contrast", "saturation", "temperature"].compactMap { key in
            guard let value = command[key] else { return nil }
            return LiveSetting("\(section).adjust.\(key)", value.text ?? value.line)
        }
    }
}
