extension Decibel: Quantity, Comparable, CustomStringConvertible {
    static let scale = UnitScale("a level", ["dB": 1], example: "-3dB", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    /// Reads `-3dB`. Throws `Refusal` without the unit.
    package init(parsing text: String) throws(Refusal) { self.init(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(value) + "dB" }

    package static func < (left: Decibel, right: Decibel) -> Bool { left.value < right.value }
}

extension Temperature: Quantity, CustomStringConvertible {
    static let scale = UnitScale("a temperature", ["C": 1], example: "85C", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    /// Reads `85C`. Throws `Refusal` without the unit.
    package init(parsing text: String) throws(Refusal) { self.init(celsius: try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(celsius) + "C" }
}

extension Share: Quantity, Comparable, CustomStringConvertible {
    static let scale = UnitScale("a share", ["%": 1], example: "25%", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    /// Reads `25%`. Throws `Refusal` without the unit.
    package init(parsing text: String) throws(Refusal) { self = .percent(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(fraction * 100) + "%" }

    package static func < (left: Share, right: Share) -> Bool { left.fraction < right.fraction }
}
