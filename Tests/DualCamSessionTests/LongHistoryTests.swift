import DualCamTestKit
import Testing

@testable import DualCamSession

/// Weeks of segments: what a new worker reads before it goes on must not grow with their square.
struct LongHistoryTests {
    private static let outputs = ["back", "front", "combined"]

    private static func ledger(_ segments: Int) -> String {
        var lines = [Line.started(outputs).line, Line.recording(1, names(0)).line]
        for segment in 0..<segments {
            let (start, end) = (Double(1 + segment * 600), Double(601 + segment * 600))
            lines.append(Line.segment(segment + 1, at: end, names(segment + 1)).line)
            for (output, file) in names(segment) {
                lines.append(Line.finished(output, file, segment: segment, frames: 18_000, start, end).line)
                lines.append(Line.digested(file, String(repeating: "0123456789abcdef", count: 4)).line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func names(_ segment: Int) -> [(output: String, file: String)] {
        outputs.map { ($0, "DualCam_20261121_140503_\($0)_\(segment).mov") }
    }

    /// Returns the seconds of processor time that reading a ledger of so many segments takes.
    private static func cost(of segments: Int) -> Double {
        let text = ledger(segments)
        return ThreadTime.spent {
            let history = SessionHistory(ledger: LedgerText(text).entries, in: "/r/take")
            #expect(history.files.count == (segments + 1) * outputs.count)
        }
    }

    /// Eight times as many segments cost eight times the work. They cost 36 times as much when every file was looked for among all.
    /// The limit lies between the two. A measurement beyond it is made again, because caches that others fill make a thread slower.
    @Test func `the ledger of many segments is read in proportion to their number`() {
        let few = (0..<3).map { _ in Self.cost(of: 250) }.max() ?? 0
        #expect((0..<3).contains { _ in Self.cost(of: 2000) < few * 18 })
    }
}
