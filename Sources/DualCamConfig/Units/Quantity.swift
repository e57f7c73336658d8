/// A quantity that the pipeline file writes with its unit.
///
/// `init(parsing:)` and `notation` are each other's inverse for every value the file can say.
package protocol Quantity: Sendable {
    /// Throws `Refusal` when `text` is not this quantity, naming the accepted units.
    init(parsing text: String) throws(Refusal)

    /// The value as the pipeline file writes it.
    var notation: String { get }

    /// The form in which it is written.
    static var shape: SettingShape { get }
}

extension Quantity where Self: CustomStringConvertible {
    package var description: String { notation }
}

extension SettingShape {
    /// The same, with the least and the most it takes.
    func within<Value: Quantity>(_ range: ClosedRange<Value>) -> SettingShape {
        guard case .written(var notation) = self else { return self }
        notation.range = [range.lowerBound.notation, range.upperBound.notation]
        if let unit = notation.unit {
            let bounds = notation.range.compactMap { Double($0.dropLast(unit.count)) }
            if let least = bounds.first, let most = bounds.last {
                let numbers = Self.numbers(Int(least.rounded(.down)), Int(most.rounded(.up)))
                notation.pattern = "(\(numbers)) *\(unit) *"
            }
        }
        return .written(notation)
    }

    /// Decimal numbers within whole bounds, as a regular expression; between 0 and a bound above it any will do.
    private static func numbers(_ least: Int, _ most: Int) -> String {
        let below = least < 0 ? ["-(\(upTo(-least)))"] : []
        return (below + (most >= 0 ? ["[+]?(\(upTo(most)))"] : [])).joined(separator: "|")
    }

    /// Decimal numbers from 0 to a whole one, as a regular expression.
    private static func upTo(_ most: Int) -> String {
        let digits = Array(String(most))
        // The number itself, those of fewer digits, and those that are smaller from some digit on.
        var forms = ["\(most)(\\.0+)?"]
        if digits.count > 1 { forms.append("[0-9]{1,\(digits.count - 1)}(\\.[0-9]+)?") }
        for (place, digit) in digits.enumerated() {
            guard let value = digit.wholeNumberValue, value > 0 else { continue }
            let rest = digits.count - place - 1
            forms.append("\(String(digits[..<place]))[0-\(value - 1)][0-9]{\(rest)}(\\.[0-9]+)?")
        }
        return "0*(\(forms.joined(separator: "|")))"
    }
}

extension Quantity where Self: Comparable {
    /// Throws `Refusal` when `text` is not this quantity, and when it is none of `range`.
    package init(parsing text: String, in range: ClosedRange<Self>) throws(Refusal) {
        let value = try Self(parsing: text)
        guard range.contains(value) else {
            throw .outOfRange(text, range.lowerBound.notation, range.upperBound.notation)
        }
        self = value
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Throws `Refusal`, naming the nearest, when `text` is none of the words.
    package init(parsing text: String) throws(Refusal) {
        self = try Self(rawValue: text).orUnknown(text, kind: "value", among: Self.allCases.map(\.rawValue))
    }
}

/// The reason why a text is not the value it should be, or why something cannot be, and what to do instead: a clause each, or a full
/// sentence for what to do.
package struct Refusal: Error, Sendable, Equatable {
    package let message: String
    package let hint: String?
    /// True when neither of them shows anything of the text: they may be told to whoever must not see it.
    let isPlain: Bool

    package init(_ message: String, hint: String? = nil, isPlain: Bool = false) {
        (self.message, self.hint, self.isPlain) = (message, hint, isPlain)
    }

    /// Two refusals are equal if they say the same.
    package static func == (left: Refusal, right: Refusal) -> Bool {
        (left.message, left.hint) == (right.message, right.hint)
    }

    /// Names a word that is none of `accepted`, with the nearest of them or all.
    static func unknown(_ word: String, kind: String, among accepted: [String]) -> Refusal {
        Refusal("unknown \(kind) \(quoted(word))", hint: suggestion(for: word, among: accepted))
    }

    /// "did you mean 'x'?", else the whole choice; `nil` when there is none.
    package static func suggestion(for word: String, among accepted: [String]) -> String? {
        if let near = word.nearest(among: accepted) { return "did you mean '\(near)'?" }
        let shown = accepted.prefix(20) + (accepted.count > 20 ? ["..."] : [])
        return accepted.isEmpty ? nil : "accepted: " + shown.joined(separator: ", ")
    }
}

extension Optional {
    /// Throws that a word is none of `accepted` where there is nothing that it means.
    func orUnknown(_ word: String, kind: String, among accepted: [String]) throws(Refusal) -> Wrapped {
        guard let self else { throw .unknown(word, kind: kind, among: accepted) }
        return self
    }
}

/// `text` between quotes for a message: at most 60 characters, printable.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return "'" + String(scalars.prefix(60)).printable + (scalars.count > 60 ? "...'" : "'")
}
