package import DualCamConfig

/// The differences of an export from its recording.
package struct ExportForm: Sendable, Equatable {
    /// `nil`: none is drawn.
    package var picture: ExportPicture?
    package var coding: SoundCoding
    /// The part of the timeline, in nanoseconds; `nil`: all of it.
    package var span: Range<Int64>?
    /// Their times are those of the new file.
    package var subtitles: CompositionSources.Subtitles?
    package var treatment = SoundTreatment()
    /// No sound is in the file.
    package var isSilent = false
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
        let span = span ?? whole.start..<max(whole.start, whole.end)
        let start = rate.frame(from: span.lowerBound)
        var sources = whole.part(start..<max(start, span.upperBound))
        sources.coding = coding
        sources.lead = Self.lead
        sources.isIndexedFirst = true
        sources.subtitles = subtitles
        sources.subtitles?.start = start
        sources.sound?.treatment = treatment
        if isSilent { sources.sound = nil }
        return sources
    }
}
