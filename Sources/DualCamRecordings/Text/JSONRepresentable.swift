package import DualCamConfig
package import DualCamPlan

/// A type whose values have one JSON representation each, which is the same in events, in the ledger and in
/// `session.json`.
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

/// Represents an optional value as `null` if it is `nil`, otherwise as the value's own JSON.
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
    package var json: JSONValue { self?.json ?? .null }
}
extension Array: JSONRepresentable where Element: JSONRepresentable {
    package var json: JSONValue { .array(map(\.json)) }
}

/// Represents enumeration values by their raw values. These must not change, because existing ledgers contain them.
extension JSONRepresentable where Self: RawRepresentable, RawValue: JSONRepresentable {
    package var json: JSONValue { rawValue.json }
}
extension ShedStep: JSONRepresentable {}
extension RateShare: JSONRepresentable {}

extension JSONValue {
    /// Returns a JSON object with these keys and values, in their order.
    package static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> JSONValue { .object(.of(values)) }
}

extension [JSONValue.Member] {
    /// Converts keys and values to the members of a JSON object, in their order.
    package static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> Self {
        values.map { .init($0.key, $0.value.json) }
    }

    /// Converts keys and values to the members of a JSON object, in their order. Leaves out keys whose value is `nil`.
    package static func known(_ values: KeyValuePairs<String, (any JSONRepresentable)?>) -> Self {
        values.compactMap { member in member.value.map { .init(member.key, $0.json) } }
    }
}
