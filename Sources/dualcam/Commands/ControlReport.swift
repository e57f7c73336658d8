import DualCamConfig
import DualCamPlan

/// A camera's control in `devices --json`.
struct ControlReport: Encodable, Equatable {
    struct Choice: Encodable, Equatable {
        var value: Int64
        /// The word as the pipeline file writes it, and as the driver does.
        var word: String
        var text: String
    }

    var name: String
    /// `integer`, `boolean`, `menu`, `button` or `bitmask`
    var kind: String
    var least: Int64
    var most: Int64
    var step: Int64
    var standard: Int64
    /// The value: 0 or 1 of a switch, the entry's number of a menu; left out for buttons.
    var value: Int64?
    var choices: [Choice]?
    /// The reason why it cannot be set now; left out where it can.
    var obstacle: String?
    var isReadOnly: Bool
    /// The device changes it by itself.
    var isVolatile: Bool

    enum CodingKeys: String, CodingKey {
        case name, kind, least, most, step, value, choices, obstacle
        case standard = "default"
        case isReadOnly = "read-only"
        case isVolatile = "volatile"
    }
}

extension ControlReport {
    init(_ facts: ControlFacts, among device: [ControlFacts]) {
        (name, kind, value) = (facts.name, facts.kind.rawValue, facts.value)
        (least, most) = (facts.range.lowerBound, facts.range.upperBound)
        (step, standard) = (facts.step, facts.standard)
        choices =
            facts.kind == .menu
            ? facts.choices.map { Choice(value: $0.index, word: $0.word, text: $0.text) } : nil
        obstacle = facts.obstacle(in: device)
        (isReadOnly, isVolatile) = (facts.isReadOnly, facts.isVolatile)
    }
}

extension DeviceFacts {
    /// The plain words that mean something to the device.
    var plainControls: [PlainControl] { PlainControl.allCases.filter { $0.isKnown(to: controls ?? []) } }
}

/// A camera's controls for people.
enum ControlText {
    static func lines(of device: DeviceFacts) -> [String] {
        let facts = device.controls ?? []
        guard !facts.isEmpty else { return ["  no controls"] }
        let words = device.plainControls.map { ($0.rawValue, plain($0, facts)) }
        let named = facts.map { ($0.name, text(of: $0, among: facts)) }
        let width = (words + named).map(\.0.count).max() ?? 0
        let list = { (rows: [(String, String)]) in rows.map { "    \(HelpText.padded($0.0, to: width))  \($0.1)" } }
        return (words.isEmpty ? [] : ["  in plain words"] + list(words)) + ["  controls"] + list(named)
    }

    private static func plain(_ word: PlainControl, _ facts: [ControlFacts]) -> String {
        let now = word.reading(of: facts).map { "now \($0.notation)" } ?? "now unknown"
        return "\(now); \(word.values)"
    }

    private static func text(of control: ControlFacts, among facts: [ControlFacts]) -> String {
        let now = control.value.map { "now \(control.text(of: $0)); " } ?? ""
        let standard = control.kind == .button ? "" : ", default \(control.text(of: control.standard))"
        let obstacle = control.obstacle(in: facts).map { "; \($0)" } ?? ""
        return now + values(of: control) + standard + (control.isVolatile ? ", changes by itself" : "") + obstacle
    }

    private static func values(of control: ControlFacts) -> String {
        switch control.kind {
        case .integer, .bitmask:
            "\(control.range.lowerBound) ... \(control.range.upperBound)"
                + (control.step > 1 ? " in steps of \(control.step)" : "")
        case .boolean: "on or off"
        case .menu: control.choices.map { "\($0.word) (\($0.index))" }.joined(separator: ", ")
        case .button: "a button: press"
        }
    }
}
