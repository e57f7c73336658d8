import DualCamConfig
import DualCamPlan

/// A value that has exactly one JSON representation, which is used in events, in the ledger and in `session.json`.
protocol JSONRepresentable {
    var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable { var json: JSONValue { self } }
extension Bool: JSONRepresentable { var json: JSONValue { .bool(self) } }
extension String: JSONRepresentable { var json: JSONValue { .string(self) } }
extension JSONRepresentable where Self: BinaryInteger { var json: JSONValue { .count(self) } }
extension Int: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension RunningTime: JSONRepresentable { var json: JSONValue { .time(self) } }
extension Duration: JSONRepresentable { var json: JSONValue { .length(self) } }
extension OutputName: JSONRepresentable { var json: JSONValue { .string(rawValue) } }
extension InputName: JSONRepresentable { var json: JSONValue { .string(rawValue) } }
extension BranchID: JSONRepresentable { var json: JSONValue { .string(rawValue) } }

/// Optional values are represented as `null` if there is no value.
extension Optional: JSONRepresentable where Wrapped: JSONRepresentable { var json: JSONValue { self?.json ?? .null } }
extension Array: JSONRepresentable where Element: JSONRepresentable { var json: JSONValue { .array(map(\.json)) } }

/// Enumerations are represented by their raw values, which must not change.
extension JSONRepresentable where Self: RawRepresentable, RawValue: JSONRepresentable {
    var json: JSONValue { rawValue.json }
}
extension ShedStep: JSONRepresentable {}
extension RateShare: JSONRepresentable {}

extension JSONValue {
    /// Returns a JSON object with these members, in their order.
    static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> JSONValue { .object(.of(values)) }
}

extension [JSONValue.Member] {
    /// Returns the members of a JSON object, in their order.
    static func of(_ values: KeyValuePairs<String, any JSONRepresentable>) -> Self {
        values.map { .init($0.key, $0.value.json) }
    }

    /// Returns the members of a JSON object for the values that are not `nil`, in their order.
    static func known(_ values: KeyValuePairs<String, (any JSONRepresentable)?>) -> Self {
        values.compactMap { member in member.value.map { .init(member.key, $0.json) } }
    }
}
