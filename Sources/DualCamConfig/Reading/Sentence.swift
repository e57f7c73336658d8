/// Functions that turn phrases into sentences.
package enum Sentence {
    /// Returns the text with a full stop at its end, unless it is empty or ends with `.`, `!` or `?`.
    package static func ended(_ text: String) -> String {
        text.isEmpty || text.last.map { ".!?".contains($0) } == true ? text : text + "."
    }

    /// Returns the text with a capital first letter and a full stop. Empty text stays empty.
    package static func text(_ text: String) -> String { ended(text.prefix(1).uppercased() + text.dropFirst()) }

    /// Returns two sentences joined by a space. If the second is empty, returns the first alone.
    package static func joined(_ first: String, _ second: String) -> String {
        second.isEmpty ? first : ended(first) + " " + second
    }
}
