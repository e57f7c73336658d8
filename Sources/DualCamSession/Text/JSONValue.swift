public import DualCamPlan

/// A JSON value whose objects keep the order in which they were written, and whose seconds keep every nanosecond.
public indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Seconds, given in nanoseconds and written as a decimal number: `1.25`.
    case seconds(nanoseconds: Int64)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One key of an object and its value.
    public struct Member: Sendable, Equatable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// A running time in seconds, or `null`.
    public static func time(_ time: RunningTime?) -> JSONValue {
        time.map { .seconds(nanoseconds: $0.nanoseconds) } ?? .null
    }

    /// A length in seconds, to the nanosecond.
    public static func length(_ length: Duration) -> JSONValue {
        .seconds(nanoseconds: (RunningTime(nanoseconds: 0) + length).nanoseconds)
    }

    /// A number given in thousandths: `1.25`.
    static func thousandths(_ number: Int64) -> JSONValue { .seconds(nanoseconds: number * 1_000_000) }

    /// A string, or `null`.
    public static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// An integer, or `null`.
    public static func count(_ count: (some BinaryInteger)?) -> JSONValue { count.map { .integer(Int64($0)) } ?? .null }

    /// The value on one line, without blanks.
    public var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .seconds(let nanoseconds): text += Self.decimal(nanoseconds)
        case .string(let value): Self.quote(value, to: &text)
        case .array(let values): Self.list("[", values, "]", to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.list("{", members, "}", to: &text) { member, text in
                Self.quote(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private static func list<Part>(
        _ open: String, _ parts: [Part], _ close: String, to text: inout String, _ write: (Part, inout String) -> Void
    ) {
        text += open
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            write(part, &text)
        }
        text += close
    }

    private static func decimal(_ nanoseconds: Int64) -> String {
        let size = nanoseconds.magnitude
        var fraction = Wording.padded(size % 1_000_000_000, to: 9)
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(nanoseconds < 0 ? "-" : "")\(size / 1_000_000_000).\(fraction)"
    }

    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..<" ": text += "\\u00" + Wording.padded(scalar.value, to: 2, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue: Equatable {
    /// Objects are equal whatever the order of their keys; numbers by their value.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { member in b.contains(member) }
        case (.integer(let a), .integer(let b)): a == b
        case (.seconds(let a), .seconds(let b)): a == b
        case (.integer(let a), .seconds(let b)), (.seconds(let b), .integer(let a)):
            a.multipliedReportingOverflow(by: 1_000_000_000) == (b, false)
        default: false
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    public typealias Key = String
    public typealias Value = JSONValue

    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map(Member.init)) }

    public init(stringLiteral value: String) { self = .string(value) }
}
