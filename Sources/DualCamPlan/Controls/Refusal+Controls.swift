import DualCamConfig

/// The reason why a control cannot be set to a value, without the control's name and the camera's.
extension Refusal {
    static func unknown(_ name: String, _ device: [ControlFacts]) -> Refusal {
        guard !device.isEmpty else {
            return Refusal("the camera has no controls at all", hint: "leave it out")
        }
        let plain = PlainControl.allCases.filter { $0.isKnown(to: device) }.map(\.rawValue)
        let names = device.filter { !$0.isReadOnly }.map(\.name)
        let near = NearestName.nearest(to: name, among: plain + names).map { "did you mean '\($0)'? " } ?? ""
        let own = names.filter { !plain.contains($0) }
        return Refusal(
            "the camera has no such control",
            hint: near + "it has: " + (plain + own).joined(separator: ", "))
    }

    static func inactive(_ state: String?) -> Refusal {
        Refusal(
            "it has no effect while \(state ?? "another control is as it is")",
            hint: "switch that one off as well, or write a plain word (\(PlainControl.words)), which does both")
    }
}
