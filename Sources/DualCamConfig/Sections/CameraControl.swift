/// A control of a camera with a requested value. It has a V4L2 name (`exposure_time_absolute`) or a dualcam name
/// (`exposure`).
package struct CameraControl: Sendable, Hashable {
    package var name: String
    package var value: ControlValue
    /// The name of the preset that contains the control; `nil` if the control is in the camera's own section, or was
    /// set by a command.
    package var preset: String?

    package init(name: String, value: ControlValue, preset: String? = nil) {
        (self.name, self.value, self.preset) = (name, value, preset)
    }
}

/// A named set of camera controls, an entry of the section `controls`.
package struct ControlPreset: Sendable, Equatable {
    package var name: String
    package var controls: [CameraControl]
}

/// The requested value of a camera control, before the camera's device is known.
package enum ControlValue: Sendable, Hashable {
    case whole(Int)
    case flag(Bool)
    /// A word from the control's menu, or a word such as `auto` that a dualcam control accepts.
    case word(String)

    /// Interprets a control's value: `on`, `true`, `yes` and their opposites, a whole number, or any other text.
    package init(_ text: String) {
        self =
            switch text {
            case "on", "true", "yes": .flag(true)
            case "off", "false", "no": .flag(false)
            default: Int(text).map(ControlValue.whole) ?? .word(text)
            }
    }

    /// The control's value as the pipeline file writes it.
    package var notation: String {
        switch self {
        case .whole(let number): "\(number)"
        case .flag(let isOn): isOn ? "on" : "off"
        case .word(let word): word
        }
    }
}

extension Reader<[ControlPreset]> {
    /// A reader of the section `controls`: named sets of camera controls.
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
    /// A reader of control names and values. Only the device decides which controls exist and which values they accept.
    static var ownControls: Reader {
        .named({ (_) throws(Refusal) in }, isLimited: false) { .control(named: $0) }
    }

    /// Returns a reader of a camera's `controls`: the preset's controls, then the camera's own, which replace the
    /// preset's.
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
    /// The key in a camera's `controls` that names a preset; `controls: indoor` is its short form.
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
