extension FrameRate: Quantity, CustomStringConvertible {
    package static var shape: SettingShape {
        .choice([.whole(1...1000), .written(.init(pattern: "[0-9]{1,9}/[0-9]{1,9}", example: "30000/1001"))])
    }

    /// Reads `30` or `30000/1001`. Throws `Refusal` for anything else (a decimal number gets its fraction as a
    /// suggestion), and outside 1/1000 ... 1000 frames a second.
    package init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.whole)
        guard (1...2).contains(parts.count), let numerator = parts[0], let denominator = parts.count == 2 ? parts[1] : 1
        else {
            throw Refusal("\(quoted(text)) is not a frame rate", hint: Self.hint(for: text))
        }
        guard numerator > 0, denominator > 0, numerator <= 1000 * denominator, denominator <= 1000 * numerator else {
            throw Refusal("\(quoted(text)) is out of range", hint: "accepted: 1/1000 ... 1000 frames a second")
        }
        self.init(numerator, denominator)
    }

    package var notation: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    private static func whole(_ text: Substring) -> Int? {
        text.allSatisfy { ("0"..."9").contains($0) } && text.count <= 9 ? Int(text) : nil
    }

    private static func hint(for text: String) -> String {
        guard let number = Measure.decimal(text), (0.001...1000).contains(number) else {
            return "write frames a second without a unit, as in 30 or 30000/1001"
        }
        let broadcast = FrameRate(Int(number.rounded(.up)) * 1000, 1001)
        let isBroadcast = abs(broadcast.framesPerSecond - number) < 0.005
        let exact = isBroadcast ? broadcast : FrameRate(Int((number * 1000).rounded()), 1000)
        return "write the fraction \(exact.notation)"
    }
}
