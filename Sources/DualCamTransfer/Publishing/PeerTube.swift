internal import DualCamConfig
import DualCamRecordings
internal import Soup

/// A video to publish on PeerTube, with the metadata that PeerTube's API expects.
struct PeerTubeVideo: Sendable {
    /// The privacy setting of a video on PeerTube: who may see it.
    enum Privacy: String, Sendable, CaseIterable {
        case `public`, unlisted, `private`, `internal`

        /// The numeric value of this privacy setting in PeerTube's API (`VideoPrivacy`).
        var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
    }

    var title: String
    var description: String?
    /// The tags of the video: at most `mostTags`, each of 2 to 30 characters.
    var tags: [String] = []
    var privacy: Privacy
    /// The time at which the recording started, in Unix nanoseconds; `nil` if unknown.
    var start: Int64?
    /// The name of the user's channel in which to publish the video; `nil` for the user's first channel.
    var channel: String?
    var chapters: [Chapter] = []
    var file: PublishedFile

    static let titles = 3...120
    static let descriptions = 3...10_000
    static let mostTags = 5
    static let tagLengths = 2...30
    private static let longestChapter = 100

    init(title: String, privacy: Privacy, file: PublishedFile) {
        (self.title, self.privacy, self.file) = (title, privacy, file)
    }

    func json(channel: Int64) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("channelId", .integer(channel)), .init("name", .string(title)),
            .init("filename", .string(file.name)), .init("privacy", .count(privacy.number)),
            .init("waitTranscoding", .bool(true)),
            // The server recognises an earlier, interrupted upload by this member, the title and the size.
            .init("lastModified", .integer(file.file.changed / 1_000_000)),
        ]
        if let description { members.append(.init("description", .string(description))) }
        if !tags.isEmpty { members.append(.init("tags", .array(tags.map { .string($0) }))) }
        if let start { members.append(.init("originallyPublishedAt", .string(WallTime.iso8601(start)))) }
        return .object(members)
    }

    /// The video's chapters as JSON for PeerTube's API, with at most one chapter per whole second; `nil` if the video
    /// has no chapters.
    var chapterList: JSONValue? {
        var seconds: Set<Int64> = []
        let list = chapters.compactMap { chapter -> JSONValue? in
            let time = chapter.start / 1_000_000_000
            guard seconds.insert(time).inserted else { return nil }
            return ["timecode": .integer(time), "title": .string(String(chapter.title.prefix(Self.longestChapter)))]
        }
        return list.isEmpty ? nil : ["chapters": .array(list)]
    }
}

/// A client of PeerTube's REST API (docs.joinpeertube.org/api-rest-reference.html), which can resume uploads.
struct PeerTube {
    private let service: PublishingService
    private var token = ""

    init(_ service: PublishingService) { self.service = service }

    /// Uploads a video to PeerTube and creates its chapters. Blocks.
    ///
    /// - Parameters:
    ///   - told: called with the number of bytes sent so far, including those the server already had.
    ///   - beforeEnd: called before the last bytes are sent, because the video may exist afterwards. Returns false to
    ///     cancel.
    ///   - broken: called after an interruption, with the reason and the time until the upload resumes.
    mutating func publish(
        _ video: PeerTubeVideo, told: @escaping (Int64) -> Void, beforeEnd: @escaping () -> Bool,
        broken: @escaping (PublishingFailure, Duration) -> Void
    ) throws(PublishingLoss) -> PublishedPlace {
        try logIn()
        let channel = try channel(video.channel)
        let upload = try begin(video, channel)
        var transfer = PeerTubeTransfer(service, upload, video.file, token: token)
        transfer.broken = broken
        let answer: JSONValue
        do throws(PublishingLoss) {
            answer = try transfer.run(told: told, beforeEnd: beforeEnd) { () throws(PublishingLoss) in
                try logIn()
                return token
            }
        } catch {
            // A cancelled upload is deleted from the server. An interrupted one is kept for the next call.
            if error.failure == .ended, !error.isUnknown { cancel(upload) }
            throw error
        }
        var place = PublishedPlace(id: answer["uuid"]?.text)
        place.address = (answer["shortUUID"]?.text ?? place.id).map {
            "\(service.base)/w/\(PercentEncoding.encoded($0))"
        }
        place.chapters = keepChapters(of: video, place.id)
        return place
    }

    private mutating func logIn() throws(PublishingLoss) {
        let client = try service.json(service.ask(service.request("GET", "/api/v1/oauth-clients/local", [])))
        guard let id = client["client_id"]?.text, let secret = client["client_secret"]?.text else {
            throw PublishingLoss(.strange("it names no client (/api/v1/oauth-clients/local)"))
        }
        let form = [
            ("client_id", id), ("client_secret", secret), ("grant_type", "password"), ("response_type", "code"),
            ("username", service.account.user), ("password", service.account.password),
        ].map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
        var request = service.request("POST", "/api/v1/users/token", [])
        request.body = UploadBody("application/x-www-form-urlencoded", form)
        let answer = try service.send(request)
        let told = JSONValue(ifJSON: String(decoding: answer.body, as: UTF8.self))
        // OAuth uses the status 400 for a wrong password (RFC 6749, section 5.2).
        if [400, 401].contains(answer.status) {
            throw PublishingLoss(told?["code"]?.text == "missing_two_factor" ? .secondFactor : .credentials)
        }
        guard answer.status == 200 else { throw PublishingLoss(PublishingService.failure(of: answer, request)) }
        guard let text = told?["access_token"]?.text, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PublishingLoss(.strange("it gives no token (/api/v1/users/token)"))
        }
        token = text
    }

    private var authorization: [(name: String, value: String)] { [("Authorization", "Bearer " + token)] }

    private func channel(_ name: String?) throws(PublishingLoss) -> Int64 {
        let me = try service.json(service.ask(service.request("GET", "/api/v1/users/me", authorization)))
        let channels = (me["videoChannels"]?.list ?? []).compactMap { channel in
            channel["id"]?.whole.map { (id: $0, name: channel["name"]?.text ?? "") }
        }
        guard let found = name == nil ? channels.first : channels.first(where: { $0.name == name }) else {
            throw PublishingLoss(.noChannel(name ?? "", channels.map(\.name)))
        }
        return found.id
    }

    /// Begins an upload on the server and returns its identifier.
    private func begin(_ video: PeerTubeVideo, _ channel: Int64) throws(PublishingLoss) -> String {
        var request = service.request(
            "POST", PeerTubeTransfer.path,
            authorization + [
                ("X-Upload-Content-Length", String(video.file.bytes)),
                ("X-Upload-Content-Type", video.file.mediaType),
            ])
        request.body = UploadBody("application/json", video.json(channel: channel).line)
        let answer = try service.send(request)
        guard [200, 201].contains(answer.status) else {
            let failure = PublishingService.failure(of: answer, request)
            // Here the status 413 means that the announced size of the file is too large, not this request.
            throw PublishingLoss(answer.status == 413 ? .tooLarge(video.file.bytes) : failure)
        }
        // Only the query of the address is used, because the token may be sent only to this host.
        let query = (answer.location?.split(separator: "?", maxSplits: 1).last).map(String.init) ?? ""
        let id = PercentEncoding.fields(of: query)?.first { $0.name == "upload_id" }?.value
        guard let id, !id.isEmpty else { throw PublishingLoss(.strange("it does not say where the upload goes")) }
        return id
    }

    /// Deletes an unfinished upload from the server. If this request fails, the server deletes the upload itself after
    /// some time.
    private func cancel(_ upload: String) {
        let last = WebClient(patience: .seconds(5)) { true }
        let request = service.request("DELETE", PeerTubeTransfer.path(of: upload), authorization)
        do throws(WebLoss) { _ = try last.send(request) } catch {}
    }

    private func keepChapters(of video: PeerTubeVideo, _ id: String?) -> PublishedPlace.Chapters {
        guard let list = video.chapterList, let id else { return .none }
        var request = service.request("PUT", "/api/v1/videos/\(PercentEncoding.encoded(id))/chapters", authorization)
        request.body = UploadBody("application/json", list.line)
        do throws(PublishingLoss) {
            _ = try service.ask(request)
            return .kept(list["chapters"]?.list?.count ?? 0)
        } catch {
            if case .noInterface = error.failure { return .unknown }
            return .failed(error.failure)
        }
    }
}
