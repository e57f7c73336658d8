import DualCamPlan

/// A marked moment in one file.
package struct Chapter: Sendable, Equatable {
    /// Nanoseconds of the file's own time, 0 or more.
    package var start: Int64
    package var title: String

    /// The list in mov and mp4 has one byte for its length.
    static let mostInMovies = 255
}

extension [SessionHistory.Mark] {
    /// The marks that a file contains, at their places in it.
    ///
    /// - Parameters:
    ///   - part: the file's.
    ///   - pauses: the part's.
    func chapters(of file: FileSummary, in part: Int, _ pauses: CutList) -> [Chapter] {
        let start = pauses.recorded(file.start).nanoseconds
        let end = start +| Swift.max(0, file.nanoseconds)
        return enumerated().compactMap { index, mark in
            let place = pauses.recorded(mark.at).nanoseconds
            guard mark.part == part, place >= start -| file.lead, place < end else { return nil }
            let title = mark.text.isEmpty ? "Mark \(index + 1)" : mark.text
            return Chapter(start: Swift.max(0, place -| start +| file.lead), title: title)
        }.sorted { $0.start < $1.start }
    }
}
