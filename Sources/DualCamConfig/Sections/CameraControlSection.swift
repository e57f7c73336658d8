extension Reader<[ControlPreset]> {
    /// `controls`: named sets of camera controls.
    static var controlPresets: Reader {
        .named({ (name) throws(Refusal) in try Names.check(preset: name) }) { name in
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
        .named({ (_) throws(Refusal) in }) { .control(named: $0) }
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
            } catch {
                findings.append(Finding(place.path, place.keyOrigin, error))
                return nil
            }
            return Reader<String>.words.map { CameraControl(name: name, value: ControlValue($0)) }.read(
                place, &findings)
        }
    }
}
