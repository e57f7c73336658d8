/// Loudness relative to full scale, as EBU R128 measures it.
package struct Loudness: Sendable, Hashable, Comparable {
    /// In LUFS: 0 and less.
    package let value: Double

    package init(_ value: Double) { self.value = value }

    package static func < (left: Loudness, right: Loudness) -> Bool { left.value < right.value }
}

extension Loudness: Quantity, CustomStringConvertible {
    static let scale = UnitScale("a loudness", ["LUFS": 1], example: "-16LUFS", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    /// Reads `-16LUFS`. Throws `Refusal` without the unit.
    package init(parsing text: String) throws(Refusal) { self.init(try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(value) + "LUFS" }
}
