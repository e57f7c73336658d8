import DualCamConfig
import DualCamPlan

/// A control of one camera.
package struct ControlRequest: CommandRequest {
    var camera = ""
    var control = ""
    var value = ControlValue.whole(0)

    static let definition = CommandDefinition(
        .control, "set a camera's control", examples: ["control back brightness 128", "control back exposure auto"],
        ControlCommand.Request.control)

    static var arguments: [CommandArgument<Self>] {
        [
            .required("camera", \.camera, .text, "the camera", example: "back"),
            .required("control", \.control, .text, "its name", example: "brightness"),
            .required("value", \.value, .controlValue, "its value", example: .integer(128)),
        ]
    }
}

extension ArgumentType<ControlValue> {
    fileprivate static var controlValue: Self {
        Self(kind: .value) { (value) throws(ControlRefusal) in
            guard let value = ControlValue(value) else {
                throw ControlRefusal(.badRequest, "control needs a control and its value.")
            }
            return value
        }
    }
}

/// A preset of the pipeline file's section `controls`.
package struct PresetRequest: CommandRequest {
    var preset = ""
    /// `nil`: every camera that has controls.
    var camera: String?

    static let definition = CommandDefinition(
        .controls, "set a camera's controls, or all cameras', to a preset of the pipeline file",
        examples: ["controls indoor", "controls indoor --camera back"], ControlCommand.Request.controls)

    static var arguments: [CommandArgument<Self>] {
        [
            .required("preset", \.preset, .text, "the preset", example: "indoor"),
            .optional("camera", \.camera, .text, "the camera", example: "back"),
        ]
    }
}

package struct BitrateRequest: CommandRequest {
    var output = OutputName("")
    var bitrate = Encoders.bitrates.lowerBound

    static let definition = CommandDefinition(
        .bitrate, "change an output's bitrate", examples: ["bitrate combined 6Mbps", "bitrate back 800kbps"],
        ControlCommand.Request.bitrate)

    static var arguments: [CommandArgument<Self>] {
        [
            .required(
                "output", \.output, .written(as: .text) { OutputName($0) }, "the output", example: "combined"),
            .required(
                "bitrate", \.bitrate, .quantity(Encoders.bitrates), "the bitrate", example: "6Mbps"),
        ]
    }
}
