import DualCamProcess
internal import DualCamRecordings
internal import Soup

/// The upload of a file to PeerTube in pieces (`PUT /api/v1/videos/upload-resumable`). After an interruption, it
/// resumes at the offset that the server reports.
struct PeerTubeTransfer {
    static let path = "/api/v1/videos/upload-resumable"

    /// The maximum size of a piece in bytes. Servers with object storage require at least 5 MiB; proxies accept a few
    /// hundred MiB.
    private static let largest: Int64 = 32 << 20
    private static let smallest: Int64 = 1 << 20
    /// The maximum number of consecutive interruptions without progress.
    private static let mostBreaks = 6
    private static let longestPause = Duration.seconds(300)

    private let service: PublishingService
    private let upload: String
    private let file: PublishedFile
    private var token: String
    private var piece = Self.largest
    private var breaks = 0
    /// The largest number of the file's bytes that the server has confirmed so far. Only a larger number counts as
    /// progress.
    private var most: Int64 = 0
    /// True when the file's last bytes were sent at least once, in which case the video may exist.
    private var isSentWhole = false
    private var isTokenNew = true
    /// The closure that is called after an interruption, with the reason and the time until the upload resumes.
    var broken: (PublishingFailure, Duration) -> Void = { _, _ in }
    /// The number of the file's bytes that the server has; `nil` if unknown, so that the server must be asked.
    private var offset: Int64?

    /// Creates the transfer of a file after the upload has been registered on the server.
    /// - Parameter upload: the server's identifier of the upload.
    init(_ service: PublishingService, _ upload: String, _ file: PublishedFile, token: String) {
        (self.service, self.upload, self.file, self.token) = (service, upload, file, token)
    }

    static func path(of upload: String) -> String { "\(path)?upload_id=\(PercentEncoding.encoded(upload))" }

    /// Uploads the file in pieces and returns the server's description of the video. Blocks.
    ///
    /// - Parameters:
    ///   - told: called with the number of bytes sent so far, including those that the server already had.
    ///   - beforeEnd: called before the last bytes are sent; returns false to cancel.
    ///   - renew: logs in again and returns a new token, after the old one has expired.
    /// - Throws: the server's rejection, the last error after too many consecutive interruptions, or `.ended` if the
    ///   user cancelled.
    mutating func run(
        told: @escaping (Int64) -> Void, beforeEnd: @escaping () -> Bool,
        renew: () throws(PublishingLoss) -> String
    ) throws(PublishingLoss) -> JSONValue {
        while true {
            let request = request(told: told, beforeEnd: beforeEnd)
            let answer: OutgoingAnswer
            do throws(WebLoss) { answer = try service.client.send(request) } catch {
                if isLast(request), error.isSentWhole { isSentWhole = true }
                try pause(after: PublishingFailure(error.failure))
                continue
            }
            if isLast(request) { isSentWhole = true }
            if (200..<300).contains(answer.status) { return try video(answer) }
            if answer.status == 401, !isTokenNew {
                (token, isTokenNew) = (try renew(), true)
                continue
            }
            try handle(answer, request)
        }
    }

    /// Returns the next request: to send a piece of the file, or to ask how many bytes the server has.
    private func request(told: @escaping (Int64) -> Void, beforeEnd: @escaping () -> Bool) -> OutgoingRequest {
        var request = service.request("PUT", Self.path(of: upload), [("Authorization", "Bearer " + token)])
        guard let offset else {
            request.fields.append(("Content-Range", "bytes */\(file.bytes)"))
            request.body = UploadBody("application/octet-stream", [])
            request.answerPatience = isSentWhole ? service.lastPatience : nil
            return request
        }
        let end = min(file.bytes, offset + piece)
        request.fields.append(("Content-Range", "bytes \(offset)-\(end - 1)/\(file.bytes)"))
        var body = UploadBody("application/octet-stream", [.file(file.file, offset..<end)])
        body.told = { told(offset + $0) }
        if end == file.bytes {
            body.beforeEnd = beforeEnd
            request.answerPatience = service.lastPatience
        }
        request.body = body
        return request
    }

    private func isLast(_ request: OutgoingRequest) -> Bool {
        (offset ?? 0) + (request.body?.count ?? 0) == file.bytes
    }

    /// Evaluates a response that does not yet describe the finished video: updates the offset or the size of the
    /// pieces, or waits before the next attempt. Throws if the server rejects the upload.
    private mutating func handle(_ answer: OutgoingAnswer, _ request: OutgoingRequest) throws(PublishingLoss) {
        switch answer.status {
        case 308:
            let had = offset
            let now = Self.received(answer.range)
            guard now < file.bytes else { return try pause(after: .late) }
            isSentWhole = false
            if now > most { (breaks, isTokenNew) = (0, false) }
            (offset, most) = (now, max(most, now))
            // The server accepted the piece but did not store it. Without a pause, the upload could repeat it forever.
            if let had, now <= had { try pause(after: .strange("it keeps nothing of what it is sent"), asking: false) }
        case 413 where piece > Self.smallest: piece = max(Self.smallest, piece / 2)
        case 408, 409, 416, 425, 429, 500...:
            let failure = PublishingFailure.failing(answer.status, PublishingService.words(of: answer))
            try pause(after: failure, answer.retryAfter.map { .seconds($0) })
        default:
            // If the server no longer knows an upload whose bytes were all sent, the video may exist.
            let isUnknown = isSentWhole && [404, 410].contains(answer.status)
            throw PublishingLoss(PublishingService.failure(of: answer, request), isUnknown: isUnknown)
        }
    }

    /// Waits before the upload is attempted again. Throws after too many consecutive interruptions.
    ///
    /// - Parameters:
    ///   - wanted: the waiting time that the server requests; `nil` for a time that grows with each interruption.
    ///   - asking: true to ask the server afterwards how many bytes it has.
    private mutating func pause(
        after failure: PublishingFailure, _ wanted: Duration? = nil, asking: Bool = true
    ) throws(PublishingLoss) {
        breaks += 1
        switch failure {
        case .ended, .unreadable, .untrusted: throw PublishingLoss(failure, isUnknown: isSentWhole)
        default: break
        }
        guard breaks <= Self.mostBreaks else { throw PublishingLoss(failure, isUnknown: isSentWhole) }
        if asking { offset = nil }
        let length = min(Self.longestPause, wanted ?? .seconds(1 << (breaks - 1)))
        broken(failure, length)
        guard service.ended.pause(for: length) else { throw PublishingLoss(.ended, isUnknown: isSentWhole) }
    }

    private func video(_ answer: OutgoingAnswer) throws(PublishingLoss) -> JSONValue {
        let told = JSONValue(ifJSON: String(decoding: answer.body, as: UTF8.self))
        guard let video = told?["video"] else {
            throw PublishingLoss(.strange("it does not say what it calls the video"), isUnknown: true)
        }
        return video
    }

    /// Returns the number of bytes that a Range header reports as received: 1024 for `bytes=0-1023`, 0 without a range.
    static func received(_ range: String?) -> Int64 {
        guard let last = range?.split(separator: "-").last, let end = Int64(last), end >= 0, end < .max else {
            return 0
        }
        return end + 1
    }
}
