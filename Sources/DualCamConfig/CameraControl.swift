/// One control of a camera: a V4L2 control's name (`exposure_time_absolute`) or a plain word (`exposure`), and its value.
package struct CameraControl: Sendable, Hashable {
    package var name: String
    package var value: ControlValue
    /// The preset that it comes from; `nil`: the camera's own section, or a command.
    package var preset: String?

    package init(name: String, value: ControlValue, preset: String? = nil) {
        (self.name, self.value, self.preset) = (name, value, preset)
    }
}

/// One entry of the top-level section `controls`.
package struct ControlPreset: Sendable, Equatable {
    package var name: String
    package var controls: [CameraControl]
}

/// The wanted value of a control, before it is known which device has the control.
package enum ControlValue: Sendable, Hashable {
    case whole(Int)
    case flag(Bool)
    /// A word of the control's menu, or of a plain word's choice.
    case word(String)

    /// `on`, `true`, `yes` and their opposites, a whole number, or any other text.
    package init(_ text: String) {
        self =
            switch text {
            case "on", "true", "yes": .flag(true)
            case "off", "false", "no": .flag(false)
            default: Int(text).map(ControlValue.whole) ?? .word(text)
            }
    }

    /// The text as the pipeline file writes it.
    package var notation: String {
        switch self {
        case .whole(let number): "\(number)"
        case .flag(let isOn): isOn ? "on" : "off"
        case .word(let word): word
        }
    }
}
