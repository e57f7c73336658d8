package import DualCamConfig
package import DualCamPlan

/// A value that has exactly one JSON representation, which is used in events, in the ledger and in `session.json`.
package protocol JSONRepresentable {
    /// The value as JSON.
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable { package var json: JSONValue { self } }
extension Bool: JSONRepresentable { package var json: JSONValue { .bool(self) } }
extension String: JSONRepresentable { package var json: JSONValue { .string(self) } }
extension JSONRepresentable where Self: BinaryInteger { package var json: JSONValue { .count(self) } }
extension Int: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension RunningTime: JSONRepresentable { package var json: JSONValue { .time(self) } }
extension Duration: JSONRepresentable { package var json: JSONValue { .length(self) } }
extension OutputName: JSONRepresentable { package var json: JSONValue { .string(rawValue) } }
extension InputName: JSONRepresentable { package var json: JSONValue { .string(rawValue) } }
extension BranchID: JSONRepresentable { package var json: JSONValue { .string(rawValue) } }

/// Optional values are represented as `null` if there is no value.
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    package var json: JSONValue { self?.json ?? .null }
}
extension Array: JSONRepresentable where Element: JSONRepresentable {
    package var json: JSONValue { .array(map(\.json)) }
}

/// Enumerations are represented by their raw values, which must not change.
extension JSONRepresentable where Self: RawRepresentable, RawValue: JSONRepresentable {
    package var json: JSONValue { rawValue.json }
}
extension ShedStep: JSONRepresentable {}
extension RateShare: JSONRepresentable {}

extension JSONValue {
    /// Returns a JSON object with these members, in their order.
    package static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> JSONValue { .object(.of(values)) }
}

extension [JSONValue.Member] {
    /// Returns the members of a JSON object, in their order.
    package static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> Self {
        values.map { .init($0.key, $0.value.json) }
    }

    /// Returns the members of a JSON object for the values that are not `nil`, in their order.
    package static func known(_ values: KeyValuePairs<String, (any JSONRepresentable)?>) -> Self {
        values.compactMap { member in member.value.map { .init(member.key, $0.json) } }
    }
}
