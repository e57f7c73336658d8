/// The time by which a camera's picture or a microphone's sound is made later than it came (`delay`); below zero: earlier.
package struct InputDelay: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let milliseconds: Double

    /// The delays that an input can have.
    package static let range = InputDelay(milliseconds: -500)...InputDelay(milliseconds: 500)
    package static let none = InputDelay(milliseconds: 0)

    static let scale = UnitScale("a delay", ["ms": 1], example: "80ms", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    package init(milliseconds: Double) { self.milliseconds = milliseconds }

    /// Reads `80ms` or `-80ms`. Throws `Refusal` without the unit.
    package init(parsing text: String) throws(Refusal) { self.init(milliseconds: try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(milliseconds) + "ms" }

    package var nanoseconds: Int64 { Int64((milliseconds * 1_000_000).rounded()) }

    package static func < (left: InputDelay, right: InputDelay) -> Bool { left.milliseconds < right.milliseconds }
}
