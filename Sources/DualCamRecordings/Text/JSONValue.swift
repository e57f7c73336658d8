package import DualCamPlan

/// A JSON value. Objects keep the order of their members. Numbers keep nine decimal places, so that a time in seconds
/// keeps every nanosecond.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with up to nine decimal places, such as `1.25`.
    case decimal(billionths: Int64)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of a JSON object: its key and its value.
    package struct Member: Sendable, Equatable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Returns a time or a duration as JSON: a number of seconds, to the nanosecond.
    package static func seconds(nanoseconds: Int64) -> JSONValue { .decimal(billionths: nanoseconds) }

    /// Returns a number as JSON, rounded to nine decimal places. Numbers beyond 9 * 10^9 are clamped.
    package static func number(_ number: Double) -> JSONValue {
        .decimal(billionths: Int64(saturating: (number * 1e9).rounded()))
    }

    /// Returns a running time as JSON, in seconds; `null` for `nil`.
    package static func time(_ time: RunningTime?) -> JSONValue {
        time.map { .seconds(nanoseconds: $0.nanoseconds) } ?? .null
    }

    /// Returns a duration as JSON, in seconds to the nanosecond.
    package static func length(_ length: Duration) -> JSONValue {
        .seconds(nanoseconds: length.nanoseconds)
    }

    /// Returns a number of thousandths as a JSON number, such as `1.25` for 1250.
    package static func thousandths(_ number: Int64) -> JSONValue { .decimal(billionths: number *| 1_000_000) }

    /// Returns a string as JSON; `null` for `nil`.
    package static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Returns an integer as JSON; `null` for `nil`.
    package static func count(_ count: (some BinaryInteger)?) -> JSONValue {
        count.map { .integer(Int64(clamping: $0)) } ?? .null
    }

    /// Returns a JSON object that groups values by their keys: the value of each key is a list. The keys are in the
    /// order in which they first occur.
    static func lists(_ values: [(key: String, value: JSONValue)]) -> JSONValue {
        var (keys, lists): ([String], [String: [JSONValue]]) = ([], [:])
        for (key, value) in values {
            if lists[key] == nil { keys.append(key) }
            lists[key, default: []].append(value)
        }
        return .object(keys.map { Member($0, .array(lists[$0] ?? [])) })
    }

    /// The JSON value as text on one line, without spaces.
    package var line: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// Parses a JSON text; `nil` if the text is not valid JSON. For callers that need the error, there is
    /// `init(parsing:)`.
    package init?(ifJSON text: some StringProtocol) {
        do { self = try JSONValue(parsing: String(text)) } catch { return nil }
    }
}

extension JSONValue: Equatable {
    /// Returns true if two JSON values are equal. The order of keys in objects is ignored, and numbers are compared by
    /// value.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { member in b.contains(member) }
        case (.integer(let a), .integer(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.integer(let a), .decimal(let b)), (.decimal(let b), .integer(let a)):
            a.multipliedReportingOverflow(by: 1_000_000_000) == (b, false)
        default: false
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    package typealias Key = String
    package typealias Value = JSONValue

    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map(Member.init)) }

    package init(stringLiteral value: String) { self = .string(value) }
}

/// Properties that return the content of a JSON value as Swift types; `nil` if the value has another type.
extension JSONValue {
    /// The value of an object's member with this key; the first if there are several, `nil` if there is none.
    package subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    /// The members of an object, in their order; `nil` if the value is not an object.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The elements of an array; `nil` if the value is not an array.
    package var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The text of a string; `nil` if the value is not a string.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of `true` or `false`; `nil` if the value is neither.
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The value of a number without a fraction; `nil` for other values, also for a number such as `1.0`.
    package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The value of a number without a fraction, as an `Int`; `nil` for other values.
    package var count: Int? { whole.flatMap { Int(exactly: $0) } }

    /// The nanoseconds that this value, a number of seconds, represents; `nil` if it is not a number or is too large.
    package var nanoseconds: Int64? {
        switch self {
        case .decimal(let billionths): billionths
        case .integer(let seconds) where (-9_000_000_000...9_000_000_000).contains(seconds): seconds * 1_000_000_000
        default: nil
        }
    }

    /// The value of a number, with or without a fraction; `nil` if the value is not a number.
    package var number: Double? {
        if case .decimal(let billionths) = self { return Double(billionths) / 1e9 }
        return whole.map(Double.init)
    }

    /// The value, a number of seconds, as a running time; `nil` if it is not a number or is too large.
    package var time: RunningTime? { nanoseconds.map { RunningTime(nanoseconds: $0) } }
}

extension JSONValue {
    /// Returns a copy of the JSON object in which an existing key has another value. Returns the value unchanged if it
    /// is not an object or lacks the key.
    package func replacing(_ key: String, with value: JSONValue) -> JSONValue {
        guard let members else { return self }
        return .object(members.map { $0.key == key ? Member(key, value) : $0 })
    }
}
