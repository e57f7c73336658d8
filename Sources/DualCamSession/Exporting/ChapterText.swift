import DualCamPlan

/// Marks as the text by which YouTube makes chapters: the first one at 0:00, three at least, each 10 s long at least.
package enum ChapterText {
    /// The least number of chapters.
    package static let least = 3
    /// The length of a chapter, in nanoseconds.
    private static let shortest: Int64 = 10_000_000_000

    /// Returns a line for each chapter; `nil` where there are too few.
    ///
    /// A mark that follows another one, or the end, sooner than in 10 s is left out; one in the first 10 s begins the first chapter.
    ///
    /// - Parameters:
    ///   - span: what is exported of the timeline.
    ///   - beginning: the title of a first chapter without a mark.
    package static func text(of marks: [SessionMark], in span: Range<Int64>, beginning: String) -> String? {
        var chapters: [SessionMark] = []
        for mark in marks.sorted(by: { $0.at < $1.at }) where span.contains(mark.at) {
            let at = mark.at - span.lowerBound
            guard span.upperBound - mark.at >= shortest else { continue }
            if let last = chapters.last {
                if at - last.at >= shortest { chapters.append(SessionMark(text: mark.text, at: at)) }
            } else if at < shortest {
                chapters.append(SessionMark(text: mark.text, at: 0))
            } else {
                chapters = [SessionMark(text: beginning, at: 0), SessionMark(text: mark.text, at: at)]
            }
        }
        guard chapters.count >= least else { return nil }
        return chapters.map { "\(clock($0.at)) \(line($0.text))\n" }.joined()
    }

    /// `1:02`, `1:02:03`: whole seconds, cut off.
    private static func clock(_ time: Int64) -> String {
        let seconds = time / 1_000_000_000
        let short = "\(seconds / 60 % 60):\(Wording.padded(seconds % 60, to: 2))"
        guard seconds >= 3600 else { return short }
        return "\(seconds / 3600):\(Wording.padded(seconds / 60 % 60, to: 2)):\(Wording.padded(seconds % 60, to: 2))"
    }

    /// One line of text.
    private static func line(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.isEmpty ? "Chapter" : line
    }
}
