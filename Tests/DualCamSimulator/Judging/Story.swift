import DualCamPlan

/// The log of a run: its events in order, for a person who looks for the cause of a violation.
package struct Story: Sendable, Equatable {
    package private(set) var lines: [String] = []
    var now: Int64 = 0
    /// The maximum number of lines. Longer stories lose their beginning.
    private static let most = 4_000

    mutating func tell(_ text: String) {
        if lines.count >= Self.most { lines.removeFirst(Self.most / 2) }
        lines.append(Self.clock(now) + "  " + text)
    }

    /// A time as text, such as `12:03:04.250`.
    static func clock(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let digits = "\(1000 + rest)".dropFirst()
        return parts.joined(separator: ":") + "." + digits
    }
}
