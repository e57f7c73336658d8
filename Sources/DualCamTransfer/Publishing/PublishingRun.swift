import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Publishes files of a session at a service, and reports the progress. All functions block.
struct PublishingRun {
    let command: PublishCommand
    let to: PublishingDestination
    /// The maximum bandwidth of the upload; `nil` for no limit.
    let limit: Bitrate?
    let place: ProcessEnvironment
    /// The flag that cancels the publication.
    let ended: TerminationFlag

    private static let stopped = CommandFailure.ended("publishing", next: "Nothing was sent.")

    func publish(_ source: PublishingSource, by service: PublishingService) throws(CommandFailure) {
        let title = try command.title(of: source, for: to)
        let description = try command.checkedDescription(for: to)
        guard let lock = source.lock() else {
            throw CommandFailure(
                .outputNotCreated, "another process is publishing from '\(source.folder)'",
                next: "Wait until it has finished.")
        }
        defer { withExtendedLifetime(lock) {} }
        var tracks = try tracks(of: source)
        try checkNews(draft(title, tracks), source)
        if !command.unchecked {
            for index in tracks.indices { try tracks[index].check(while: { !ended.hasCome }, ended: Self.stopped) }
            try checkNews(draft(title, tracks), source)
        }
        var note = PublishingNote(draft(title, tracks), source)
        let bytes = tracks.reduce(0) { $0 +| $1.file.bytes }
        var progress = BackupProgress(place, json: command.json, word: "publishing", source.name, bytes: bytes)
        defer { progress.end() }
        let work = PublishingWork(run: self, title: title, description: description, source: source)
        let pacing = BandwidthGovernor(limit, proc: command.fullSpeed ? nil : "/proc", folder: source.folder)
        pacing.tell = { progress.follow($0, $1) }
        let told = { (bytes: Int64) in
            progress.show(bytes)
            pacing.hold(sent: bytes, until: ended)
        }
        let result = work.send(tracks, service, told: told, beforeEnd: { note.begin() })
        progress.end()
        switch result {
        case .success(let published):
            let publication = try note.finish(published)
            PublishingReport(place: place, json: command.json).tell(publication, published, source, bytes: bytes)
        case .failure(let loss):
            if let problem = note.problem { throw problem }
            if !loss.isUnknown { try note.forget() }
            throw CommandFailure(loss, to, files: tracks.map(\.file.name))
        }
    }

    private func draft(_ title: String, _ tracks: [PublishingTrack]) -> Publication {
        Publication(to: to.text, title: title, time: WallTime.unixNow(), files: tracks.map(\.record))
    }

    // MARK: Files to send
    private func tracks(of source: PublishingSource) throws(CommandFailure) -> [PublishingTrack] {
        let outputs = source.outputs
        guard let first = outputs.first else {
            throw CommandFailure(.usage, "nothing was recorded in '\(source.folder)'", next: "Choose another session.")
        }
        let isOpencast = to.kind == .opencast
        let usual = outputs.contains(.combined) ? OutputName.combined : first
        let chosen = command.file ?? command.presenter
        guard chosen != nil || isOpencast || usual == .combined || outputs.count == 1 else {
            let names = outputs.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .usage, "'\(source.name)' has no combined file, which is published to PeerTube by default",
                next: "Choose with --file one of \(names), or make one with 'dualcam compose \(source.folder)'.")
        }
        let role = isOpencast ? "presenter" : "video"
        var tracks = [try PublishingTrack.find(chosen ?? usual.rawValue, as: role, source, in: place)]
        if let presentation = command.presentation {
            tracks.append(try PublishingTrack.find(presentation, as: "presentation", source, in: place))
            guard tracks[0].path != tracks[1].path else {
                throw CommandFailure(
                    .usage, "'\(tracks[0].path)' is both the presenter and the presentation",
                    next: "Choose another one with --presenter or --presentation.")
            }
        }
        return tracks
    }

    /// Throws a failure if one of the files has already been published at the service, or may have been. With the
    /// option `--again`, never throws.
    private func checkNews(_ draft: Publication, _ source: PublishingSource) throws(CommandFailure) {
        guard !command.again, let other = source.publications.last(where: { draft.repeats($0) }) else { return }
        let names = other.files.map { "'\($0.name)'" }.joined(separator: " and ")
        let time = WallTime.iso8601(other.time)
        switch other.state {
        case .published:
            throw CommandFailure(
                .outputNotCreated,
                "\(names) was published at \(other.address ?? other.to) before (\(time))",
                next: "Publish it again with --again.")
        case .unknown:
            throw CommandFailure(
                .outputNotCreated,
                "\(names) was sent to \(other.to) before (\(time)), and it is not known whether it arrived",
                next: "Check there. Run this with --again if it is missing.")
        }
    }
}

/// The record of a publication in the session's folder. It is stored before the last bytes are sent, because the
/// publication may succeed even if no response arrives. Afterwards, it is updated with the result.
struct PublishingNote {
    private let draft: Publication
    private let source: PublishingSource
    private var isKept = false
    /// The reason why the record of the publication could not be stored; `nil` on success. Without the record, the
    /// files are not published, because a later command would publish them a second time.
    private(set) var problem: CommandFailure?

    init(_ draft: Publication, _ source: PublishingSource) { (self.draft, self.source) = (draft, source) }

    /// Stores the record of the publication before the last bytes are sent. Returns false if that fails.
    mutating func begin() -> Bool {
        guard !isKept else { return true }
        do throws(LibraryFailure) { try source.keep(draft) } catch { problem = CommandFailure(error) }
        isKept = problem == nil
        return isKept
    }

    mutating func finish(_ place: PublishedPlace) throws(CommandFailure) -> Publication {
        var publication = draft
        (publication.state, publication.id, publication.address) = (.published, place.id, place.address)
        do throws(LibraryFailure) { try source.keep(publication, inPlaceOf: draft) } catch {
            throw CommandFailure(
                .diskFailed,
                "it is published at \(place.address ?? draft.to), but this cannot be recorded in its session: "
                    + error.message, next: error.advice)
        }
        return publication
    }

    func forget() throws(CommandFailure) {
        guard isKept else { return }
        try translated { () throws(LibraryFailure) in try source.forget(draft) }
    }
}
