package import DualCamConfig
import DualCamPlan
import DualCamProcess
package import DualCamRecordings

/// The JSON schema of the pipeline file. It is generated from the parsers of the file's keys and from the comments in
/// `Pipelines/reference.yaml`. It uses draft 7, because editors do not support later drafts.
package struct PipelineSchema {
    private let reference: ReferenceText

    /// The structure of the pipeline file: the keys and values that dualcam's parsers accept.
    package static var shape: SettingShape {
        PipelineLoader.shape(in: LoadContext(environment: [:], home: "", encoders: EncoderCatalog.words))
    }

    /// The JSON schema of the pipeline file.
    package static var json: JSONValue {
        PipelineSchema(reference: .shipped).whole(shape)
    }

    private func whole(_ shape: SettingShape) -> JSONValue {
        let head: [JSONValue.Member] = [
            .init("$schema", "http://json-schema.org/draft-07/schema#"), .init("title", "dualcam pipeline file"),
            .init("description", .string("What dualcam \(ProductVersion.current) records, and how.")),
        ]
        guard case .section(let keys) = shape else { return .object(head) }
        let variable: JSONValue = [
            "type": "string", "pattern": #"\$\{"#, "description": "A value from the environment.",
        ]
        return .object(head + section(keys, at: []) + [.init("definitions", ["variable": variable])])
    }

    /// Returns the members of the JSON schema for a value of the pipeline file.
    private func value(_ shape: SettingShape, at path: [String]) -> [JSONValue.Member] {
        let forms = forms(shape, at: path) + (acceptsVariables(shape, at: path) ? [variable] : [])
        return forms.count == 1 ? forms[0] : [.init("anyOf", .array(forms.map(JSONValue.object)))]
    }

    private var variable: [JSONValue.Member] { [.init("$ref", "#/definitions/variable")] }

    private typealias Form = [JSONValue.Member]

    /// Returns the alternative schemas of a value of the pipeline file, one for each way in which the value can be
    /// written.
    private func forms(_ shape: SettingShape, at path: [String]) -> [Form] {
        switch shape {
        case .text: [Self.anyText(TextLimit.text)]
        case .title: [Self.anyText(TextLimit.title)]
        case .words(let words): [[.init("enum", .array(words.flatMap(Self.spellings)))]]
        case .flag: [[.init("enum", .array(["on", "off", .bool(true), .bool(false), "true", "false", "yes", "no"]))]]
        case .whole(let range):
            number("integer", .count(range.lowerBound), .count(range.upperBound), pattern: "[-+]?[0-9]+")
        case .number(let range):
            number("number", .number(range.lowerBound), .number(range.upperBound), pattern: "[-+]?[0-9]+([.][0-9]+)?")
        case .written(let notation): [text(notation.pattern) + [.init("examples", .array([.string(notation.example)]))]]
        case .path(let path): [text(path.prefix + "(.|\n)+" + Self.anyCase(path.suffix))]
        case .name:
            [
                [
                    .init("type", .array(["string", "integer"])),
                    .init("pattern", .string("^\(SettingShape.namePattern)$")),
                ]
            ]
        case .list(let element, let isFilled):
            [
                [
                    .init("type", "array"), .init("items", .object(value(element, at: path))),
                    .init("uniqueItems", .bool(true)), .init("minItems", .integer(isFilled ? 1 : 0)),
                ]
            ]
        case .section(let keys): [section(keys, at: path)] + short(keys, at: path)
        case .choice(let shapes): shapes.flatMap { forms($0, at: path) }
        case .excluding(let word, let shape):
            forms(shape, at: path).map { $0 + [.init("not", ["const": .string(word)])] }
        }
    }

    /// Returns the schemas of a plain value that is written in place of a whole section, such as a device in place of a
    /// camera's section. Empty if the section does not allow that.
    private func short(_ keys: SettingShape.Keys, at path: [String]) -> [Form] {
        guard let key = keys.key(for: path) else { return [] }
        return forms(key.shape, at: path + [key.name])
    }

    private func section(_ keys: SettingShape.Keys, at path: [String]) -> Form {
        let properties = keys.keys.map { key in
            JSONValue.Member(key.name, .object(property(key, at: path + [key.name])))
        }
        let required = keys.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        var members: Form = [
            .init("type", required.isEmpty ? .array(["object", "null"]) : "object"),
            .init("additionalProperties", .bool(false)),
        ]
        if !properties.isEmpty { members.append(.init("properties", .object(properties))) }
        if !required.isEmpty { members.append(.init("required", .array(required))) }
        if let named = keys.named {
            let others = keys.reserved + keys.keys.map(\.name)
            let pattern =
                (others.isEmpty ? "^" : "^(?!(\(others.joined(separator: "|")))$)") + SettingShape.namePattern + "$"
            members.append(
                .init("patternProperties", .object([.init(pattern, .object(value(named, at: path + ["*"])))])))
        }
        return members
    }

    private func property(_ key: SettingShape.Key, at path: [String]) -> Form {
        var members = value(key.shape, at: path)
        if let description = reference.comment(on: path) ?? Self.hint(key.shape) {
            members.append(.init("description", .string(description)))
        }
        if let standard = key.standard { members.append(.init("default", Self.standard(standard, of: key.shape))) }
        return members
    }

    private func acceptsVariables(_ shape: SettingShape, at path: [String]) -> Bool {
        switch shape {
        case .text, .title, .list: false
        case .words, .flag, .whole, .number, .written, .path, .name: true
        case .section(let keys): keys.key(for: path).map { acceptsVariables($0.shape, at: path + [$0.name]) } ?? false
        case .choice(let shapes): !shapes.contains(.text) && shapes.contains { acceptsVariables($0, at: path) }
        case .excluding(_, let shape): acceptsVariables(shape, at: path)
        }
    }

    /// Returns the schemas of a number that may be written either as a number or as a string in quotes.
    private func number(_ type: JSONValue, _ least: JSONValue, _ most: JSONValue, pattern: String) -> [Form] {
        [[.init("type", type), .init("minimum", least), .init("maximum", most)], text(pattern)]
    }

    private func text(_ pattern: String) -> Form {
        [
            .init("type", "string"), .init("pattern", .string("^(\(pattern))$")),
            .init("maxLength", .count(TextLimit.text)),
        ]
    }

    private static func anyText(_ most: Int) -> Form {
        [.init("type", .array(["string", "number", "boolean"])), .init("maxLength", .count(most))]
    }

    /// Returns the JSON values that a YAML parser may produce for a word. An unquoted word of digits becomes a number.
    private static func spellings(_ word: String) -> [JSONValue] {
        if let number = Int64(word) { return [.integer(number), .string(word)] }
        return [.string(word)]
    }

    private static func anyCase(_ text: String) -> String {
        text.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "[\($0)]" }.joined()
    }

    /// Returns a description of a key that has no comment in `Pipelines/reference.yaml`: its range, its accepted words
    /// or an example. `nil` for a section.
    private static func hint(_ shape: SettingShape) -> String? {
        switch shape {
        case .whole(let range): "\(range.lowerBound) ... \(range.upperBound)"
        case .number(let range): "\(range.lowerBound) ... \(range.upperBound)"
        case .written(let notation):
            notation.range.isEmpty ? "as in \(notation.example)" : notation.range.joined(separator: " ... ")
        case .words(let words): words.joined(separator: " | ")
        case .flag: "on | off"
        case .name: "a name: small letters, digits, '-' and '_'"
        case .path: "a path"
        case .choice(let shapes): shapes.compactMap { hint($0) }.joined(separator: ", or ")
        case .list(let element, _): hint(element).map { "a list: \($0)" }
        case .text, .title: "a text"
        case .excluding(_, let shape): hint(shape)
        case .section: nil
        }
    }

    private static func standard(_ texts: [String], of shape: SettingShape) -> JSONValue {
        if shape.isList, texts != ["auto"] { return .array(texts.map { .string($0) }) }
        let text = texts.first ?? ""
        guard shape.isNumber else { return .string(text) }
        if let whole = Int64(text) { return .integer(whole) }
        return Double(text).map(JSONValue.number) ?? .string(text)
    }
}

extension SettingShape {
    fileprivate var isList: Bool {
        switch self {
        case .list: true
        case .choice(let shapes): shapes.contains(where: \.isList)
        default: false
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .whole, .number: true
        case .choice(let shapes): shapes.contains(where: \.isNumber)
        default: false
        }
    }
}

extension SettingShape.Keys {
    /// Returns the key whose value may be written in place of the whole section, such as `device` in place of a
    /// camera's section; `nil` if the section has no such key.
    fileprivate func key(for path: [String]) -> SettingShape.Key? {
        SettingShape.shortForm(of: path).flatMap { short in keys.first { $0.name == short } }
    }
}
