import DualCamConfig

/// Functions that turn text into a complete sentence.
package enum Sentence {
    /// Returns the text with a full stop at its end, unless it is empty or ends with `.` or `?`.
    package static func ended(_ text: String) -> String {
        text.isEmpty || text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }

    /// Returns the text with a capital first letter and a full stop.
    package static func text(_ text: String) -> String { ended(text.prefix(1).uppercased() + text.dropFirst()) }
}

extension String {
    /// Returns the name that a mistyped word probably stands for; `nil` if no candidate is likely. Prefers the shortest
    /// candidate that begins with the word, then the nearest by edit distance, ignoring case.
    package func likelyMeaning(among candidates: [String]) -> String? {
        let wanted = lowercased()
        let longer = candidates.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
        return longer.min { $0.count < $1.count } ?? nearest(among: candidates)
    }
}
