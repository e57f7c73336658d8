extension Reader where Value: Quantity & Comparable {
    /// A reader of a quantity that is written with its unit, such as `8Mbps`.
    static var quantity: Reader { .text(as: Value.shape, Value.init(parsing:)) }

    /// Returns a reader of a quantity that is written with its unit. The reader rejects values outside of the range.
    static func quantity(in range: ClosedRange<Value>) -> Reader {
        .text(as: Value.shape.within(range)) { (text) throws(Refusal) in try Value(parsing: text, in: range) }
    }
}

extension Reader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// A reader of one word, which must be a raw value of the enumeration.
    static var word: Reader {
        .text(as: .words(Value.allCases.map(\.rawValue))) { (text) throws(Refusal) in try Value(parsing: text) }
    }
}

extension Reader<FrameSize> {
    static var size: Reader { .text(as: FrameSize.shape, FrameSize.init(parsing:)) }
}

extension Reader<Int> {
    static func integer(in range: ClosedRange<Int>) -> Reader {
        .text(as: .whole(range)) { (text) throws(Refusal) in
            guard let value = Int(text) else {
                throw Refusal("\(quoted(text)) is not a whole number", hint: "write one without a unit")
            }
            guard range.contains(value) else { throw .outOfRange(text, "\(range.lowerBound)", "\(range.upperBound)") }
            return value
        }
    }
}

extension Reader<Double> {
    static func number(in range: ClosedRange<Double>) -> Reader {
        .text(as: .number(range)) { (text) throws(Refusal) in
            let bounds = (Measure.text(range.lowerBound), Measure.text(range.upperBound))
            guard let value = Measure.decimal(text) else {
                throw Refusal("\(quoted(text)) is not a number", hint: "write one from \(bounds.0) to \(bounds.1)")
            }
            guard range.contains(value) else { throw .outOfRange(text, bounds.0, bounds.1) }
            return value
        }
    }
}

extension Reader<Bool> {
    /// A reader of `on` or `off`; it also accepts `true`, `false`, `yes` and `no`.
    static var flag: Reader {
        .text(as: .flag) { (text) throws(Refusal) in
            switch text {
            case "on", "true", "yes": return true
            case "off", "false", "no": return false
            default: throw Refusal("\(quoted(text)) is neither on nor off", hint: "write on or off")
            }
        }
    }
}

extension Reader<String> {
    /// A reader of any non-empty text.
    static var words: Reader { .text(String.checked) }

    /// A reader of a text that is used as a title and is limited in length.
    static var title: Reader {
        .text(as: .title) { (text, variables) throws(Refusal) in
            try variables.context.limits.check(title: text)
            return try String.checked(text)
        }
    }

    /// A reader of a path. Relative paths refer to the pipeline file's folder, and `~` means the home folder.
    static var path: Reader {
        .text(as: .path(.init())) { (text, variables) throws(Refusal) in
            try variables.path(try String.checked(text))
        }
    }
}

extension String {
    static func checked(_ text: String) throws(Refusal) -> String {
        guard !text.isEmpty else { throw Refusal("must not be empty", isPlain: true) }
        return text
    }
}

extension Refusal {
    static func outOfRange(_ text: String, _ lowest: String, _ highest: String) -> Refusal {
        Refusal("\(quoted(text)) is out of range", hint: "accepted: \(lowest) ... \(highest)")
    }
}
