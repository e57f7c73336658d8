/// A quantity that the pipeline file writes with its unit.
///
/// `init(parsing:)` and `notation` are each other's inverse for every value the file can say.
public protocol Quantity: Sendable {
    /// Throws `Refusal` when `text` is not this quantity, naming the accepted units.
    init(parsing text: String) throws(Refusal)

    /// The value as the pipeline file writes it.
    var notation: String { get }
}

/// Why a text is not the value it should be, and what to write instead.
public struct Refusal: Error, Sendable, Equatable {
    public let message: String
    public let hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension Refusal {
    /// Names a word that is none of `accepted`, with the nearest of them or all.
    static func unknown(_ word: String, kind: String, among accepted: [String]) -> Refusal {
        Refusal("unknown \(kind) \(quoted(word))", hint: suggestion(for: word, among: accepted))
    }

    /// "did you mean 'x'?", else the whole choice; `nil` when there is none.
    public static func suggestion(for word: String, among accepted: [String]) -> String? {
        if let near = NearestName.nearest(to: word, among: accepted) { return "did you mean '\(near)'?" }
        let shown = accepted.prefix(20) + (accepted.count > 20 ? ["..."] : [])
        return accepted.isEmpty ? nil : "accepted: " + shown.joined(separator: ", ")
    }
}

/// `text` between quotes for a message: at most 60 characters, control characters escaped.
func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return "'" + withoutControls(String(scalars.prefix(60))) + (scalars.count > 60 ? "...'" : "'")
}

/// `text` with its control characters escaped: a terminal must not obey what a message quotes.
func withoutControls(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
}
