package import DualCamConfig

/// A type whose values can be parsed from an option or argument of the command line.
package protocol OptionValue: Sendable {
    /// Parses the text of the argument. Throws if the text is not accepted. The error's message does not name the
    /// argument, because the caller adds the name.
    init(argument text: String) throws(Refusal)
    /// The values that a shell suggests for arguments of this type.
    static var completion: Completion { get }
}

extension OptionValue {
    package static var completion: Completion { .nothing }
}

extension String: OptionValue {
    package init(argument text: String) throws(Refusal) { self = text }
}

extension String {
    /// Parses a list of pairs such as `back=anna,front=ben`. Throws if a pair is incomplete.
    ///
    /// - Parameters:
    ///   - kind: The description of a pair in the error message, such as `camera with its microphone`.
    ///   - example: An example of the list for the error message.
    package func pairs(_ kind: String, as example: String) throws(Refusal) -> [(String, String)] {
        try split(separator: ",", omittingEmptySubsequences: false).map { pair throws(Refusal) in
            let words = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2, !words.contains("") else {
                throw Refusal("'\(pair)' is not a \(kind)", hint: "Write them as in \(example).")
            }
            return (words[0], words[1])
        }
    }
}

/// The value of an option that accepts one of several fixed words.
package protocol OptionWord: OptionValue, CaseIterable, RawRepresentable<String> {
    /// The end of the error message for a word that is not accepted, such as `is not a timeline format`. The word
    /// precedes it.
    static var refusal: String { get }
}

extension OptionWord {
    package static var completion: Completion { .words(allCases.map(\.rawValue)) }

    /// Parses one of the words; upper and lower case matter. Throws if the text is another word; the hint lists all
    /// accepted words.
    package init(argument text: String) throws(Refusal) {
        guard let value = Self(rawValue: text) else {
            let words = Self.allCases.map(\.rawValue)
            let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            throw Refusal("'\(text)' \(Self.refusal)", hint: "Choose \(list).")
        }
        self = value
    }
}
