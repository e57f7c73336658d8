/// The delay of a camera's pictures or a microphone's sound, given by the setting `delay`. A negative value shifts them
/// to an earlier time.
package struct InputDelay: Quantity, Hashable, Comparable, CustomStringConvertible {
    package let milliseconds: Double

    /// The accepted range of an input's delay: -500 ms ... 500 ms.
    package static let range = InputDelay(milliseconds: -500)...InputDelay(milliseconds: 500)
    package static let none = InputDelay(milliseconds: 0)

    static let scale = UnitScale("a delay", ["ms": 1], example: "80ms", isSigned: true)
    package static var shape: SettingShape { scale.shape }

    package init(milliseconds: Double) { self.milliseconds = milliseconds }

    /// Parses a delay such as `80ms` or `-80ms`. Throws a `Refusal` if the unit is missing.
    package init(parsing text: String) throws(Refusal) { self.init(milliseconds: try Self.scale.value(of: text)) }

    package var notation: String { Measure.text(milliseconds) + "ms" }

    package var nanoseconds: Int64 { Int64((milliseconds * 1_000_000).rounded()) }

    package static func < (left: InputDelay, right: InputDelay) -> Bool { left.milliseconds < right.milliseconds }
}
