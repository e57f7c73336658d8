import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Renders a prepared composition into its file, either directly or in chunks. Chunks stay on the disk if this process
/// ends early, and are joined once all are complete. An interrupted render resumes with the first missing chunk. All
/// functions block.
struct ResumableRender: Sendable {
    private typealias Kept = (pieces: CompositionPieces, draft: RenderCheckpoint)

    private let preparation: CompositionPreparation
    private let whole: PreparedComposition
    /// The chunks of the render and the checkpoint in which they are kept; `nil` to render the file directly.
    private let kept: Kept?

    /// Creates a render of a prepared composition.
    ///
    /// - Parameter sources: The source files. Chunks that were rendered from earlier states of these files are not
    ///   used.
    init(
        _ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: PieceLength,
        _ sources: HeldSources
    ) {
        (self.whole, self.preparation) = (whole, preparation)
        kept = Self.kept(whole, preparation, length, sources.marks(of: preparation.session.files))
    }

    /// Returns the chunks of a render and the checkpoint in which they are kept; `nil` to render directly. A file is
    /// rendered directly if it is not longer than one chunk, or if its encoder produces different output in each run.
    /// If chunks cannot be kept, prints a warning and returns `nil`.
    private static func kept(
        _ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: PieceLength,
        _ sources: [String]
    ) -> Kept? {
        guard let length = length.length, whole.plan.isRepeatable else { return nil }
        let plan = whole.plan
        let pieces = CompositionPieces(plan.start..<max(plan.start, plan.end), rate: plan.rate, piece: length)
        guard pieces.count > 1 else { return nil }
        let draft = RenderCheckpoint.kept(
            what: "drawn", of: preparation.session.folder, key: key(whole, preparation, length, sources),
            whileBusy: "draws", in: preparation.place)
        return draft.map { (pieces, $0) }
    }

    /// The number of bytes of disk space that the missing chunks need in the session's folder; 0 without chunks.
    var bytes: Int64 { kept.map { max(0, whole.bytes -| $0.draft.bytes) } ?? 0 }

    /// The advice for users if the render is interrupted.
    var advice: String {
        kept == nil
            ? "Nothing was written."
            : "The finished part is kept for a week in the session's folder. Run the same command to resume."
    }

    /// Renders the composition into the file at `path`. Returns `nil` if the user ended the render.
    ///
    /// - Parameter curve: The gain to apply to the sound if the sound is re-encoded.
    func write(
        to path: String, curve: GainCurve?, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        guard let (pieces, draft) = kept else {
            return try translated { () throws(GraphFailure) in
                try SessionComposer(whole.plan, whole.decisions, whole.session.clock, curve: curve).write(
                    to: path, goesOn: goesOn)
            }
        }
        let first = min(draft.count, pieces.count)
        let drawnBefore = pieces.start(of: first) -| pieces.start(of: 0)
        if first < pieces.count {
            let before = (0..<first).reduce(0) { $0 + pieces.frames(of: $1) }
            let times = pieces.start(of: first)..<max(pieces.start(of: first), whole.plan.end)
            let rest = first == 0 ? whole : try preparation.prepare(whole.plan.container, part: times)
            let composer = SessionComposer(rest.plan, rest.decisions, rest.session.clock)
            let drawn = try translated { () throws(GraphFailure) in
                try composer.draw(pieces, into: DraftStore(draft: draft)) { told in
                    goesOn(
                        .init(
                            frames: before + told.frames, length: drawnBefore +| told.length, kept: drawnBefore))
                }
            }
            guard drawn != nil else { return nil }
        }
        guard var joined = try joined((pieces, draft), to: path, curve, goesOn) else { return nil }
        joined.kept = drawnBefore
        return joined
    }

    private func joined(
        _ kept: Kept, to path: String, _ curve: GainCurve?, _ goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        do throws(GraphFailure) {
            let files = try (0..<kept.pieces.count).map { number throws(GraphFailure) in
                (path: kept.draft.path(of: number), first: try Self.first(of: number, kept.draft))
            }
            let composer = SessionComposer(whole.plan, whole.decisions, whole.session.clock, curve: curve)
            return try composer.join(kept.pieces.placed(files), of: kept.pieces, to: path, goesOn: goesOn)
        } catch {
            // If the kept chunks cannot be joined, they would make the next attempt fail too.
            if error.code == .fault { forget() }
            throw CommandFailure(error)
        }
    }

    /// Returns the time of the first frame in a chunk, in nanoseconds. Deletes a chunk that cannot be read, so that the
    /// next run renders it again.
    private static func first(of number: Int, _ draft: RenderCheckpoint) throws(GraphFailure) -> Int64 {
        do throws(GraphFailure) { return try FileProbe.firstFrame(of: draft.path(of: number)) } catch {
            do throws(FolderFailure) { try draft.discard(number) } catch { throw GraphFailure(error) }
            throw GraphFailure(
                .diskFailed, message: "a saved piece of the picture cannot be read and was deleted",
                advice: "Run the same command to draw it again.")
        }
    }

    /// Deletes the chunks that were kept for resuming the render. Called once the rendered file is complete and has its
    /// name.
    func forget() { kept?.draft.forget("pieces of the picture", in: preparation.place) }
}

/// The value of the option `--pieces`: the length of a render's chunks, or `off`.
struct PieceLength: OptionValue, Equatable {
    /// The length of a render's chunks; `nil` to render directly.
    var length: Duration?

    static let range: ClosedRange<Duration> = .seconds(1)...(.seconds(3600))
    static let standard = PieceLength(length: .seconds(60))

    init(length: Duration?) { self.length = length }

    init(argument text: String) throws(Refusal) {
        length = text == "off" ? nil : try Duration(parsing: text, in: Self.range)
    }
}

/// A store that keeps a render's finished chunks in the session's folder.
private struct DraftStore: ChunkStore {
    let draft: RenderCheckpoint

    func open(_ number: Int) throws(GraphFailure) -> String {
        do throws(FolderFailure) { return try draft.create(number) } catch { throw GraphFailure(error) }
    }

    func keep(_ number: Int) throws(GraphFailure) {
        do throws(FolderFailure) { try draft.keep(number) } catch { throw GraphFailure(error) }
    }
}

extension GraphFailure {
    fileprivate init(_ failure: FolderFailure) {
        self.init(.diskFailed, message: failure.message, advice: failure.advice)
    }
}

extension RenderCheckpoint {
    /// Finds or creates the checkpoint of a render in a session's folder. Returns `nil` if another process is using it.
    /// If the checkpoint cannot be stored, prints a warning and returns `nil`.
    /// - Parameters:
    ///   - work: The past participle that describes the work in messages, such as `drawn`.
    ///   - busy: The verb for the warning that another process is using the checkpoint, such as `draws`; `nil` to print
    ///     no warning.
    static func kept(
        what work: String, of folder: String, key: String, whileBusy busy: String?, in place: ProcessEnvironment
    ) -> RenderCheckpoint? {
        do throws(FolderFailure) {
            let draft = try RenderCheckpoint(of: folder, key: key)
            if draft == nil, let busy {
                place.note("warning: another process \(busy) the same, so this one saves no checkpoint", .warning)
            }
            return draft
        } catch {
            place.note("warning: what is \(work) cannot be saved for resuming: \(error.message)", .warning)
            return nil
        }
    }

    /// Deletes the checkpoint. Called once the new file is complete and has its name.
    ///
    /// - Parameter remains: The name of the checkpoint's content, for the warning if it cannot be deleted.
    func forget(_ remains: String, in place: ProcessEnvironment) {
        do throws(FolderFailure) { try remove() } catch {
            place.note("warning: \(remains) could not be deleted: \(error.message)", .warning)
        }
    }

    /// Returns a key that identifies a render: a hash of dualcam's version and of everything else on which the result
    /// depends.
    /// - Parameters:
    ///   - facts: The values on which the result depends.
    ///   - paths: The paths to leave out of the hash, because the session may be moved between runs.
    static func key(of facts: [Any], without paths: [String?]) -> String {
        let told = ([ProductVersion.current] + facts).map { "\($0)" }.joined(separator: "\n")
        let bare = paths.compactMap(\.self).reduce(told) { $0.replacing($1, with: "") }
        return FileDigest.sha256(of: Array(bare.utf8))
    }
}

extension ResumableRender {
    /// Returns a key that identifies the render of a composition. The key changes if the picture, the encoder or a
    /// source file changes, because chunks of different renders cannot be joined.
    private static func key(
        _ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: Duration,
        _ sources: [String]
    ) -> String {
        let session = preparation.session
        let files = session.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
        let late = whole.plan.late.sorted { $0.key.element < $1.key.element }.map { "\($0.key) \($0.value)" }
        let facts: [Any] = [
            length, session.pipeline, session.decisions, session.clock, files, late,
            whole.plan.start, whole.plan.end, whole.plan.encoding, whole.plan.drawn,
            preparation.form.map { "\($0.picture as Any)" } ?? "", words(preparation),
            drawnFiles(whole.decisions), sources,
        ]
        // The subtitles' content matters, not their path.
        return RenderCheckpoint.key(of: facts, without: [session.folder, preparation.form?.subtitles?.path])
    }

    /// Returns a hash of the current content of the subtitles file; an empty text if no subtitles are drawn into the
    /// picture.
    private static func words(_ preparation: CompositionPreparation) -> String {
        guard let subtitles = preparation.form?.subtitles, subtitles.areDrawn else { return "" }
        let bytes = preparation.place.files.bytes(of: subtitles.path, limit: SubtitleLimits.largestFile) ?? []
        return FileDigest.sha256(of: bytes)
    }

    /// Returns hashes of the images and colour tables that are drawn into the picture. They are part of the render's
    /// key, because the files are read again in each run.
    private static func drawnFiles(_ decisions: [PictureDecision]) -> [String] {
        var digests: Set<String> = []
        for picture in decisions.map(\.direction) {
            for look in picture.cameras.map(\.look) + [picture.combined.look] {
                if case .table(let table) = look.kind { digests.insert(table.digest) }
            }
            for overlay in picture.combined.overlays {
                if case .image(let image) = overlay.content { digests.insert(FileDigest.sha256(of: image.bytes)) }
            }
        }
        return digests.sorted()
    }
}
