/// A quantity that is written with its unit in the pipeline file.
///
/// `init(parsing:)` and `notation` are inverses of each other for every value that a file can contain.
package protocol Quantity: Sendable {
    /// Parses a quantity with its unit. Throws a `Refusal` for other texts; its hint lists the accepted units.
    init(parsing text: String) throws(Refusal)

    /// The quantity as written in the pipeline file.
    var notation: String { get }

    /// The description of the texts that can be parsed as this quantity.
    static var shape: SettingShape { get }
}

extension Quantity where Self: CustomStringConvertible {
    package var description: String { notation }
}

extension SettingShape {
    /// Returns the description of the same quantity, limited to a range.
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

    /// Returns a regular expression for decimal numbers between two whole numbers. If the lower bound is above 0, the
    /// expression also matches smaller numbers down to 0.
    private static func numbers(_ least: Int, _ most: Int) -> String {
        let below = least < 0 ? ["-(\(upTo(-least)))"] : []
        return (below + (most >= 0 ? ["[+]?(\(upTo(most)))"] : [])).joined(separator: "|")
    }

    /// Returns a regular expression for decimal numbers from 0 to a whole number.
    private static func upTo(_ most: Int) -> String {
        let digits = Array(String(most))
        // The maximum itself, numbers with fewer digits, and numbers with a smaller digit at some position.
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
    /// Parses a quantity within a range. Throws a `Refusal` if the text is not such a quantity or is out of range.
    package init(parsing text: String, in range: ClosedRange<Self>) throws(Refusal) {
        let value = try Self(parsing: text)
        guard range.contains(value) else {
            throw .outOfRange(text, range.lowerBound.notation, range.upperBound.notation)
        }
        self = value
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Parses a word as a case of the enumeration. Throws a `Refusal` for other texts; its hint suggests the most
    /// similar word.
    package init(parsing text: String) throws(Refusal) {
        self = try Self(rawValue: text).orUnknown(text, kind: "value", among: Self.allCases.map(\.rawValue))
    }
}

/// An error that explains why a text or a request is rejected, with an optional hint. The message is a clause; the hint
/// is a clause or a full sentence.
package struct Refusal: Error, Sendable, Equatable {
    package let message: String
    package let hint: String?
    /// True when neither the message nor the hint quotes the user's text, so that anyone may see them.
    let isPlain: Bool

    package init(_ message: String, hint: String? = nil, isPlain: Bool = false) {
        (self.message, self.hint, self.isPlain) = (message, hint, isPlain)
    }

    /// Returns true if both errors have equal messages and hints.
    package static func == (left: Refusal, right: Refusal) -> Bool {
        (left.message, left.hint) == (right.message, right.hint)
    }

    /// Returns the error for an unknown word. Its hint suggests the most similar accepted word, or lists all accepted
    /// words.
    static func unknown(_ word: String, kind: String, among accepted: [String]) -> Refusal {
        Refusal("unknown \(kind) \(quoted(word))", hint: suggestion(for: word, among: accepted))
    }

    /// Returns the hint "did you mean 'x'?", or a hint with all accepted words; `nil` if no words are accepted.
    package static func suggestion(for word: String, among accepted: [String]) -> String? {
        if let near = word.nearest(among: accepted) { return "did you mean '\(near)'?" }
        let shown = accepted.prefix(20) + (accepted.count > 20 ? ["..."] : [])
        return accepted.isEmpty ? nil : "accepted: " + shown.joined(separator: ", ")
    }
}

extension Optional {
    /// Returns the wrapped value. If there is none, throws the error for an unknown word.
    func orUnknown(_ word: String, kind: String, among accepted: [String]) throws(Refusal) -> Wrapped {
        guard let self else { throw .unknown(word, kind: kind, among: accepted) }
        return self
    }
}

/// Returns a text in quotes for use in a message. The text is shortened to 60 characters and made printable.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return "'" + String(scalars.prefix(60)).printable + (scalars.count > 60 ? "...'" : "'")
}
