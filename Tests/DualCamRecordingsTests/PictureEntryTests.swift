import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamRecordings

/// Edit decisions about the picture, as the ledger stores them.
@Suite struct PictureEntryTests {
    private static let changes: [PictureChange] = [
        .atOnce, .motion(.nanoseconds(700_000_001), .easeInOut), .ramp(rate: 1.25, .linear),
        .transition(Transition(.slide, duration: .milliseconds(400), direction: .up, easing: .easeOut)),
    ]

    @Test(arguments: changes) func aChangeIsReadAsItWasWritten(_ change: PictureChange) throws {
        let entry = PictureEntry(settings: ["combined.layout=grid", "combined.overlays.a.text=x = y"], change: change)
        let line = LedgerEntry(.picture, unixNanoseconds: 0, runningTime: nil, fields: entry.members).line
        let read = try #require(LedgerText(line + "\n").entries.first)
        #expect(PictureEntry(read) == entry)
    }

    @Test(arguments: [
        #"{"over":-1.0,"easing":"linear"}"#, #"{"over":1.0,"easing":"fast"}"#, #"{"rate":0.0,"easing":"linear"}"#,
        #"{"over":1.0,"easing":"linear","transition":"fade","direction":"up"}"#, "7",
    ]) func whatIsNoChangeIsNotTakenForOne(_ text: String) throws {
        #expect(PictureChange(ledger: try JSONValue(parsing: text)) == nil)
    }
}
