/// The setting `channels`: the channels to record from a microphone. It is either a number of channels or one side of a
/// stereo pair.
package enum SoundChannels: Quantity, Hashable {
    /// The number of channels to record, 1 ... 8. If it is 1, the average of the device's channels is recorded.
    case number(Int)
    /// Only the left of two channels is recorded, at its full level.
    case left
    /// Only the right of two channels is recorded, at its full level.
    case right

    package static let numbers = 1...8

    package static var shape: SettingShape { .choice([.words(words), .whole(numbers)]) }

    private static let words = ["left", "right", "mix", "stereo"]

    /// Parses the setting `channels`: `left`, `right`, `mix` (same as `1`), `stereo` (same as `2`) or a number.
    package init(parsing text: String) throws(Refusal) {
        switch text {
        case "left": self = .left
        case "right": self = .right
        case "mix": self = .number(1)
        case "stereo": self = .number(2)
        default:
            guard let number = Int(text) else {
                throw .unknown(text, kind: "choice of channels", among: Self.words + ["1 ... 8"])
            }
            guard Self.numbers.contains(number) else {
                throw .outOfRange(text, "\(Self.numbers.lowerBound)", "\(Self.numbers.upperBound)")
            }
            self = .number(number)
        }
    }

    package var notation: String {
        switch self {
        case .number(let number): "\(number)"
        case .left: "left"
        case .right: "right"
        }
    }

    /// The number of channels in the recorded files.
    package var count: Int { if case .number(let number) = self { number } else { 1 } }
}
