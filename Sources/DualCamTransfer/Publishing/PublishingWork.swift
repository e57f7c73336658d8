import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Sends a description of a session, and then the session's files, to a publishing service.
struct PublishingWork {
    let run: PublishingRun
    let title: String
    let description: String?
    let source: PublishingSource

    private var command: PublishCommand { run.command }

    /// Sends the session's files to the service. Returns the place of the publication, or the reason for the failure.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - told: called with the number of bytes sent so far.
    ///   - beforeEnd: called before the last bytes are sent, because the publication may exist afterwards. Returns
    ///     false to cancel.
    func send(
        _ tracks: [PublishingTrack], _ service: PublishingService, told: @escaping (Int64) -> Void,
        beforeEnd: @escaping () -> Bool
    ) -> Result<PublishedPlace, PublishingLoss> {
        Result { () throws(PublishingLoss) in
            switch run.to.kind {
            case .opencast: return try Opencast(service).publish(event(tracks), told: told, beforeEnd: beforeEnd)
            case .peertube:
                var peerTube = PeerTube(service)
                return try peerTube.publish(video(tracks[0]), told: told, beforeEnd: beforeEnd) { failure, length in
                    let seconds = length.components.seconds
                    run.place.noteAboveStatus("note: \(failure.words(of: run.to).what); retrying in \(seconds) s")
                }
            }
        }
    }

    func event(_ tracks: [PublishingTrack]) -> OpencastEvent {
        var event = OpencastEvent(title: title, workflow: command.workflow ?? PublishCommand.usualWorkflow)
        (event.description, event.series, event.readers) = (description, command.series, command.readers ?? [])
        (event.tags, event.start) = (source.tags, source.start)
        event.tracks = tracks.map { track in
            (track.role == "presentation" ? .presentation : .presenter, track.file)
        }
        return event
    }

    func video(_ track: PublishingTrack) -> PeerTubeVideo {
        var video = PeerTubeVideo(title: title, privacy: command.privacy ?? .private, file: track.file)
        (video.description, video.channel, video.start) = (description, command.channel, source.start)
        (video.tags, video.chapters) = (PeerTubeVideo.tags(source.tags).taken, track.chapters)
        return video
    }
}

/// Prints information about a session's publications for the user.
struct PublishingReport {
    let place: ProcessEnvironment
    let json: Bool

    func tell(
        _ publication: Publication, _ published: PublishedPlace, _ source: PublishingSource, bytes: Int64
    ) {
        let isPeerTube = publication.to.hasPrefix(PublishingDestination.Kind.peertube.rawValue)
        let left = isPeerTube ? PeerTubeVideo.tags(source.tags).left : []
        if json {
            var line: [JSONValue.Member] = [
                .init("event", "published"), .init("session", .string(source.name)), .init("bytes", .count(bytes)),
                .init("chapters", chapters(published)),
            ]
            line += publication.json.members ?? []
            place.output.write(TerminalText(json: JSONValue.object(line).line + "\n"))
        } else {
            let names = publication.files.map(\.name).joined(separator: " and ")
            let address = publication.address ?? publication.to
            place.output.write("\(names): \(Wording.bytes(bytes)), published at \(address)\n")
        }
        if !left.isEmpty {
            place.note("note: PeerTube accepts 5 tags of 2 to 30 characters; left out: \(left.joined(separator: ", "))")
        }
        switch published.chapters {
        case .none, .kept: break
        case .unknown:
            place.note("note: the marks did not become chapters: PeerTube supports chapters from version 6 on")
        case .failed: place.note("warning: the marks did not become chapters: the server rejected them", .warning)
        }
    }

    /// Returns, as JSON, the number of chapters that the service has stored; `null` if it could not store them.
    private func chapters(_ published: PublishedPlace) -> JSONValue {
        switch published.chapters {
        case .none: .count(0)
        case .kept(let count): .count(count)
        case .unknown, .failed: .null
        }
    }

    /// Prints the earlier publications of the session, one per line.
    func list(_ source: PublishingSource) {
        let all = source.publications
        if json {
            let value: JSONValue = ["session": .string(source.name), "publications": .array(all.map(\.json))]
            return place.output.write(TerminalText(json: value.line))
        }
        guard !all.isEmpty else {
            place.output.write("\(source.folder): nothing was published\n")
            return
        }
        for publication in all {
            let names = publication.files.map(\.name).joined(separator: " and ")
            let address = publication.address ?? publication.to
            let words =
                publication.state == .published
                ? "published at \(address)" : "sent to \(address), arrival not confirmed"
            place.output.write("\(WallTime.iso8601(publication.time)) \(names): \(words)\n")
        }
    }
}
