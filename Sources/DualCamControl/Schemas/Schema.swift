package import DualCamSession

/// The JSON Schemas (2020-12) of what the interface takes and gives, and the words that they are made of.
enum Schema {
    static var components: JSONValue {
        recorder.with(library).with(pipeline).with(works).with(backups).with(links)
    }

    static let text: JSONValue = ["type": "string"]
    static let number: JSONValue = ["type": "number"]
    static let whole: JSONValue = ["type": "integer"]
    static let flag: JSONValue = ["type": "boolean"]
    static let maybeText = maybe("string")
    static let maybeNumber = maybe("number")
    static let maybeWhole = maybe("integer")
    static let texts = list(text)
    /// Objects of no written form.
    static let objects = list(["type": "object"])

    /// A type's values, or null.
    static func maybe(_ type: JSONValue) -> JSONValue { ["type": [type, "null"]] }

    static func orNull(_ schema: JSONValue) -> JSONValue { ["oneOf": [["type": "null"], schema]] }

    static func list(_ item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    static func words(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map(JSONValue.string))]
    }

    /// The words of an enumeration.
    static func words<Word: CaseIterable & RawRepresentable<String>>(of word: Word.Type) -> JSONValue {
        words(word.allCases.map(\.rawValue))
    }

    /// One of the components, by its name.
    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

    /// - Parameters:
    ///   - required: Those that are always there; `nil`: all.
    ///   - isOpen: Others are allowed besides.
    static func object(_ properties: JSONValue, required: [String]? = nil, isOpen: Bool = false) -> JSONValue {
        let needed = required ?? (properties.members ?? []).map(\.key)
        return [
            "type": "object", "properties": properties, "required": .array(needed.map(JSONValue.string)),
            "additionalProperties": .bool(isOpen),
        ]
    }

    /// The arguments of a request, which may have no others.
    static func arguments(
        _ required: JSONValue = [:], optional: JSONValue = [:], example: JSONValue = [:]
    ) -> JSONValue {
        object(required.with(optional), required: (required.members ?? []).map(\.key)).with(["examples": [example]])
    }
}

extension JSONValue {
    /// An object with the members of another one behind its own.
    func with(_ others: JSONValue) -> JSONValue { .object((members ?? []) + (others.members ?? [])) }

    /// The event of WebSockets that has an object's members.
    func line(ofEvent name: String) -> String { (["event": .string(name)] as JSONValue).with(self).line }

    /// A schema with a sentence for people.
    func explained(_ explanation: String) -> JSONValue { with(["description": .string(explanation)]) }
}

/// For descriptions, which are written out.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(integerLiteral value: Int64) { self = .integer(value) }
}
