import DualCamRecordings

/// Validates JSON with the subset of JSON Schema (2020-12) that the description uses; an unknown keyword is an error.
struct SchemaCheck {
    let document: JSONValue

    /// Returns the errors with their positions; empty if there are none.
    func problems(of value: JSONValue, by schema: JSONValue, at place: String = "$") -> [String] {
        guard let keywords = schema.members else { return schema.flag == true ? [] : ["\(place): nothing is allowed"] }
        return keywords.flatMap { check(value, $0.key, $0.value, schema, place) }
    }

    private func check(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ place: String
    ) -> [String] {
        switch keyword {
        case "$ref": return problems(of: value, by: target(of: rule.text ?? ""), at: place)
        case "type":
            let types = rule.list?.compactMap(\.text) ?? [rule.text ?? ""]
            return types.contains { isOf($0, value) } ? [] : ["\(place): \(value.line) is no \(types)"]
        case "enum":
            return rule.list?.contains(value) == true ? [] : ["\(place): \(value.line) is none of \(rule.line)"]
        case "required":
            let keys = rule.list?.compactMap(\.text) ?? []
            return value.members == nil ? [] : keys.filter { value[$0] == nil }.map { "\(place): '\($0)' is missing" }
        case "properties":
            return (rule.members ?? []).flatMap { member in
                value[member.key].map { problems(of: $0, by: member.value, at: "\(place).\(member.key)") } ?? []
            }
        case "additionalProperties":
            let known = schema["properties"]?.members?.map(\.key) ?? []
            return (value.members ?? []).filter { !known.contains($0.key) }.flatMap {
                problems(of: $0.value, by: rule, at: "\(place).\($0.key)")
            }
        case "items":
            return (value.list ?? []).enumerated().flatMap { problems(of: $1, by: rule, at: "\(place)[\($0)]") }
        case "minimum": return (value.number ?? .infinity) >= (rule.number ?? 0) ? [] : ["\(place): is too small"]
        case "maximum": return (value.number ?? -.infinity) <= (rule.number ?? 0) ? [] : ["\(place): is too large"]
        case "maxLength": return (value.text?.count ?? 0) <= (rule.count ?? 0) ? [] : ["\(place): is too long"]
        case "allOf": return (rule.list ?? []).flatMap { problems(of: value, by: $0, at: place) }
        case "oneOf":
            let fits = (rule.list ?? []).filter { problems(of: value, by: $0, at: place).isEmpty }
            return fits.count == 1 ? [] : ["\(place): fits \(fits.count) of oneOf"]
        case "description", "examples", "default": return []
        default: return ["\(place): unknown keyword '\(keyword)'"]
        }
    }

    private func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "null": value == .null
        case "object": value.members != nil
        case "array": value.list != nil
        case "string": value.text != nil
        case "boolean": value.flag != nil
        case "integer": value.whole != nil
        case "number": value.number != nil
        default: false
        }
    }

    /// Returns the target of a reference such as `#/components/schemas/State`.
    private func target(of reference: String) -> JSONValue {
        reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .bool(false) }
    }
}
