/// The reason why a text is not a YAML document that this module reads.
package struct YAMLError: Error, Sendable, Equatable {
    package let kind: Kind
    /// The place of the error; `nil` when the text as a whole is at fault (empty, too large).
    package let mark: Mark?

    package enum Kind: Sendable, Equatable {
        /// libyaml's own words: the problem and, where it gives one, what it was doing and since which line.
        case syntax(problem: String, context: String?, contextLine: Int?)
        case tabIndentation
        case notUTF8
        /// A control character, NUL among them; also one written as an escape that gives NUL.
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
}

extension YAMLError {
    /// Says what is wrong, without the place.
    package var message: String {
        switch kind {
        case .syntax(let problem, let context?, let line?): "\(problem) (\(context) that starts on line \(line))"
        case .syntax(let problem, _, _): problem
        case .tabIndentation: "a tab cannot indent"
        case .notUTF8: "the text is not UTF-8"
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
        case .tabIndentation: "use spaces"
        case .notUTF8: "save the file as UTF-8"
        case .alias: "write the value out"
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
