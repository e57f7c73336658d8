import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: what a ledger tells of what was held back")
struct LoadHistoryTests {
    private func rate(_ output: String, _ share: String, at seconds: Double) -> LedgerEntry {
        Line.entry(
            .rateChanged, at: seconds,
            Line.fields(("output", .string(output)), ("share", .string(share)), ("at", Line.time(seconds))))
    }

    /// Returns the times of reduced frame rates as text, such as `back/0 2/3 3.0 ... 5.0`.
    private func stretches(_ entries: LedgerEntry...) -> [String] {
        SessionHistory(ledger: entries, in: "/r/take").thinned.map { stretch in
            let to = stretch.to.map { JSONValue.time($0).line } ?? "end"
            return "\(stretch.output)/\(stretch.part) \(stretch.share.rawValue) "
                + "\(JSONValue.time(stretch.from).line) ... \(to)"
        }
    }

    @Test func `a stretch ends where another share begins, output by output`() {
        let found = stretches(
            Line.recording(1, []), rate("back", "2/3", at: 3), rate("combined", "1/2", at: 3.5),
            rate("back", "1/2", at: 4), rate("back", "1", at: 5), rate("back", "2/3", at: 6))
        #expect(
            found == [
                "back/0 2/3 3.0 ... 4.0", "combined/0 1/2 3.5 ... end", "back/0 1/2 4.0 ... 5.0",
                "back/0 2/3 6.0 ... end",
            ])
    }

    @Test func `a new part begins with every frame`() {
        let found = stretches(
            Line.recording(1, []), rate("back", "2/3", at: 3), Line.entry(.workerLost), Line.recording(1, []),
            rate("back", "1", at: 2), rate("back", "1/2", at: 3))
        #expect(found == ["back/0 2/3 3.0 ... end", "back/1 1/2 3.0 ... end"])
    }

    @Test func `a share told twice is one stretch, one of a newer version ends the stretch before it`() {
        let found = stretches(
            Line.recording(1, []), rate("back", "2/3", at: 3), rate("back", "2/3", at: 4), rate("back", "2/5", at: 5))
        #expect(found == ["back/0 2/3 3.0 ... 5.0"])
    }
}
