extension PropertyValue {
    /// The value in GStreamer's text syntax, without its type.
    var text: String {
        switch self {
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value), .float(let value): "\(value)"
        case .string(let value): value
        case .enumeration(_, let nick): nick
        case .fraction(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .caps(let structure), .structure(let structure): structure.text
        case .bitmask(let mask): "0x" + String(mask, radix: 16)
        case .array(let values): "<" + values.map(\.field).joined(separator: ",") + ">"
        }
    }

    /// The value in the text syntax for caps and structures, with its type.
    var field: String {
        switch self {
        case .bool: "(boolean)\(text)"
        case .int: "(int)\(text)"
        case .uint: "(uint)\(text)"
        case .double: "(double)\(text)"
        case .float: "(float)\(text)"
        case .string: "(string)\(text.quotedWhereNeeded)"
        case .enumeration(let type, _): type.map { "(\($0))\(text)" } ?? text
        case .fraction: "(fraction)\(text)"
        case .bitmask: "(bitmask)\(text)"
        case .caps, .structure, .array: text
        }
    }
}

extension StructurePlan {
    /// The structure in GStreamer's text syntax: `video/x-raw,format=(string)I420,width=(int)640`.
    package var text: String { ([name] + fields.map { "\($0.name)=\($0.value.field)" }).joined(separator: ",") }
}

extension String {
    /// The text for a field of a structure. It is in double quotes if it contains a character that would end the field.
    fileprivate var quotedWhereNeeded: String {
        let plain = allSatisfy { $0.isLetter || $0.isNumber || "_-.:/+".contains($0) }
        return plain ? self : "\"" + escaping(["\"", "\\"]) + "\""
    }

    /// The text as a single word of a shell command, in quotes if necessary.
    var shellWord: String {
        let plain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.:/+,=%".contains($0)) }
        return plain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    func escaping(_ characters: Set<Character>) -> String {
        reduce(into: "") { text, character in
            if characters.contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
