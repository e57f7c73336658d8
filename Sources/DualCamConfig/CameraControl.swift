/// The requested value of a camera control. The control is identified by its V4L2 name (`exposure_time_absolute`) or by
/// one of dualcam's own names (`exposure`).
package struct CameraControl: Sendable, Hashable {
    package var name: String
    package var value: ControlValue
    /// The name of the preset that contains the control. `nil` if the control is set by the camera's own section or by
    /// a command.
    package var preset: String?

    package init(name: String, value: ControlValue, preset: String? = nil) {
        (self.name, self.value, self.preset) = (name, value, preset)
    }
}

/// A named set of camera controls, from an entry of the `controls` section.
package struct ControlPreset: Sendable, Equatable {
    package var name: String
    package var controls: [CameraControl]
}

/// The requested value of a camera control, before the camera's device is known.
package enum ControlValue: Sendable, Hashable {
    case whole(Int)
    case flag(Bool)
    /// A word from the control's menu, or a word that is accepted by one of dualcam's own controls, such as `auto`.
    case word(String)

    /// Interprets the text of a control's value: a switch state (`on`, `off`, `true`, `yes` and so on), a whole number,
    /// or any other text.
    package init(_ text: String) {
        self =
            switch text {
            case "on", "true", "yes": .flag(true)
            case "off", "false", "no": .flag(false)
            default: Int(text).map(ControlValue.whole) ?? .word(text)
            }
    }

    /// The value of the control as written in the pipeline file.
    package var notation: String {
        switch self {
        case .whole(let number): "\(number)"
        case .flag(let isOn): isOn ? "on" : "off"
        case .word(let word): word
        }
    }
}

extension Reader<[ControlPreset]> {
    /// A reader of the `controls` section, which contains named sets of camera controls.
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
    /// A reader of a section with the names and values of camera controls. It does not check that a control exists and
    /// accepts the value; that happens later, when the device is known.
    static var ownControls: Reader {
        .named({ (_) throws(Refusal) in }, isLimited: false) { .control(named: $0) }
    }

    /// Returns a reader of a camera's `controls`. The result contains the controls of its preset, followed by the
    /// camera's own controls, which override them.
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
    /// The key that names a preset in a camera's `controls`. Its short form is `controls: indoor`.
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
