import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Ledgers of weeks of segments. The time that a new worker needs to read them must not grow with the square of their
/// number.
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

    /// Returns the CPU time for reading a ledger with this many segments, in seconds.
    private static func cost(of segments: Int) -> Double {
        let text = ledger(segments)
        return ThreadTime.spent {
            let history = SessionHistory(ledger: LedgerText(text).entries, in: "/r/take")
            #expect(history.files.count == (segments + 1) * outputs.count)
        }
    }

    /// Eight times as many segments take eight times as long. They took 36 times as long while each file was searched
    /// for among all files. The limit is between the two. A measurement beyond it is repeated, because other programs
    /// may slow a thread down.
    @Test func `the ledger of many segments is read in proportion to their number`() {
        let few = (0..<3).map { _ in Self.cost(of: 250) }.max() ?? 0
        #expect((0..<3).contains { _ in Self.cost(of: 2000) < few * 18 })
    }
}
