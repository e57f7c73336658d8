import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// An export of a session that is ready to be written. It contains the export's sources, its part of the timeline, and
/// a function that writes the file.
struct ExportJob {
    /// A function that writes the exported file. Blocks. Returns `nil` if the user ended the export.
    typealias Writing = (
        _ file: NewFile, _ curve: GainCurve?, _ goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress?

    let sources: CompositionSources
    /// The part of the timeline to export, in nanoseconds; `nil` for the whole timeline.
    let span: Range<Int64>?
    /// The estimated size of the exported file in bytes.
    let bytes: Int64
    /// The number of bytes of disk space that the export needs while the file is written.
    let room: Int64
    /// The source files of the export, held open.
    let held: HeldSources
    /// The size, rate and encoder of the exported picture; `nil` for an export of sound only.
    let picture: (size: FrameSize, rate: FrameRate, encoder: String)?
    let write: Writing
    /// The resumable render of the export; `nil` for an export that cannot be resumed.
    private let drawing: ResumableRender?

    /// Prepares the export of a session. Blocks.
    ///
    /// - Parameter goesOn: Returns false once the user has asked the export to end.
    init(
        _ preparation: CompositionPreparation, _ request: ExportRequest, _ container: ExportContainer,
        goesOn: @escaping () -> Bool
    ) throws(CommandFailure) {
        held = HeldSources(watching: preparation.session.files, goesOn: goesOn)
        let (whole, machine) = (preparation, MachineProbe.facts())
        let (preparation, sources) = try held.watching { () throws(CommandFailure) in
            let formed = try Self.formed(whole, request, container, on: machine)
            return (formed, try formed.sources())
        }
        (span, self.sources) = (preparation.form?.span, sources)
        if container.kind == .animation {
            let prepared = try preparation.prepare(AnimationWriting.film, reading: held)
            let writing = try AnimationWriting(prepared, into: container, in: preparation.place)
            (bytes, room, drawing) = (writing.bytes, prepared.bytes +| writing.bytes, nil)
            picture = prepared.picture(by: AnimationWriting.encoder)
            write = { (file, _, goesOn) throws(CommandFailure) in try writing.write(to: file, goesOn: goesOn) }
            return
        }
        if let video = container.video {
            let prepared = try preparation.prepare(video, reading: held)
            let drawing = ResumableRender(prepared, preparation, request.command.pieces ?? .standard, held)
            (bytes, room, self.drawing) = (prepared.bytes, prepared.bytes +| drawing.bytes, drawing)
            picture = prepared.picture(by: prepared.plan.encoder)
            write = { (file, curve, goesOn) throws(CommandFailure) in
                try drawing.write(to: file.writingPath, curve: curve, goesOn: goesOn)
            }
            return
        }
        let plan = try Self.soundPlan(sources, of: preparation.session.folder, in: container, on: machine)
        let bits = (Double(sources.end -| sources.start) / 1e9) * Double(sources.coding.bitsPerSecond(tracks: 1))
        bytes = Int64(saturating: bits / 8)
        try held.hold(only: plan.elements.readPaths)
        (room, picture, drawing) = (bytes, nil, nil)
        write = { (file, curve, goesOn) throws(CommandFailure) in
            try translated { () throws(GraphFailure) in
                try SoundExporter(plan, curve: curve).write(to: file.writingPath, goesOn: goesOn)
            }
        }
    }

    private static func soundPlan(
        _ sources: CompositionSources, of folder: String, in container: ExportContainer, on machine: MachineFacts
    ) throws(CommandFailure) -> SoundExportPlan {
        guard sources.sound != nil else {
            throw CommandFailure(
                .usage, "'\(folder)' has no sound", next: "Choose a template with a picture.")
        }
        do throws(PlanIssues) { return try SoundExportPlan(sources, in: container, on: machine) } catch {
            throw CommandFailure(GraphFailure(error))
        }
    }

    /// Returns a preparation of the session in which picture and sound have the form that the export requests.
    private static func formed(
        _ preparation: CompositionPreparation, _ request: ExportRequest, _ container: ExportContainer,
        on machine: MachineFacts
    ) throws(CommandFailure) -> CompositionPreparation {
        let coding = try request.coding(in: container, recorded: preparation.recordedSound())
        var form = ExportForm(request.template.picture, coding, on: machine)
        form.span = try request.span(preparation.session.moments, isCopied: coding == .copied)
        form.subtitles = request.subtitles.map {
            .init(path: $0, areDrawn: request.command.drawSubtitles, count: request.subtitleCount)
        }
        form.treatment = try request.treatment(of: preparation.session.tracks)
        form.isSilent = container.kind == .animation
        var formed = preparation
        formed.form = form
        return formed
    }

    var seconds: Double { Double(sources.end -| sources.start) / 1e9 }

    /// The advice for users if the export is interrupted.
    var advice: String { drawing?.advice ?? "Nothing was written." }

    /// Deletes the chunks kept for resuming the export. Called once the exported file is complete and has its final
    /// name.
    func forget() { drawing?.forget() }

    /// True if the export encodes its sound with a lossy codec.
    var isLossy: Bool {
        switch sources.coding {
        case .mixed(let codec, _), .tracks(let codec, _): codec == .aac || codec == .opus
        case .copied: false
        }
    }
}

extension PreparedComposition {
    fileprivate func picture(by encoder: String) -> (size: FrameSize, rate: FrameRate, encoder: String)? {
        (decisions.first?.direction.combined).map { ($0.size, $0.rate, encoder) }
    }
}

extension CompositionPreparation {
    /// Returns the codec of the session's recorded sound; `nil` if the session has no sound.
    fileprivate func recordedSound() throws(CommandFailure) -> AudioCodec? {
        try sources().sound.flatMap { AudioCodec(rawValue: $0.codec) }
    }

    /// Returns the source files of the export with their times: those of the requested part of the session, or of the
    /// whole session.
    fileprivate func sources() throws(CommandFailure) -> CompositionSources {
        try translated { () throws(SessionReadFailure) in try session.checkFiles() }
        let pipeline = try pipeline(session.decisions[0])
        return try translated { () throws(GraphFailure) in try sources(of: pipeline) }
    }
}
