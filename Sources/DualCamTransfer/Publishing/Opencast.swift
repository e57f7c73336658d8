internal import DualCamConfig
internal import DualCamRecordings
internal import FoundationEssentials
internal import Soup

/// An event to publish in Opencast: its metadata and files for the External API (`POST /api/events`).
struct OpencastEvent: Sendable {
    enum Role: String, Sendable { case presenter, presentation }

    var title: String
    var description: String?
    var tags: [String] = []
    /// The identifier of the series to which the event belongs; `nil` for none.
    var series: String?
    /// The time at which the recording started, in Unix nanoseconds; `nil` if unknown.
    var start: Int64?
    /// The roles that may see the event, in addition to the role of the user who uploads it.
    var readers: [String] = []
    /// The name of the workflow that Opencast starts for the event.
    var workflow: String
    var tracks: [(role: Role, file: PublishedFile)] = []

    init(title: String, workflow: String) { (self.title, self.workflow) = (title, workflow) }

    /// The event's metadata as JSON: the catalogue `dublincore/episode`, as the External API defines it.
    var metadata: JSONValue {
        var fields: [JSONValue] = [Self.field("title", .string(title))]
        if !tags.isEmpty { fields.append(Self.field("subjects", .array(tags.map { .string($0) }))) }
        if let description { fields.append(Self.field("description", .string(description))) }
        if let series { fields.append(Self.field("isPartOf", .string(series))) }
        if let start {
            let time = WallTime.iso8601(start)
            fields.append(Self.field("startDate", .string(String(time.prefix(10)))))
            fields.append(Self.field("startTime", .string(time.dropFirst(11).prefix(8) + "Z")))
        }
        return .array([["flavor": "dublincore/episode", "fields": .array(fields)]])
    }

    /// Returns the event's access control list as JSON.
    ///
    /// - Parameter owner: the role of the user who uploads the event. It gets read and write access.
    func access(owner: String) -> JSONValue {
        let entry = { (role: String, action: JSONValue) -> JSONValue in
            ["allow": .bool(true), "action": action, "role": .string(role)]
        }
        let others = readers.filter { $0 != owner }
        return .array([entry(owner, "read"), entry(owner, "write")] + others.map { entry($0, "read") })
    }

    var processing: JSONValue { ["workflow": .string(workflow), "configuration": [:]] }

    private static func field(_ id: String, _ value: JSONValue) -> JSONValue { ["id": .string(id), "value": value] }
}

/// A client of Opencast's External API. One request creates an event together with its files, so an interrupted request
/// leaves no event behind.
struct Opencast: Sendable {
    private let service: PublishingService

    init(_ service: PublishingService) { self.service = service }

    /// Creates an event with its files on the Opencast server. Blocks.
    ///
    /// - Parameters:
    ///   - told: called with the number of bytes sent so far.
    ///   - beforeEnd: called before the last bytes are sent, because the event may exist afterwards. Returns false to
    ///     cancel.
    func publish(
        _ event: OpencastEvent, told: @escaping (Int64) -> Void, beforeEnd: @escaping () -> Bool
    ) throws(PublishingLoss) -> PublishedPlace {
        let owner = try role()
        let boundary = "dualcam-" + String(UInt64.random(in: .min ... .max), radix: 16)
        var body = UploadBody(
            "multipart/form-data; boundary=\(boundary)", Self.pieces(of: event, owner: owner, boundary: boundary))
        (body.told, body.beforeEnd) = (told, beforeEnd)
        var request = service.request("POST", "/api/events", authorization)
        (request.body, request.asksFirst, request.answerPatience) = (body, true, service.lastPatience)
        let answer: OutgoingAnswer
        do throws(WebLoss) { answer = try service.client.send(request) } catch {
            throw PublishingLoss(PublishingFailure(error.failure), isUnknown: error.isSentWhole)
        }
        guard (200..<300).contains(answer.status) else {
            // A proxy in front of Opencast may have lost Opencast's response.
            let isLost = [502, 504].contains(answer.status)
            throw PublishingLoss(PublishingService.failure(of: answer, request), isUnknown: isLost)
        }
        let told = JSONValue(ifJSON: String(decoding: answer.body, as: UTF8.self))?["identifier"]?.text
        let id = told ?? answer.location?.split(separator: "/").last.map(String.init)
        let address = id.map { "\(service.base)/api/events/\(PercentEncoding.encoded($0))" }
        return PublishedPlace(id: id, address: address)
    }

    /// Returns the role that belongs only to the account's user. Throws if the server rejects the user and password;
    /// nothing has been uploaded by then.
    private func role() throws(PublishingLoss) -> String {
        let answer = try service.ask(service.request("GET", "/api/info/me", authorization))
        guard let role = try service.json(answer)["userrole"]?.text, !role.isEmpty else {
            throw PublishingLoss(.strange("it does not say which role the user has (/api/info/me)"))
        }
        return role
    }

    private var authorization: [(name: String, value: String)] {
        let pair = Data("\(service.account.user):\(service.account.password)".utf8).base64EncodedString()
        return [("Authorization", "Basic " + pair)]
    }

    /// Returns the pieces of a request body in the format `multipart/form-data` (RFC 7578). The files are last, because
    /// Opencast processes the parts in order.
    static func pieces(of event: OpencastEvent, owner: String, boundary: String) -> [UploadBody.Piece] {
        let texts = [
            ("metadata", event.metadata), ("acl", event.access(owner: owner)), ("processing", event.processing),
        ]
        var pieces: [UploadBody.Piece] = texts.map { name, value in
            bytes("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value.asciiLine)\r\n")
        }
        for (role, file) in event.tracks {
            pieces.append(
                bytes(
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(role.rawValue)\"; "
                        + "filename=\"\(plain(file.name))\"\r\nContent-Type: \(file.mediaType)\r\n\r\n"))
            pieces += [.file(file.file, 0..<file.bytes), bytes("\r\n")]
        }
        return pieces + [bytes("--\(boundary)--\r\n")]
    }

    /// Returns a file name that every server understands: ASCII letters, digits and `._-`. Other characters become `_`.
    static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }

    private static func bytes(_ text: String) -> UploadBody.Piece { .bytes(Array(text.utf8)) }
}
