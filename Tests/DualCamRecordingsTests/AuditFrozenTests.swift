import DualCamPlan
import DualCamRecordings
import DualCamTestKit

/// Audits of sessions with a time in which no process ran.
extension AuditTests {
    private static let frozen = Line.entry(
        .gap, at: 9,
        Line.fields(
            ("from", "2026-11-21T14:05:08.250Z"), ("seconds", Line.time(3.4)), ("reason", "frozen"),
            ("at", Line.time(5.6)), ("until", Line.time(9))))

    /// Returns the content of a file without any missing time.
    private static func whole(_ frames: Int, _ seconds: Double) -> FileContent {
        var content = content(frames, seconds)
        content.frozen = 0
        return content
    }

    static let frozenCases: [Case] = [
        Case(
            name: "an output that was still behind the clock when it was taken out",
            ledger: [
                Line.entry(
                    .gap, at: 16.5,
                    Line.fields(
                        ("from", "2026-11-21T14:05:08.250Z"), ("seconds", Line.time(4.4)), ("reason", "frozen"),
                        ("at", Line.time(12.1)), ("until", Line.time(16.5)))),
                Line.dropped("back.encoder", "back", 33, at: 17),
                Line.entry(.outputDropped, at: 17.5, Line.fields(("output", "back"))),
            ],
            frames: ["b0.mov": 300, "b1.mov": 30], span: ["b0.mov": (1, 11), "b1.mov": (11, 12)],
            found: ["b0.mov": whole(300, 10), "b1.mov": whole(30, 1)],
            findings: [
                "note : nothing ran for 4.400 s from 2026-11-21T14:05:08.250Z on: frozen",
                "note back: 105 frames (3.500 s) missing while the output was away",
                "note back: 132 frames missing while nothing ran", "note back: 33 frames dropped, as the ledger says",
            ], verdict: .note, sums: [270, 33, 237, 0]),
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
