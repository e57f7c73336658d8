import DualCamPlan

/// Formats marks as the text from which YouTube makes chapters. YouTube needs at least three chapters, the first at
/// 0:00, each at least 10 s long.
package enum ChapterText {
    /// The minimum number of chapters that YouTube requires.
    package static let least = 3
    /// The minimum length of a chapter that YouTube requires, in nanoseconds.
    private static let shortest: Int64 = 10_000_000_000

    /// Returns the chapter list for YouTube, with one line such as `1:02 First answer` for each chapter. Returns `nil`
    /// if there are fewer than three chapters.
    ///
    /// A mark less than 10 s after another chapter's start, or less than 10 s before the end, is left out. A mark in
    /// the first 10 s becomes the first chapter.
    ///
    /// - Parameters:
    ///   - span: The exported range of the session's timeline, in nanoseconds. Marks outside it are left out.
    ///   - beginning: The title of the first chapter if there is no mark for it.
    package static func text(of marks: [SessionMark], in span: Range<Int64>, beginning: String) -> String? {
        var chapters: [SessionMark] = []
        for mark in marks.sorted(by: { $0.at < $1.at }) where span.contains(mark.at) {
            let at = mark.at -| span.lowerBound
            guard span.upperBound -| mark.at >= shortest else { continue }
            if let last = chapters.last {
                if at -| last.at >= shortest { chapters.append(SessionMark(text: mark.text, at: at)) }
            } else if at < shortest {
                chapters.append(SessionMark(text: mark.text, at: 0))
            } else {
                chapters = [SessionMark(text: beginning, at: 0), SessionMark(text: mark.text, at: at)]
            }
        }
        guard chapters.count >= least else { return nil }
        return chapters.map { "\(clock($0.at)) \(line($0.text))\n" }.joined()
    }

    /// Formats nanoseconds as whole seconds, rounded down, such as `1:02` or `1:02:03`.
    private static func clock(_ time: Int64) -> String {
        let seconds = time / 1_000_000_000
        let short = "\(seconds / 60 % 60):\(Wording.padded(seconds % 60, to: 2))"
        guard seconds >= 3600 else { return short }
        return "\(seconds / 3600):\(Wording.padded(seconds / 60 % 60, to: 2)):\(Wording.padded(seconds % 60, to: 2))"
    }

    /// Returns a chapter's title on one line, with spaces for line breaks; `Chapter` if the title is empty.
    private static func line(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.isEmpty ? "Chapter" : line
    }
}
