package import DualCamConfig

/// The differences between an export and its recording.
package struct ExportForm: Sendable, Equatable {
    /// The settings of the picture; `nil`: no picture is drawn.
    package var picture: ExportPicture?
    package var coding: SoundCoding
    /// The part of the timeline to export, in nanoseconds; `nil`: all of it.
    package var span: Range<Int64>?
    /// The subtitles, whose times count from the beginning of the new file.
    package var subtitles: CompositionSources.Subtitles?
    package var treatment = SoundTreatment()
    /// True when the file has no sound.
    package var isSilent = false
    private let machine: MachineFacts

    /// The offset of all times in the file against the timeline, in nanoseconds.
    private static let lead: Int64 = 1_000_000_000

    package init(_ picture: ExportPicture?, _ coding: SoundCoding, on machine: MachineFacts) {
        (self.picture, self.coding, self.machine) = (picture, coding, machine)
    }

    package func pipeline(_ recorded: Pipeline) -> Pipeline {
        picture.map { recorded.exported(as: $0, on: machine) } ?? recorded
    }

    /// Returns the sources that the exported part needs. The part begins with the first frame at or after its
    /// beginning.
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
