/// The reason why a text is not a YAML document that this module reads.
package struct YAMLError: Error, Sendable, Equatable {
    package let kind: Kind
    /// The place of the error; `nil` when the text as a whole is at fault (empty, too large).
    package let mark: Mark?

    package enum Kind: Sendable, Equatable {
        /// The mistake that is visible in the text.
        case mistake(Mistake)
        /// libyaml's own words: the problem and, where it gives one, what it was doing and since which line.
        case syntax(problem: String, context: String?, contextLine: Int?)
        case tabIndentation
        case notUTF8
        /// A NUL, which no text has, on this line: there is nothing to show of such a file.
        case binary(line: Int)
        /// A control character; NUL where it is written as an escape.
        case controlCharacter(UInt32)
        /// `&name` or `*name`. Refused: a few lines of them can stand for billions of nodes.
        case alias
        /// `!name`.
        case tag
        case severalDocuments
        case empty
        case tooManyBytes(limit: Int)
        case tooDeep(limit: Int)
        case tooManyNodes(limit: Int)
        case outOfMemory
    }

    package init(_ kind: Kind, at mark: Mark? = nil) {
        self.kind = kind
        self.mark = mark
    }

    /// Says what is wrong, without the place.
    package var message: String {
        switch kind {
        case .mistake(let mistake): mistake.message
        case .syntax(let problem, let context?, let line?): "\(problem) (\(context) that starts on line \(line))"
        case .syntax(let problem, _, _): problem
        case .tabIndentation: "a tab cannot indent"
        case .notUTF8: "the text is not UTF-8"
        case .binary(let line): "the file is not text: a NUL character stands on line \(line)"
        case .controlCharacter(0): "a NUL character is not allowed"
        case .controlCharacter(let value): "the control character U+\(Self.hex(value)) is not allowed"
        case .alias: "anchors and aliases are not supported"
        case .tag: "tags are not supported"
        case .severalDocuments: "a second document starts here, and only one is read"
        case .empty: "the file is empty"
        case .tooManyBytes(let limit): "the file is larger than \(limit) bytes"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .tooManyNodes(let limit): "more than \(limit) values"
        case .outOfMemory: "libyaml could not get memory"
        }
    }

    /// Says what to do about it, where that is clear from the kind of error.
    package var hint: String? {
        switch kind {
        case .mistake(let mistake): mistake.hint
        case .tabIndentation: "use spaces"
        case .notUTF8: "save the file as UTF-8"
        case .binary: "give the YAML file; one that lost its end with the power is to be written anew"
        case .alias: "write the value out, or put the text in quotes"
        case .tag: "leave the word with '!' out, or put the value in quotes"
        case .severalDocuments: "put it in a file of its own"
        case .syntax, .controlCharacter, .empty, .tooManyBytes, .tooDeep, .tooManyNodes, .outOfMemory: nil
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
