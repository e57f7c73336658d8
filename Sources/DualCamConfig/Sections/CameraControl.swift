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

extension Reader<[ControlPreset]> {
    /// `controls`: named sets of camera controls.
    static var controlPresets: Reader {
        .named(Names.check(_:)) { name in
            Reader<[CameraControl]>.ownControls.map { controls in
                ControlPreset(
                    name: name,
                    controls: controls.map { CameraControl(name: $0.name, value: $0.value, preset: name) })
            }
        }
    }
}

extension Reader<[CameraControl]> {
    /// Names and values; which there are, and what they take, is for the device to say.
    static var ownControls: Reader {
        .named({ (_) throws(Refusal) in }, isLimited: false) { .control(named: $0) }
    }

    /// A camera's `controls`: its own, behind those of `preset`, which they replace.
    static func controls(_ presets: [ControlPreset]) -> Reader {
        .section([]) { controls, section in
            var preset: ControlPreset?
            section.read(ControlPreset.key, into: &preset, .preset(among: presets))
            var own: [CameraControl] = []
            section.readOthers({ .control(named: $0) }) { own.append($1) }
            let names = Set(own.map(\.name))
            controls = (preset?.controls.filter { !names.contains($0.name) } ?? []) + own
        }
    }
}

extension ControlPreset {
    /// The key of a camera's `controls` that names its preset: `controls: indoor` is short for it.
    static let key = "preset"
}

extension Reader<ControlPreset> {
    fileprivate static func preset(among presets: [ControlPreset]) -> Reader {
        .text(as: .name) { (text) throws(Refusal) in
            guard let preset = presets.first(where: { $0.name == text }) else {
                guard presets.isEmpty else { throw .unknown(text, kind: "preset", among: presets.map(\.name)) }
                throw Refusal(
                    "there is no preset \(quoted(text))",
                    hint: "add a section as in controls: {indoor: {white-balance: 3200}}")
            }
            return preset
        }
    }
}

extension Reader<CameraControl> {
    fileprivate static func control(named name: String) -> Reader {
        Reader(.text) { place, findings in
            do throws(Refusal) {
                try Names.check(control: name)
                try place.variables.context.limits.check(name: name)
            } catch {
                findings.append(Finding(place.path, place.keyOrigin, error))
                return nil
            }
            return Reader<String>.words.map { CameraControl(name: name, value: ControlValue($0)) }.read(
                place, &findings)
        }
    }
}
