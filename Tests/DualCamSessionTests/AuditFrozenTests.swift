import DualCamPlan

@testable import DualCamSession

/// Sessions of which a time is missing in which nothing ran.
extension AuditTests {
    private static let frozen = Line.entry(
        .gap, at: 9,
        Line.fields(
            ("from", "2026-11-21T14:05:08.250Z"), ("seconds", Line.time(3.4)), ("reason", "frozen"),
            ("at", Line.time(5.6)), ("until", Line.time(9))))

    static let frozenCases: [Case] = [
        Case(
            name: "nothing ran", ledger: [frozen],
            frames: ["b0.mov": 200, "b1.mov": 300], found: ["b0.mov": content(200, 10, missing: 100)],
            findings: [
                "note : nothing ran for 3.400 s from 2026-11-21T14:05:08.250Z on: frozen",
                "note back: 100 frames missing while nothing ran",
            ], verdict: .note, sums: [100, 0, 100, 0]),
        Case(
            name: "more is missing than was due while nothing ran", ledger: [frozen],
            frames: ["b0.mov": 150, "b1.mov": 300], found: ["b0.mov": content(150, 10, missing: 150)],
            findings: [
                "note : nothing ran for 3.400 s from 2026-11-21T14:05:08.250Z on: frozen",
                "note back: 103 frames missing while nothing ran",
                "unaccounted back: 47 frames missing, and the ledger does not say why",
            ], verdict: .unaccounted, sums: [150, 0, 103, 47]),
    ]
}
