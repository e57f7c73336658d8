import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import DualCamSupervision

/// The way from a prepared composition to its file: at once, or in pieces. Its functions block.
struct PictureDrawing: Sendable {
    private let whole: PreparedComposition
    private let pieces: PiecewiseDrawing?

    init(_ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: PieceLength) {
        (self.whole, pieces) = (whole, PiecewiseDrawing(whole, preparation, length))
    }

    /// Bytes that are needed on the disk besides those of the file.
    var bytes: Int64 { pieces?.bytes ?? 0 }

    /// What is to be done after an interruption.
    var advice: String {
        pieces == nil
            ? "Nothing was written."
            : "What is drawn is kept for a week in the session's folder: the same command goes on with it."
    }

    /// Returns `nil` when it was ended.
    ///
    /// - Parameter curve: the gain of the sound, where that is encoded anew.
    func write(
        to path: String, curve: GainCurve?, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        if let pieces { return try pieces.write(to: path, curve: curve, goesOn: goesOn) }
        do throws(GraphFailure) {
            return try SessionComposer(whole.plan, whole.decisions, whole.session.clock, curve: curve).write(
                to: path, goesOn: goesOn)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The file is whole, and has its name.
    func forget() { pieces?.forget() }
}

/// Draws a composition in pieces that outlive this process, and puts them together: whoever was interrupted goes on with the piece that
/// is missing. Its functions block.
struct PiecewiseDrawing: Sendable {
    private let preparation: CompositionPreparation
    private let whole: PreparedComposition
    private let pieces: CompositionPieces
    private let draft: CompositionDraft

    /// `nil` where the file has to be made at once: it is no longer than a piece, its encoder does not make the same again, or its pieces
    /// cannot be kept, which is told.
    init?(_ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: PieceLength) {
        guard let length = length.length, whole.plan.isRepeatable else { return nil }
        let plan = whole.plan
        let pieces = CompositionPieces(plan.start..<max(plan.start, plan.end), rate: plan.rate, piece: length)
        guard pieces.count > 1 else { return nil }
        let (place, folder) = (preparation.place, preparation.session.folder)
        do throws(FolderFailure) {
            let key = CompositionKey(whole, preparation, length).text
            guard let draft = try CompositionDraft(of: folder, key: key) else {
                place.note("warning: another process draws the same: this one keeps nothing", .warning)
                return nil
            }
            self.draft = draft
        } catch {
            place.note("warning: what is drawn cannot be kept for the next time: \(error.message)", .warning)
            return nil
        }
        (self.whole, self.preparation, self.pieces) = (whole, preparation, pieces)
    }

    /// Bytes that the disk of the session's folder still takes for the pieces.
    var bytes: Int64 { max(0, whole.bytes -| draft.bytes) }

    /// Returns `nil` when it was ended.
    func write(
        to path: String, curve: GainCurve?, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        let first = min(draft.count, pieces.count)
        let kept = pieces.start(of: first) -| pieces.start(of: 0)
        if first < pieces.count {
            let before = (0..<first).reduce(0) { $0 + pieces.frames(of: $1) }
            let times = pieces.start(of: first)..<max(pieces.start(of: first), whole.plan.end)
            let rest = first == 0 ? whole : try preparation.prepare(whole.plan.container, part: times)
            let composer = SessionComposer(rest.plan, rest.decisions, rest.session.clock)
            do throws(GraphFailure) {
                let drawn = try composer.draw(pieces, into: DraftStore(draft: draft)) { told in
                    goesOn(.init(frames: before + told.frames, length: kept +| told.length, kept: kept))
                }
                guard drawn != nil else { return nil }
            } catch {
                throw CommandFailure(error)
            }
        }
        guard var joined = try joined(to: path, curve, goesOn) else { return nil }
        joined.kept = kept
        return joined
    }

    private func joined(
        to path: String, _ curve: GainCurve?, _ goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> SessionComposer.Progress? {
        do throws(GraphFailure) {
            let files = try (0..<pieces.count).map { number throws(GraphFailure) in
                (path: draft.path(of: number), first: try first(of: number))
            }
            let composer = SessionComposer(whole.plan, whole.decisions, whole.session.clock, curve: curve)
            return try composer.join(pieces.placed(files), of: pieces, to: path, goesOn: goesOn)
        } catch {
            // Pieces that do not become a file would stand in the way the next time, too.
            if error.code == .fault { forget() }
            throw CommandFailure(error)
        }
    }

    /// The time in a piece of its first frame. One that cannot be read is removed, so that the next call draws it again.
    private func first(of number: Int) throws(GraphFailure) -> Int64 {
        do throws(GraphFailure) { return try FileProbe.firstFrame(of: draft.path(of: number)) } catch {
            do throws(FolderFailure) { try draft.discard(number) } catch { throw GraphFailure(error) }
            throw GraphFailure(
                .diskFailed, message: "a piece of the picture that was kept cannot be read, and is removed",
                advice: "The same command draws it again.")
        }
    }

    /// The file is whole, and has its name: nothing of the pieces is needed any more.
    func forget() {
        do throws(FolderFailure) { try draft.remove() } catch {
            preparation.place.note("warning: pieces of the picture are left over: \(error.message)", .warning)
        }
    }
}

/// `--pieces LENGTH`
struct PieceLength: OptionValue, Equatable {
    /// `nil`: the picture is drawn at once.
    var length: Duration?

    static let range: ClosedRange<Duration> = .seconds(1)...(.seconds(3600))
    static let standard = PieceLength(length: .seconds(60))

    init(length: Duration?) { self.length = length }

    init(argument text: String) throws(Refusal) {
        length = text == "off" ? nil : try Duration(parsing: text, in: Self.range)
    }
}

/// Keeps pieces in the session's folder.
private struct DraftStore: PieceStore {
    let draft: CompositionDraft

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

extension CompositionDraft {
    /// Tells apart what is not made the same: by what it is made of, and by the program that makes it.
    ///
    /// - Parameter paths: they do not count: the session may have been moved meanwhile.
    static func key(of facts: [Any], without paths: [String?]) -> String {
        let told = ([VersionCommand.version] + facts).map { "\($0)" }.joined(separator: "\n")
        let bare = paths.compactMap(\.self).reduce(told) { $0.replacing($1, with: "") }
        return FileDigest.sha256(of: Array(bare.utf8))
    }
}

/// Tells compositions apart whose pieces do not fit together: what is drawn, by what, out of which files.
private struct CompositionKey {
    let text: String

    init(_ whole: PreparedComposition, _ preparation: CompositionPreparation, _ length: Duration) {
        let session = preparation.session
        let files = session.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
        let late = whole.plan.late.sorted { $0.key.element < $1.key.element }.map { "\($0.key) \($0.value)" }
        let facts: [Any] = [
            length, session.pipeline, session.decisions, session.clock, files, late,
            whole.plan.start, whole.plan.end, whole.plan.encoding, whole.plan.drawn,
            preparation.form.map { "\($0.picture as Any)" } ?? "", Self.words(preparation),
            Self.drawnFiles(whole.decisions),
        ]
        // What words say counts, and not where they lie.
        text = CompositionDraft.key(of: facts, without: [session.folder, preparation.form?.subtitles?.path])
    }

    /// What the words that are drawn are now.
    private static func words(_ preparation: CompositionPreparation) -> String {
        guard let subtitles = preparation.form?.subtitles, subtitles.areDrawn else { return "" }
        let bytes = preparation.place.files.bytes(of: subtitles.path, limit: mostWords) ?? []
        return FileDigest.sha256(of: bytes)
    }

    /// What the pictures and the colour tables that are drawn are now: their files are read again each time.
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

    /// Bytes of an .srt file: that of a day has less.
    private static let mostWords = 1 << 24
}
