extension Duration: Quantity {
    static let scale = UnitScale(
        "a length of time", ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000], example: "10min")

    package static var shape: SettingShape { scale.repeatedShape }

    /// Parses a duration such as `10min`, `1.5h` or `1h30min`. The units are ms, s, min, h and d; larger units must
    /// come first.
    ///
    /// Throws a `Refusal` for negative durations, fractions of a millisecond, and more than 36500 days.
    package init(parsing text: String) throws(Refusal) {
        guard let parts = Measure.scan(text) else { throw Self.scale.notOne(text) }
        var total = 0.0
        var smallest = Double.infinity
        for part in parts {
            let factor = try Self.scale.factor(of: part)
            guard factor < smallest else {
                throw Refusal(
                    "\(quoted(text)) is out of order", hint: "write larger units first, each once, as in 1h30min")
            }
            smallest = factor
            total += part.number * factor
        }
        try self.init(milliseconds: total, text: text)
    }

    private init(milliseconds: Double, text: String) throws(Refusal) {
        guard (0...3.1536e12).contains(milliseconds) else { throw .outOfRange(text, "0s", "36500d") }
        let whole = milliseconds.rounded()
        guard abs(whole - milliseconds) < 1e-3 else {
            throw Refusal("\(quoted(text)) is finer than a millisecond", hint: "write whole milliseconds")
        }
        self = .milliseconds(Int64(whole))
    }

    /// The duration as written in the pipeline file: `10min`, `1h30min`, `1s500ms`. Fractions of a millisecond are
    /// omitted.
    package var notation: String {
        var rest = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        var text = rest < 0 ? "-" : ""
        rest = abs(rest)
        for unit in Self.scale.units.reversed() where rest >= Int64(unit.factor) {
            text += "\(rest / Int64(unit.factor))\(unit.name)"
            rest %= Int64(unit.factor)
        }
        return text.isEmpty ? "0s" : text
    }
}
