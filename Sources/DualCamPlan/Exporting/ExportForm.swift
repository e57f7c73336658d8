package import DualCamConfig

/// What an export has other than its recording.
package struct ExportForm: Sendable, Equatable {
    /// `nil`: none is drawn.
    package var picture: ExportPicture?
    package var coding: SoundCoding
    /// The part of the timeline, in nanoseconds; `nil`: all of it.
    package var span: Range<Int64>?
    /// The path of subtitles, whose times are those of the new file.
    package var subtitles: String?
    package var treatment = SoundTreatment()
    private let machine: MachineFacts

    /// The time by which everything in the file is later than on the timeline, in nanoseconds.
    private static let lead: Int64 = 1_000_000_000

    package init(_ picture: ExportPicture?, _ coding: SoundCoding, on machine: MachineFacts) {
        (self.picture, self.coding, self.machine) = (picture, coding, machine)
    }

    package func pipeline(_ recorded: Pipeline) -> Pipeline {
        picture.map { recorded.exported(as: $0, on: machine) } ?? recorded
    }

    /// The sources that the part needs; it begins with the frame at its beginning or behind it.
    package func sources(_ whole: CompositionSources, rate: FrameRate) -> CompositionSources {
        var sources = whole
        let span = span ?? whole.start..<max(whole.start, whole.end)
        let start = rate.frame(from: span.lowerBound)
        let end = max(start, span.upperBound)
        (sources.start, sources.end) = (start, end)
        sources.coding = coding
        sources.lead = Self.lead
        sources.subtitles = subtitles
        let isNeeded = { (file: CompositionSources.File) in
            file.end > start - Self.lead && file.start < end + Self.lead
        }
        sources.cameras = whole.cameras.mapValues { $0.filter(isNeeded) }
        sources.sound?.treatment = treatment
        sources.sound?.files = whole.sound?.files.filter(isNeeded) ?? []
        if sources.sound?.files.isEmpty ?? false { sources.sound = nil }
        return sources
    }
}
