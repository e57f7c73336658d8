/// A common mistake in YAML syntax, which determines the error message and the hint.
package enum Mistake: Sendable, Equatable {
    case missingSpace(key: String, value: String)
    case missingColon
    /// A second colon after a key on one line: the line has two keys, or unquoted text that contains a colon.
    case secondColon
    /// A line whose indentation does not match that of the lines above. `fitting` contains positions in the nearest
    /// matching columns, each at the start of an earlier line.
    case indentation(column: Int, fitting: [Mark])
    case itemAmongKeys
    case keyAmongItems
    case reservedStart(Character)
    case openQuote
    case textAfterQuote(Character)
    case unknownEscape
    case openBracket(Character)
    case strayBracket(Character)
    case textAfterBracket(Character)
    case missingComma
    /// A `#` inside brackets that begins a comment, so that the closing bracket is part of the comment.
    case commentInBrackets

    package var message: String {
        switch self {
        case .missingSpace: "there is no space after the colon"
        case .missingColon: "this line has no ': '"
        case .secondColon: "a second ': ' on one line"
        case .indentation(let column, _): "this line begins in column \(column), where no line around it does"
        case .itemAmongKeys: "a list item, where a key is needed"
        case .keyAmongItems: "a key, where a list item is needed"
        case .reservedStart(let sign): "nothing can begin with '\(sign)' here"
        case .openQuote: "this quote is not closed"
        case .textAfterQuote: "there is more text after the closing quote"
        case .unknownEscape: "a backslash in double quotes begins an escape, and there is none such"
        case .openBracket(let bracket): "this '\(bracket)' is not closed"
        case .strayBracket(let bracket): "there is nothing for this '\(bracket)' to close"
        case .textAfterBracket(let bracket):
            "'\(bracket)' begins a \(Self.content(bracket)), and more text follows its '\(Self.partner(bracket))'"
        case .missingComma: "a comma is missing"
        case .commentInBrackets: "'#' begins a comment, so that the bracket before it is not closed"
        }
    }

    package var hint: String {
        switch self {
        case .missingSpace(let key, let value): "write \(key): \(value)"
        case .missingColon: "write it as in KEY: VALUE"
        case .secondColon: "put the text in quotes, or give the second key a line of its own"
        case .indentation(_, let fitting):
            "begin it in " + fitting.map { "column \($0.column) like line \($0.line)" }.joined(separator: ", or in ")
        case .itemAmongKeys: "leave the '-' out, or give the list a key of its own"
        case .keyAmongItems: "write '- ' before it, or begin it in the column of its section's keys"
        case .reservedStart: "put the text in quotes"
        case .openQuote: "write the same quote at the end of the text"
        case .textAfterQuote("'"): "write '' for an apostrophe inside, or put the text in double quotes"
        case .textAfterQuote: "write \\\" for a quote inside, or put the text in single quotes"
        case .unknownEscape: "write \\\\ for a backslash, or put the text in single quotes"
        case .openBracket(let bracket): "write '\(Self.partner(bracket))' at the end of the \(Self.content(bracket))"
        case .strayBracket: "remove it, or put the text in quotes"
        case .textAfterBracket: "put the whole text in quotes"
        case .missingComma: "separate what stands in brackets by commas"
        case .commentInBrackets: "put the text with the '#' in quotes, or close the bracket before it"
        }
    }

    private static func partner(_ bracket: Character) -> Character { bracket == "[" ? "]" : "}" }
    private static func content(_ bracket: Character) -> String { bracket == "[" ? "list" : "section" }
}
