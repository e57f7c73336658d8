package import DualCamPlan

extension JSONValue {
    /// Reads one JSON text; `nil` for what is none, where nobody is to be told what is wrong with it.
    package init?(ifJSON text: some StringProtocol) {
        do { self = try JSONValue(parsing: String(text)) } catch { return nil }
    }
}

/// A value's content by what it should be; `nil` when it is not that.
extension JSONValue {
    /// The member of an object under a key; the first, should there be several.
    package subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    package var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    package var count: Int? { whole.flatMap { Int(exactly: $0) } }

    /// The nanoseconds of a number of seconds.
    package var nanoseconds: Int64? {
        switch self {
        case .decimal(let billionths): billionths
        case .integer(let seconds) where (-9_000_000_000...9_000_000_000).contains(seconds): seconds * 1_000_000_000
        default: nil
        }
    }

    /// A number with or without a fraction.
    package var number: Double? {
        if case .decimal(let billionths) = self { return Double(billionths) / 1e9 }
        return whole.map(Double.init)
    }

    package var time: RunningTime? { nanoseconds.map { RunningTime(nanoseconds: $0) } }
}
