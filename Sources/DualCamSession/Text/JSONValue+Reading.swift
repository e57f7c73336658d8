import DualCamPlan

/// A value's content by what it should be; `nil` when it is not that.
extension JSONValue {
    /// The member of an object under a key; the first, should there be several.
    subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    var count: Int? { whole.flatMap { Int(exactly: $0) } }

    /// A number of seconds.
    var nanoseconds: Int64? {
        switch self {
        case .seconds(let nanoseconds): nanoseconds
        case .integer(let seconds) where (-9_000_000_000...9_000_000_000).contains(seconds): seconds * 1_000_000_000
        default: nil
        }
    }

    var time: RunningTime? { nanoseconds.map { RunningTime(nanoseconds: $0) } }
}
