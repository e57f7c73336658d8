import DualCamPlan

/// The parsed value of the key `recording.name`: a template of texts and `{placeholders}` for the names of folders and
/// files.
struct NameTemplate: Sendable, Equatable {
    /// The placeholders that a template may contain.
    enum Field: String, Sendable, CaseIterable { case date, time, output, session, segment, host }

    /// A piece of a template: literal text or a placeholder.
    enum Piece: Sendable, Equatable {
        case text(String)
        case field(Field)
    }

    var pieces: [Piece] = []

    init(_ template: String) throws(NameFailure) {
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { throw .unclosed(template: template) }
            let word = String(rest[rest.index(after: open)..<close])
            guard let field = Field(rawValue: word) else { throw .unknownPlaceholder(word, template: template) }
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            pieces.append(.field(field))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
    }

    func contains(_ field: Field) -> Bool { pieces.contains(.field(field)) }

    /// Returns the template's text with every placeholder replaced by its value. A placeholder without a value is
    /// removed. If it has separators (`_`, `-`, `.` or spaces) on both sides, only those before it are kept. At the
    /// start and the end of the name, none are kept.
    ///
    /// - Parameter value: Returns the value of a placeholder; `nil` if it has none.
    func filled(_ value: (Field) -> String?) -> String {
        var text = ""
        var joins = false
        for piece in pieces {
            switch piece {
            case .text(let literal):
                let doubled =
                    joins && !planted(.separatorsDoubled) && (text.isEmpty || text.last.map(Self.isSeparator) == true)
                text += doubled ? String(literal.drop(while: Self.isSeparator)) : literal
                joins = false
            case .field(let field):
                guard let filled = value(field) else {
                    joins = true
                    continue
                }
                text += filled
                joins = false
            }
        }
        return joins && !planted(.separatorAtEnd) ? Self.withoutTrailingSeparators(text) : text
    }

    private static func isSeparator(_ character: Character) -> Bool { "_-. ".contains(character) }

    private static func withoutTrailingSeparators(_ text: String) -> String {
        var text = text
        while text.last.map(isSeparator) == true { text.removeLast() }
        return text
    }
}

/// The errors in a template of `recording.name`.
package enum NameFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case unclosed(template: String)
    case unknownPlaceholder(String, template: String)
    case tooLong(Int, limit: Int, template: String)

    /// The error in full sentences for users, which name the key `recording.name`.
    package var description: String {
        let known = NameTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return switch self {
        case .unclosed(let template):
            "recording.name: '\(template)' has a '{' without its '}'. Known placeholders: \(known)."
        case .unknownPlaceholder(let word, let template):
            "recording.name: '\(template)' has the unknown placeholder '{\(word)}'. Known: \(known)."
        case .tooLong(let length, let limit, let template):
            "recording.name: '\(template)' makes names of \(length) bytes, and \(limit) is the most. Shorten it, or the pipeline's name."
        }
    }
}
