/// A publication of a session to a service, such as PeerTube. All publications of a session are stored in
/// `published.json` in its subfolder `.dualcam`.
package struct Publication: Sendable, Equatable {
    /// The states of a publication. The raw values are stored and must not change.
    package enum State: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The publishing service has confirmed the publication.
        case published
        /// Everything was sent but no answer arrived, so the publication may exist.
        case unknown
    }

    /// A file of the session that was sent to the service.
    package struct File: Sendable, Equatable {
        package var name: String
        /// The role of the published file at the service: `presenter`, `presentation` or `video`.
        package var role: String
        package var bytes: Int64
        /// The SHA-256 of the file in hexadecimal digits; `nil` if unknown.
        package var digest: String?

        package init(name: String, role: String, bytes: Int64, digest: String?) {
            (self.name, self.role, self.bytes, self.digest) = (name, role, bytes, digest)
        }

        fileprivate init?(_ json: JSONValue) {
            guard let name = json["file"]?.text, let role = json["as"]?.text, let bytes = json["size"]?.whole else {
                return nil
            }
            self.init(name: name, role: role, bytes: bytes, digest: json["digest"]?.text)
        }

        fileprivate var json: JSONValue { .of(["file": name, "as": role, "size": bytes, "digest": digest]) }

        /// Returns true if both files have the same name and size, and do not have different digests.
        fileprivate func isSame(as other: File) -> Bool {
            let digests = [digest, other.digest].compactMap(\.self)
            return name == other.name && bytes == other.bytes && Set(digests).count < 2
        }
    }

    /// The maximum number of publications whose records are stored for one session.
    static let most = 100

    /// The service to which the session was published, such as `peertube:https://tube.example.org`.
    package var to: String
    package var state = State.unknown
    /// `id`: the service's id of the publication; `address`: its URL; `nil` if unknown.
    package var id: String?
    package var address: String?
    /// The title with which the session was published.
    package var title: String
    /// The Unix time, in nanoseconds, at which the session was published or its last bytes were sent.
    package var time: Int64
    /// The files that were sent to the service, even if their arrival is unknown.
    package var files: [File]

    package init(to: String, title: String, time: Int64, files: [File]) {
        (self.to, self.title, self.time, self.files) = (to, title, time, files)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let to = json["to"]?.text, let title = json["title"]?.text,
            let state = json["state"]?.text.flatMap(State.init(rawValue:)),
            let time = json["time"]?.text.flatMap({ WallTime.unixNanoseconds(iso8601: $0) })
        else { return nil }
        self.init(to: to, title: title, time: time, files: (json["files"]?.list ?? []).compactMap(File.init))
        (self.state, id, address) = (state, json["id"]?.text, json["address"]?.text)
    }

    /// The publication as JSON, with the members `to`, `time` (UTC), `state`, `id`, `address`, `title` and `files`
    /// (`file`, `as`, `size`, `digest`).
    package var json: JSONValue {
        .of([
            "to": to, "time": WallTime.iso8601(time), "state": state, "id": id, "address": address, "title": title,
            "files": files.map(\.json),
        ])
    }

    /// Returns true if both publications were sent to the same service and have at least one file in common.
    package func repeats(_ other: Publication) -> Bool {
        to == other.to && files.contains { file in other.files.contains { $0.isSame(as: file) } }
    }

    /// Parses the publications in JSON that `json(of:)` has written. Leaves out invalid entries.
    static func all(in json: JSONValue?) -> [Publication] {
        (json?["publications"]?.list ?? []).compactMap(Publication.init)
    }

    /// Returns publications of a session as a JSON object with the list `publications`, newest last. If there are more
    /// than `most`, the oldest are left out.
    static func json(of publications: [Publication]) -> JSONValue {
        .of(["publications": publications.suffix(most).map(\.json)])
    }
}
