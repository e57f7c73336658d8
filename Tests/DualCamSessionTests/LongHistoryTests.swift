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

    private static func length(of segments: Int) -> Duration {
        let text = ledger(segments)
        return ContinuousClock().measure {
            let history = SessionHistory(ledger: LedgerText(text).entries, in: "/r/take")
            #expect(history.files.count == (segments + 1) * outputs.count)
        }
    }

    /// Eight times as many take eight times as long, on a machine that is busy with other things up to twenty times; they
    /// took 36 times as long when every file was looked for among all.
    @Test func `the ledger of many segments is read in proportion to their number`() {
        let few = Self.length(of: 250)
        #expect(Self.length(of: 2000) < few * 20)
    }
}
