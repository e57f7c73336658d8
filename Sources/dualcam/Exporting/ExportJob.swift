import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// A session with everything that has to be known to export it.
struct ExportJob: Sendable {
    private enum Work: Sendable {
        case picture(PreparedComposition, PictureDrawing)
        case sound(SoundExportPlan)
        case animation(PreparedComposition, AnimationWriting)
    }

    let sources: CompositionSources
    /// The part of the timeline; `nil`: all of it.
    let span: Range<Int64>?
    private let work: Work

    /// Blocks.
    init(
        _ preparation: CompositionPreparation, _ request: ExportRequest, _ container: ExportContainer
    ) throws(CommandFailure) {
        var preparation = preparation
        let machine = MachineProbe.facts()
        let recorded = try preparation.recordedSound()
        let coding = try request.coding(in: container, recorded: recorded)
        span = try request.span(preparation.session, coding)
        var form = ExportForm(request.template.picture, coding, on: machine)
        form.span = span
        form.subtitles = request.subtitles.map { .init(path: $0, areDrawn: request.drawsSubtitles) }
        form.treatment = try request.treatment(of: preparation.session.tracks)
        form.isSilent = container.kind == .animation
        preparation.form = form
        sources = try preparation.sources()
        if container.kind == .animation {
            let prepared = try preparation.prepare(AnimationWriting.film)
            work = .animation(prepared, try AnimationWriting(prepared, into: container, in: preparation.place))
            return
        }
        if let video = container.video {
            let prepared = try preparation.prepare(video)
            work = .picture(prepared, PictureDrawing(prepared, preparation, request.pieces))
            return
        }
        guard sources.sound != nil else {
            throw CommandFailure(
                .usage, "there is no sound in '\(preparation.session.folder)'",
                next: "Choose a template with a picture.")
        }
        do throws(PlanIssues) { work = .sound(try SoundExportPlan(sources, in: container, on: machine)) } catch {
            throw CommandFailure(GraphFailure(error))
        }
    }

    var seconds: Double { Double(sources.end -| sources.start) / 1e9 }

    /// About as many bytes as it takes.
    var bytes: Int64 {
        switch work {
        case .picture(let prepared, _): prepared.bytes
        case .animation(_, let writing): writing.bytes
        case .sound: Int64(saturating: seconds * Double(sources.coding.bitsPerSecond(tracks: 1)) / 8)
        }
    }

    /// Bytes that are needed on the disk while it is made.
    var room: Int64 {
        switch work {
        case .picture(let prepared, let drawing): prepared.bytes +| drawing.bytes
        case .animation(let prepared, let writing): prepared.bytes +| writing.bytes
        case .sound: bytes
        }
    }

    /// What is to be done after an interruption.
    var advice: String {
        if case .picture(_, let drawing) = work { drawing.advice } else { "Nothing was written." }
    }

    /// The file is whole, and has its name.
    func forget() { if case .picture(_, let drawing) = work { drawing.forget() } }

    /// The paths of the files that are read.
    var readPaths: Set<String> {
        switch work {
        case .picture(let prepared, _), .animation(let prepared, _): prepared.plan.elements.readPaths
        case .sound(let plan): plan.elements.readPaths
        }
    }

    /// The sound is encoded by a codec that leaves something out.
    var isLossy: Bool {
        switch sources.coding {
        case .mixed(let codec, _), .tracks(let codec, _): codec == .aac || codec == .opus
        case .copied: false
        }
    }

    /// The picture's size and rate, and its encoder; `nil`: sound alone.
    var picture: (size: FrameSize, rate: FrameRate, encoder: String)? {
        switch work {
        case .picture(let prepared, _):
            return prepared.decisions.first.map {
                ($0.direction.combined.size, $0.direction.combined.rate, prepared.plan.encoder)
            }
        case .animation(let prepared, _):
            return prepared.decisions.first.map {
                ($0.direction.combined.size, $0.direction.combined.rate, AnimationWriting.encoder)
            }
        case .sound: return nil
        }
    }

    /// Blocks. Returns `nil` when it was ended.
    func write(
        to file: NewFile, curve: GainCurve?, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        switch work {
        case .picture(_, let drawing): return try drawing.write(to: file.writingPath, curve: curve, goesOn: goesOn)
        case .animation(_, let writing): return try writing.write(to: file, goesOn: goesOn)
        case .sound(let plan):
            do throws(GraphFailure) {
                return try SoundExporter(plan, curve: curve).write(to: file.writingPath, goesOn: goesOn)
            } catch {
                throw CommandFailure(error)
            }
        }
    }
}

extension CompositionPreparation {
    /// The codec of the session's sound; `nil`: there is none.
    fileprivate func recordedSound() throws(CommandFailure) -> AudioCodec? {
        try sources().sound.flatMap { AudioCodec(rawValue: $0.codec) }
    }

    /// What is exported, of the whole session or of a part.
    fileprivate func sources() throws(CommandFailure) -> CompositionSources {
        do throws(SessionReadFailure) { try session.checkFiles() } catch { throw CommandFailure(error) }
        let pipeline = try pipeline(session.decisions[0])
        do throws(GraphFailure) { return try sources(of: pipeline) } catch { throw CommandFailure(error) }
    }
}
