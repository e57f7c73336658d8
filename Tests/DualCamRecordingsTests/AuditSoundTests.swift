import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Audits of sessions in which a busy machine lost sound.
extension AuditTests {
    static let soundCases: [Case] = [
        Case(
            name: "sound lost",
            ledger: [
                Line.lostSound("audio.encoder", 3, lasting: 0.06, at: 5),
                Line.lostSound("audio.encoder", 12, lasting: 0.24, at: 6),
                Line.lostSound("audio.desk.input", 1, lasting: 0.02, at: 6),
            ],
            findings: [
                "note : about 0.300 s of the sound of the microphone lost, silence in its place, as the ledger says",
                "note : about 0.020 s of the sound of the microphone desk lost, silence in its place, as the ledger says",
            ], verdict: .note, sums: [0, 0, 0, 0]),
        // The ledger of an older version, which did not record the length.
        Case(
            name: "sound lost that has no length", ledger: [Line.dropped("audio.encoder", nil, 3, at: 5)],
            findings: ["note : some of the sound of the microphone lost, silence in its place, as the ledger says"],
            verdict: .note, sums: [0, 0, 0, 0]),
        // The files have silence and lack nothing.
        Case(
            name: "a microphone away",
            ledger: [away(5, 6.5), away(7, 7.25)].flatMap(\.self),
            findings: ["note : the microphone was away for 1.750 s, silence in its place"],
            verdict: .note, sums: [0, 0, 0, 0]),
    ]

    /// A session may end before its recording has begun, and a foreign ledger may contain any times.
    @Test(arguments: [[], [Line.recording(1, [("back", "b0.mov")])]])
    func aMicrophoneIsAwayBeforeAnythingIsRecorded(recording: [LedgerEntry]) throws {
        let longest = Double(Int64.max) / 2e9
        let ledger =
            [Line.started()] + Self.away(5, 6) + recording + Self.away(-longest, longest) + Self.away(-longest, longest)
        let audit = try AuditTests.audit(ledger, rates: ["back": "30"]) { _ in nil }
        #expect(AuditTests.words(audit).contains { $0.contains("the microphone was away") } != recording.isEmpty)
    }

    private static func away(_ from: Double, _ to: Double) -> [LedgerEntry] {
        [(LedgerEntry.Kind.inputLost, from), (.inputReturned, to)].map { kind, time in
            Line.entry(kind, at: time, Line.fields(("input", "microphone"), ("at", Line.time(time))))
        }
    }
}
