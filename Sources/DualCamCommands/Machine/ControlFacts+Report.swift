import CommandLine
import DualCamPlan
import DualCamProcess

extension ControlFacts {
    /// Returns the JSON object of a camera's control in `devices --json`. For a menu, `choices` lists each choice's
    /// number, its word in the pipeline file and the driver's text. A button has no `value`. `obstacle` says why the
    /// control cannot be set now.
    ///
    /// - Parameter device: All controls of the camera, which decide if this one can be set.
    func report(among device: [ControlFacts]) -> JSONObject {
        [
            "name": name, "kind": kind.rawValue, "least": range.lowerBound, "most": range.upperBound, "step": step,
            "default": standard, "value": value, "choices": kind == .menu ? choices.map(\.report) : nil,
            "obstacle": obstacle(in: device), "read-only": isReadOnly, "volatile": isVolatile,
        ]
    }
}

extension ControlFacts.Choice {
    fileprivate var report: JSONObject { ["value": index, "word": word, "text": text] }
}

extension DeviceFacts {
    /// The common camera controls that this camera supports, as named in the pipeline file.
    var plainControls: [PlainControl] { PlainControl.allCases.filter { $0.isKnown(to: controls ?? []) } }
}

extension DeviceFacts {
    /// The lines that `dualcam devices --controls` prints about the camera's controls.
    var controlLines: [String] {
        let facts = controls ?? []
        guard !facts.isEmpty else { return ["  no controls"] }
        let words = plainControls.map { ($0.rawValue, Self.plain($0, facts)) }
        let named = facts.map { ($0.name, Self.text(of: $0, among: facts)) }
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
