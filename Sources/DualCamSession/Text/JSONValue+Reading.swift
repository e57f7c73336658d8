public import DualCamPlan

/// A value's content by what it should be; `nil` when it is not that.
extension JSONValue {
    /// The member of an object under a key; the first, should there be several.
    public subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    public var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    public var text: String? { if case .string(let text) = self { text } else { nil } }

    public var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    public var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    public var count: Int? { whole.flatMap { Int(exactly: $0) } }

    /// A number of seconds.
    public var nanoseconds: Int64? {
        switch self {
        case .seconds(let nanoseconds): nanoseconds
        case .integer(let seconds) where (-9_000_000_000...9_000_000_000).contains(seconds): seconds * 1_000_000_000
        default: nil
        }
    }

    /// A number with or without a fraction.
    public var number: Double? {
        if case .seconds(let nanoseconds) = self { return Double(nanoseconds) / 1e9 }
        return whole.map(Double.init)
    }

    public var time: RunningTime? { nanoseconds.map { RunningTime(nanoseconds: $0) } }
}
