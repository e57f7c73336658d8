import DualCamConfig
import DualCamPlan

/// The settings in which an export differs from the recording.
struct ExportForm: Sendable, Equatable {
    /// The settings of the exported picture; `nil` if the picture is not redrawn for the export.
    var picture: ExportPicture?
    var coding: SoundCoding
    /// The part of the recording to export, in nanoseconds on the timeline; `nil` to export the whole recording.
    var span: Range<Int64>?
    /// The subtitles of the export, with times relative to the start of the new file; `nil` for none.
    var subtitles: CompositionSources.Subtitles?
    var treatment = SoundTreatment()
    /// True when the exported file has no sound.
    var isSilent = false
    private let machine: MachineFacts

    /// The number of nanoseconds that are added to all times in the exported file, so that encoded sound can begin
    /// before its first sample.
    private static let lead: Int64 = 1_000_000_000

    init(_ picture: ExportPicture?, _ coding: SoundCoding, on machine: MachineFacts) {
        (self.picture, self.coding, self.machine) = (picture, coding, machine)
    }

    func pipeline(_ recorded: Pipeline) -> Pipeline {
        picture.map { recorded.exported(as: $0, on: machine) } ?? recorded
    }

    /// Returns the recorded files and the settings that the export needs. The export starts with the first frame at or
    /// after the requested start.
    func sources(_ whole: CompositionSources, rate: FrameRate) -> CompositionSources {
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
