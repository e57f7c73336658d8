import DualCamPlan

/// What happened in a run, in its order, as far as it helps to understand it.
package struct Story: Sendable, Equatable {
    package private(set) var lines: [String] = []
    var now: Int64 = 0
    /// Longer ones keep their end.
    private static let most = 4_000

    mutating func tell(_ text: String) {
        if lines.count >= Self.most { lines.removeFirst(Self.most / 2) }
        lines.append(Self.clock(now) + "  " + text)
    }

    /// `12:03:04.250`
    static func clock(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let digits = "\(1000 + rest)".dropFirst()
        return parts.joined(separator: ":") + "." + digits
    }
}
