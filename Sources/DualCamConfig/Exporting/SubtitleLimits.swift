/// The limits for subtitles in an .srt file. The renderer lays out the whole text of a subtitle at each change, which
/// would take forever for a text with half a million lines.
package enum SubtitleLimits {
    /// The maximum size of an .srt file in bytes, which is enough for the subtitles of one day.
    package static let largestFile = 4 << 20
    /// The maximum size in bytes of one subtitle: its number, its times and its text. Empty lines separate subtitles.
    package static let longestText = 2000
    /// The maximum number of lines in one subtitle.
    package static let mostLines = 20
    package static let mostTexts = 50_000

    /// Checks the content of an .srt file. Throws a `Refusal` if a limit is exceeded, or if no line with times is
    /// followed by text.
    ///
    /// - Returns: the number of subtitles.
    @discardableResult
    package static func check(_ words: [UInt8]) throws(Refusal) -> Int {
        guard words.count <= largestFile else {
            throw Refusal(
                "the file has more than \(largestFile >> 20) MiB",
                hint: "Give the words of a shorter film, as an .srt file.", isPlain: true)
        }
        var (texts, first, lines, bytes) = (0, 1, 0, 0)
        var (isTimed, hasWords) = (false, false)
        let all = words.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in all.enumerated() {
            guard !isEmpty(line) else {
                (lines, bytes, isTimed) = (0, 0, false)
                continue
            }
            hasWords = hasWords || isTimed
            isTimed = isTimed || isTime(line)
            if lines == 0 { (texts, first) = (texts + 1, number + 1) }
            (lines, bytes) = (lines + 1, bytes + line.count + 1)
            guard bytes <= longestText else {
                throw excess("more than \(longestText) bytes", first)
            }
            guard lines <= mostLines else { throw excess("more than \(mostLines) lines", first) }
            guard texts <= mostTexts else {
                throw Refusal(
                    "there are more than \(mostTexts) subtitles", hint: "Give those of a shorter film.", isPlain: true)
            }
        }
        guard hasWords else {
            throw Refusal(
                "there are no words with their times in the file",
                hint: "Give an .srt file: a number, a line as in 00:00:01,000 --> 00:00:04,000, and the words.",
                isPlain: true)
        }
        return texts
    }

    private static func excess(_ size: String, _ line: Int) -> Refusal {
        Refusal(
            "the subtitle in line \(line) has \(size)", hint: "Make several of it, with an empty line between them.",
            isPlain: true)
    }

    /// Returns true if a line contains the start and end times of a subtitle; also detects them in UTF-16 text.
    private static func isTime(_ line: ArraySlice<UInt8>) -> Bool {
        line.filter { $0 != 0 }.firstRange(of: Array("-->".utf8)) != nil
    }

    /// Returns true if a line contains only blanks; also detects blanks in UTF-16 text, in which every other byte is 0.
    private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0 || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }
}
