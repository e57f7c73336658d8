/// A quantity that the pipeline file writes with its unit.
///
/// `init(parsing:)` and `notation` are inverse to each other for every value that a file can contain.
package protocol Quantity: Sendable {
    /// Throws `Refusal` if `text` is not such a quantity, with a list of the accepted units.
    init(parsing text: String) throws(Refusal)

    /// The value as the pipeline file writes it.
    var notation: String { get }

    /// The form of the written value.
    static var shape: SettingShape { get }
}

extension Quantity where Self: CustomStringConvertible {
    package var description: String { notation }
}

extension SettingShape {
    /// Returns the same form with a minimum and a maximum.
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

    /// Returns a regular expression for decimal numbers within whole bounds. If the lower bound is above 0, numbers
    /// from 0 on are accepted, too.
    private static func numbers(_ least: Int, _ most: Int) -> String {
        let below = least < 0 ? ["-(\(upTo(-least)))"] : []
        return (below + (most >= 0 ? ["[+]?(\(upTo(most)))"] : [])).joined(separator: "|")
    }

    /// Returns a regular expression for decimal numbers from 0 to a whole number.
    private static func upTo(_ most: Int) -> String {
        let digits = Array(String(most))
        // The number itself, numbers with fewer digits, and numbers that are smaller from some digit on.
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
    /// Throws `Refusal` if `text` is not such a quantity or is outside of `range`.
    package init(parsing text: String, in range: ClosedRange<Self>) throws(Refusal) {
        let value = try Self(parsing: text)
        guard range.contains(value) else {
            throw .outOfRange(text, range.lowerBound.notation, range.upperBound.notation)
        }
        self = value
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Throws `Refusal` with the nearest word if `text` is not one of the words.
    package init(parsing text: String) throws(Refusal) {
        self = try Self(rawValue: text).orUnknown(text, kind: "value", among: Self.allCases.map(\.rawValue))
    }
}

/// The reason why a text or a request is refused, and the remedy. Each is a clause; the remedy may also be a full
/// sentence.
package struct Refusal: Error, Sendable, Equatable {
    package let message: String
    package let hint: String?
    /// True when message and hint contain nothing of the text, so that they may be shown to people who must not see it.
    let isPlain: Bool

    package init(_ message: String, hint: String? = nil, isPlain: Bool = false) {
        (self.message, self.hint, self.isPlain) = (message, hint, isPlain)
    }

    /// Two refusals are equal if their messages and hints are.
    package static func == (left: Refusal, right: Refusal) -> Bool {
        (left.message, left.hint) == (right.message, right.hint)
    }

    /// Returns the refusal of a word that is not in `accepted`, with a suggestion of the nearest word, or of all.
    static func unknown(_ word: String, kind: String, among accepted: [String]) -> Refusal {
        Refusal("unknown \(kind) \(quoted(word))", hint: suggestion(for: word, among: accepted))
    }

    /// Returns the text "did you mean 'x'?", or a list of all accepted words; `nil` if there are none.
    package static func suggestion(for word: String, among accepted: [String]) -> String? {
        if let near = word.nearest(among: accepted) { return "did you mean '\(near)'?" }
        let shown = accepted.prefix(20) + (accepted.count > 20 ? ["..."] : [])
        return accepted.isEmpty ? nil : "accepted: " + shown.joined(separator: ", ")
    }
}

extension Optional {
    /// Returns the wrapped value. Throws the refusal of an unknown word if it is `nil`.
    func orUnknown(_ word: String, kind: String, among accepted: [String]) throws(Refusal) -> Wrapped {
        guard let self else { throw .unknown(word, kind: kind, among: accepted) }
        return self
    }
}

/// Returns `text` in quotes for a message: at most 60 characters, printable.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return "'" + String(scalars.prefix(60)).printable + (scalars.count > 60 ? "...'" : "'")
}
