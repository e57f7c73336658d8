import Testing

@testable import DualCamConfig

/// Subtitles that are too long to be read and would take minutes to draw are refused with the limit.
@Suite struct SubtitleLimitsTests {
    private static let entry = "7\n00:00:01,000 --> 00:00:02,000\n"

    @Test(arguments: [
        entry + "word", entry + "<i>a</i>\n", "WEBVTT\n\n" + entry + "word\n", "\n\n" + entry + "word\n",
        "1\n\n" + entry + "word\n", entry + "two\nlines\n\n" + entry + "more\n",
        entry + String(repeating: "w", count: 1900) + "\r\n\r\n" + entry + "more\r\n",
    ]) func wordsOfAFilmPass(words: String) throws { try SubtitleLimits.check(Array(words.utf8)) }

    @Test func asManyAsAreAllowedPass() throws {
        let words = String(repeating: Self.entry + "word\n\n", count: SubtitleLimits.mostTexts)
        try SubtitleLimits.check(Array(words.utf8))
    }

    /// Subtitles in an encoding in which an empty line has more bytes.
    @Test func wideCharactersPass() throws {
        let words = String(repeating: Self.entry + "word\n\n", count: 100)
        try SubtitleLimits.check(words.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        try SubtitleLimits.check(words.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }

    /// A file without words is refused before the film is drawn.
    @Test(arguments: [
        "", "1\n", "\n \r\n", entry, entry + "\n" + entry, entry + " \n\t\r\n", "words without times\n", "\u{FEFF}\n",
        "1\n\nword\n",
    ])
    func aFileWithoutWordsIsRefused(words: String) {
        let message = "there are no words with their times in the file"
        for bytes in [Array(words.utf8), words.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }] {
            let error = #expect(throws: Refusal.self) { try SubtitleLimits.check(bytes) }
            #expect(error?.message == message)
        }
    }

    /// The files are created inside the test, because swift-testing describes each argument, which takes seconds for
    /// megabytes of text.
    @Test(
        arguments: [
            (entry, "word ", 400, "the subtitle in line 1 has more than 2000 bytes"),
            (entry + "a\n\n" + entry, "a\n", 19, "the subtitle in line 5 has more than 20 lines"),
            ("", "1\n\n", SubtitleLimits.mostTexts + 1, "there are more than 50000 subtitles"),
            ("", "\n", SubtitleLimits.largestFile + 1, "the file has more than 4 MiB"),
        ] as [(String, String, Int, String)])
    func moreIsRefused(beginning: String, repeated: String, count: Int, message: String) {
        let words = beginning + String(repeating: repeated, count: count)
        let error = #expect(throws: Refusal.self) { try SubtitleLimits.check(Array(words.utf8)) }
        #expect(error?.message == message)
    }
}
