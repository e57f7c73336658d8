import DualCamConfig
import DualCamPlan

extension ControlValue {
    /// A whole number, true or false, or a text as the pipeline file would have it.
    init?(_ json: JSONValue) {
        if let flag = json.flag {
            self = .flag(flag)
        } else if let whole = json.count {
            self = .whole(whole)
        } else if let text = json.text, !text.isEmpty {
            self.init(text)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .whole(let number): .integer(Int64(number))
        case .flag(let isOn): .bool(isOn)
        case .word(let word): .string(word)
        }
    }
}

extension ControlFacts {
    /// A value of it: true or false, a menu's word, or a number.
    func json(_ value: Int64) -> JSONValue {
        switch kind {
        case .boolean: .bool(value != 0)
        case .menu: .string(text(of: value))
        case .integer, .bitmask, .button: .integer(value)
        }
    }

    func setting(of camera: String, among device: [ControlFacts]) -> ControlSetting {
        ControlSetting(
            "controls.\(camera).\(name)", value.map(json) ?? .null, settingRange, by: .control,
            obstacle: obstacle(in: device))
    }

    fileprivate var settingRange: ControlSetting.Range {
        switch kind {
        case .integer, .bitmask:
            .number(Double(range.lowerBound)...Double(range.upperBound), step: Double(step), unit: "")
        case .boolean: .flag
        case .menu: .choice(choices.map(\.word))
        case .button: .choice(["press"])
        }
    }
}

extension PlainControl {
    /// `nil` where the device has nothing that the word means. A value that the device has chosen itself is `auto`; a range is that
    /// of the value.
    func setting(of camera: String, _ device: [ControlFacts]) -> ControlSetting? {
        guard isKnown(to: device) else { return nil }
        let range: ControlSetting.Range =
            self == .torch
            ? .flag : choices(of: device).map(ControlSetting.Range.choice) ?? value(of: device)?.settingRange ?? .text
        return ControlSetting(
            "controls.\(camera).\(rawValue)", reading(of: device)?.json ?? .null, range, by: .control)
    }
}
