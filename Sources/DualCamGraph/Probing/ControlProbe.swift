internal import DualCamPlan
internal import GStreamer

/// A camera's controls by their device. Everything here blocks.
enum ControlProbe {
    /// Lists the controls in the device's order, with their values now; none when it cannot be opened.
    static func facts(of path: String) -> [ControlFacts]? {
        do throws(SystemError) { return try VideoControls(path: path).facts } catch { return nil }
    }
}

extension VideoControls {
    var facts: [ControlFacts] { list().map(ControlFacts.init) }
}

extension ControlFacts {
    fileprivate init(_ control: VideoControl) {
        let kind: Kind =
            switch control.kind {
            case .integer: .integer
            case .boolean: .boolean
            case .menu, .integerMenu: .menu
            case .button: .button
            case .bitmask: .bitmask
            }
        // The kernel tells what a bit mask can hold by its greatest value, which is unsigned.
        let most = kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: control.most)) : control.most
        let least = kind == .bitmask ? 0 : control.least
        self.init(
            control.number, ControlFacts.word(control.name), kind, least...max(least, most), step: max(1, control.step),
            standard: kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: control.standard)) : control.standard,
            value: kind == .bitmask ? control.value.map { Int64(UInt32(truncatingIfNeeded: $0)) } : control.value,
            choices: control.entries.map { Choice(index: $0.index, text: $0.text) })
        (isInactive, isReadOnly) = (control.isInactive, control.isReadOnly)
        (isVolatile, isGrabbed) = (control.isVolatile, control.isGrabbed)
    }
}
