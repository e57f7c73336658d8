import DualCamPlan

@testable import DualCamSession

/// Sessions in which a machine had no time for the sound.
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
        // A ledger of an older dualcam, which did not tell how long it was.
        Case(
            name: "sound lost that has no length", ledger: [Line.dropped("audio.encoder", nil, 3, at: 5)],
            findings: ["note : some of the sound of the microphone lost, silence in its place, as the ledger says"],
            verdict: .note, sums: [0, 0, 0, 0]),
    ]
}
