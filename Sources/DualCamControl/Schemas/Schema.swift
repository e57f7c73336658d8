package import DualCamRecordings

/// The JSON schemas (2020-12) of the HTTP interface's requests and responses, and functions that compose schemas.
enum Schema {
    static var components: JSONValue {
        recorder.with(library).with(pipeline).with(jobs).with(backups).with(links)
    }

    static let text: JSONValue = ["type": "string"]
    static let number: JSONValue = ["type": "number"]
    static let whole: JSONValue = ["type": "integer"]
    static let flag: JSONValue = ["type": "boolean"]
    static let maybeText = maybe("string")
    static let maybeNumber = maybe("number")
    static let maybeWhole = maybe("integer")
    static let texts = list(text)
    /// The schema of a list of JSON objects whose members are not specified.
    static let objects = list(["type": "object"])

    /// Returns the schema of values that have the given JSON type or are null.
    static func maybe(_ type: JSONValue) -> JSONValue { ["type": [type, "null"]] }

    static func orNull(_ schema: JSONValue) -> JSONValue { ["oneOf": [["type": "null"], schema]] }

    static func list(_ item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    static func words(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map(JSONValue.string))]
    }

    /// Returns the schema of text values that are raw values of an enumeration.
    static func words<Word: CaseIterable & RawRepresentable<String>>(of word: Word.Type) -> JSONValue {
        words(word.allCases.map(\.rawValue))
    }

    /// Returns a reference to the schema of this name in the description's components.
    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/" + name)] }

    /// Returns the schema of a JSON object with these properties.
    ///
    /// - Parameters:
    ///   - required: the names of the properties that are always present; `nil` for all.
    ///   - isOpen: true to allow further properties.
    static func object(_ properties: JSONValue, required: [String]? = nil, isOpen: Bool = false) -> JSONValue {
        let needed = required ?? (properties.members ?? []).map(\.key)
        return [
            "type": "object", "properties": properties, "required": .array(needed.map(JSONValue.string)),
            "additionalProperties": .bool(isOpen),
        ]
    }

    /// Returns the schema of a request's arguments. It forbids additional arguments.
    static func arguments(
        _ required: JSONValue = [:], optional: JSONValue = [:], example: JSONValue = [:]
    ) -> JSONValue {
        object(required.with(optional), required: (required.members ?? []).map(\.key)).with(["examples": [example]])
    }
}

extension JSONValue {
    /// Returns a JSON object with the members of this object, followed by those of `others`.
    func with(_ others: JSONValue) -> JSONValue { .object((members ?? []) + (others.members ?? [])) }

    /// Returns this object as a WebSocket event of the given name: one line of JSON.
    func line(ofEvent name: String) -> String { (["event": .string(name)] as JSONValue).with(self).line }

    /// Returns a copy of this schema with a description.
    func explained(_ explanation: String) -> JSONValue { with(["description": .string(explanation)]) }
}

/// Literal conversions, so that JSON values can be written as Swift literals.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(booleanLiteral value: Bool) { self = .bool(value) }

    package init(integerLiteral value: Int64) { self = .integer(value) }
}
