import DualCamConfig
import Testing

@Suite struct PrintableTextTests {
    @Test(arguments: [
        ("plain, ünï ☂ 👩‍👧 日本", "plain, ünï ☂ 👩‍👧 日本"), ("", ""), ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#),
        ("a\nb\r\nc\td\0", #"a\nb\r\nc\td\u{0}"#),
        ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\\u{7F}\\u{80}\\u{9B}\\u{9F}\u{A0}"),
        ("\u{202E}gpj\u{202C}\u{2066}\u{2069}", #"\u{202E}gpj\u{202C}\u{2066}\u{2069}"#),
        ("\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}\u{85}", #"\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}\u{85}"#),
        (String(decoding: [0x61, 0xFF, 0x1B], as: UTF8.self), "a\u{FFFD}\\u{1B}"),
    ])
    func oneLineThatIsShown(text: String, shown: String) {
        #expect(text.printable == shown)
        #expect(shown.printable == shown)
    }

    @Test func linesStayLines() {
        #expect("a\n\tb\u{1B}\r\n".printableLines == "a\n\tb\\u{1B}\\r\n")
    }

    /// The escapes are those of JSON.
    @Test func jsonMeansWhatItMeant() {
        #expect(
            "{\"a\":\"\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}é\"}".printableJSON
                == #"{"a":"\u001b\u007f\u009b\u2028\u202eé"}"#)
    }
}
