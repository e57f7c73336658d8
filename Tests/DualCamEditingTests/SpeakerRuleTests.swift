import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamEditing

/// Two microphones, in tenths of a second. `A` and `B` are speech at -14 dB; `a` and `b` are its first half second
/// while the other is silent. `x` is both at once, `.` is silence at -54 dB. Each microphone hears the other's speaker
/// 12 dB quieter.
@Suite struct SpeakerRuleTests {
    private static func levels(_ text: String) -> [[Double]] {
        let (speech, heard, silence) = (0.2, 0.05, 0.002)
        return [
            text.map { $0 == "A" || $0 == "x" ? speech : $0 == "B" ? heard : silence },
            text.map { $0 == "B" || $0 == "x" ? speech : $0 == "A" ? heard : silence },
        ]
    }

    private static func turn(_ letter: String, _ tenths: Int) -> String { String(repeating: letter, count: tenths) }

    @Test(
        arguments: [
            // One turn after the other: each change comes at the start of the turn.
            (turn("A", 30) + turn("B", 30) + turn("A", 30) + turn(".", 20), "0:A 3000:B 6000:A"),
            (turn(".", 20) + turn("A", 30) + turn(".", 20) + turn("B", 30), "2000:A 7000:B"),
            // A word of two tenths of a second, a cough, and both at once change nothing.
            (turn("A", 30) + turn("B", 3) + turn("A", 30) + turn(".", 20), "0:A"),
            (turn("A", 30) + turn("x", 30) + turn("A", 30) + turn(".", 20), "0:A"),
            // Pauses between words do not count as silence.
            (turn(".", 20) + turn("A", 3) + ".." + turn("A", 3) + turn(".", 20), "2000:A"),
            // Each picture stays for at least 1.5 seconds.
            (turn(".", 20) + turn("A", 6) + turn("B", 6) + turn("A", 40), "2000:A 3500:B 5000:A"),
            (turn(".", 50), ""), ("", ""),
        ] as [(String, String)])
    func whoSpeaks(text: String, expected: String) {
        let changes = SpeakerRule().speakers(Self.levels(text), interval: .milliseconds(100))
        let words = changes.map { "\(Int($0.at / .milliseconds(1))):\($0.microphone == 0 ? "A" : "B")" }
        #expect(words.joined(separator: " ") == expected)
    }
}
