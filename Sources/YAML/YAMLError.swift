/// An error that explains why a text is not a valid YAML document, or why this module refuses the text.
package struct YAMLError: Error, Sendable, Equatable {
    package let kind: Kind
    /// The position of the error; `nil` if the error concerns the whole text, such as an empty or too large one.
    package let mark: Mark?

    package enum Kind: Sendable, Equatable {
        /// A common mistake that was recognised in the text.
        case mistake(Mistake)
        /// A syntax error as libyaml describes it: the problem and, if known, the context and the line where that
        /// context began.
        case syntax(problem: String, context: String?, contextLine: Int?)
        case tabIndentation
        case notUTF8
        /// A NUL character on this line. The file is not a text file, so error messages do not show the line.
        case binary(line: Int)
        /// A control character in the text, or the escape of a NUL character in a quoted text.
        case controlCharacter(UInt32)
        /// A YAML anchor or alias (`&name` or `*name`). It is refused because a few lines with aliases can expand to
        /// billions of nodes.
        case alias
        /// A YAML tag (`!name`), which is refused.
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

    /// The description of the error, without its position.
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

    /// A hint for correcting the error; `nil` if there is no obvious correction.
    package var hint: String? {
        switch kind {
        case .mistake(let mistake): mistake.hint
        case .tabIndentation: "use spaces"
        case .notUTF8: "save the file as UTF-8"
        case .binary: "give the YAML file; one that lost its end with the power is to be written again"
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
