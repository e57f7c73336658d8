/// A control of a camera, as the camera's driver reports it.
package struct ControlFacts: Sendable, Equatable {
    /// The type of a control's value. The raw values are part of the output of `devices --json` and must not change.
    package enum Kind: String, Sendable, Equatable { case integer, boolean, menu, button, bitmask }

    /// An entry of a menu control.
    package struct Choice: Sendable, Equatable {
        package var index: Int64
        /// The text of the menu entry as the driver reports it, such as `Aperture Priority Mode`.
        package var text: String

        package init(index: Int64, text: String) { (self.index, self.text) = (index, text) }

        /// The menu entry as written in the pipeline file, such as `aperture_priority_mode`.
        package var word: String { ControlFacts.word(text) }
    }

    /// The V4L2 number of the control (`V4L2_CID_...`).
    package var number: UInt32
    /// The name of the control in the pipeline file, such as `exposure_time_absolute`.
    package var name: String
    package var kind: Kind
    package var range: ClosedRange<Int64>
    package var step: Int64
    package var standard: Int64
    /// The current value of the control; `nil` if the control has none, or if the device does not report it.
    package var value: Int64?
    package var choices: [Choice] = []
    /// True if the control currently has no effect because of another control, usually an automatic one.
    package var isInactive = false
    package var isReadOnly = false
    /// True if the device may change the control's value without a request.
    package var isVolatile = false
    /// True if the control cannot be set while the camera is streaming.
    package var isGrabbed = false

    package init(
        _ number: UInt32, _ name: String, _ kind: Kind, _ range: ClosedRange<Int64>, step: Int64 = 1,
        standard: Int64 = 0,
        value: Int64? = nil, choices: [Choice] = []
    ) {
        (self.number, self.name, self.kind, self.range) = (number, name, kind, range)
        (self.step, self.standard, self.value, self.choices) = (step, standard, value, choices)
    }

    /// Converts a control's name from the driver to the name in the pipeline file. Letters become lowercase, and other
    /// characters between letters and digits become a single underscore. The result is the same as in v4l2-ctl.
    package static func word(_ name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
    }

    /// Returns a value of the control as text: `on` or `off`, the word of a menu entry, or a number.
    package func text(of value: Int64) -> String {
        switch kind {
        case .boolean: value == 0 ? "off" : "on"
        case .menu: choices.first { $0.index == value }?.word ?? "\(value)"
        case .integer, .button, .bitmask: "\(value)"
        }
    }
}

/// The V4L2 numbers of the controls that dualcam itself sets or interprets (`linux/v4l2-controls.h`).
enum ControlNumber {
    static let brightness: UInt32 = 0x0098_0900
    static let hue: UInt32 = 0x0098_0903
    static let whiteBalanceAuto: UInt32 = 0x0098_090C
    static let redBalance: UInt32 = 0x0098_090E
    static let blueBalance: UInt32 = 0x0098_090F
    static let exposure: UInt32 = 0x0098_0911
    static let gainAuto: UInt32 = 0x0098_0912
    static let gain: UInt32 = 0x0098_0913
    static let powerLine: UInt32 = 0x0098_0918
    static let hueAuto: UInt32 = 0x0098_0919
    static let whiteBalance: UInt32 = 0x0098_091A
    static let brightnessAuto: UInt32 = 0x0098_0920
    static let exposureAuto: UInt32 = 0x009A_0901
    /// The V4L2 control `V4L2_CID_EXPOSURE_AUTO_PRIORITY`. If its value is 1, the camera may reduce its frame rate to
    /// expose longer.
    static let exposurePriority: UInt32 = 0x009A_0903
    static let exposureTime: UInt32 = 0x009A_0902
    static let focus: UInt32 = 0x009A_090A
    static let focusAuto: UInt32 = 0x009A_090C
    static let exposureBias: UInt32 = 0x009A_0913
    static let stabilisation: UInt32 = 0x009A_0916
    static let lampMode: UInt32 = 0x009C_0901
    static let analogueGain: UInt32 = 0x009E_0903

    /// The automatic controls, each with the controls whose values the device determines while the automatic control is
    /// on.
    static let governors: [(auto: UInt32, manual: [UInt32])] = [
        (whiteBalanceAuto, [whiteBalance, redBalance, blueBalance]), (exposureAuto, [exposureTime, exposure]),
        (focusAuto, [focus]), (gainAuto, [gain]), (hueAuto, [hue]), (brightnessAuto, [brightness]),
    ]

    static func governor(of number: UInt32) -> UInt32? { governors.first { $0.manual.contains(number) }?.auto }

    static func governed(by number: UInt32) -> [UInt32] { governors.first { $0.auto == number }?.manual ?? [] }

    /// Returns true if the automatic control `number` at this value makes the device set the dependent controls itself.
    /// For exposure, the result is false for the menu entries `Manual Mode` and `Shutter Priority Mode`.
    static func isAutomatic(_ number: UInt32, _ value: Int64) -> Bool {
        number == exposureAuto ? value == 0 || value == 3 : value != 0
    }
}
