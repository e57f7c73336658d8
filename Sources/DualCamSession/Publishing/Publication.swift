import DualCamPlan

/// A publication of a session to a service. All publications are stored in `published.json` in the session's folder
/// `.dualcam`.
package struct Publication: Sendable, Equatable {
    package enum State: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The service has confirmed the publication.
        case published
        /// Everything was sent without an answer, so that the publication may exist.
        case unknown
    }

    package struct File: Sendable, Equatable {
        package var name: String
        /// The role of the file at the service: `presenter`, `presentation` or `video`.
        package var role: String
        package var bytes: Int64
        /// The SHA-256 in hexadecimal digits; `nil` if not known.
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

        /// Returns true if both have the same name and, as far as known, the same content.
        fileprivate func isSame(as other: File) -> Bool {
            let digests = [digest, other.digest].compactMap(\.self)
            return name == other.name && bytes == other.bytes && Set(digests).count < 2
        }
    }

    /// The maximum number of publications to remember.
    static let most = 100

    /// The service, such as `peertube:https://tube.example.org`.
    package var to: String
    package var state = State.unknown
    /// The service's identifier of the publication, and its address; `nil` if not known.
    package var id: String?
    package var address: String?
    package var title: String
    /// The time when it was published, or when its last bytes were sent, in Unix nanoseconds.
    package var time: Int64
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

    /// The JSON object with the members `to`, `time` (UTC), `state`, `id`, `address`, `title` and `files` (`file`,
    /// `as`, `size`, `digest`).
    package var json: JSONValue {
        .of([
            "to": to, "time": WallTime.iso8601(time), "state": state, "id": id, "address": address, "title": title,
            "files": files.map(\.json),
        ])
    }

    /// Returns true if both are at the same service and have at least one file in common.
    package func repeats(_ other: Publication) -> Bool {
        to == other.to && files.contains { file in other.files.contains { $0.isSame(as: file) } }
    }

    /// Parses the form of `json(of:)`, leaving out invalid entries.
    static func all(in json: JSONValue?) -> [Publication] {
        (json?["publications"]?.list ?? []).compactMap(Publication.init)
    }

    /// Returns the publications as JSON, the newest last. The oldest are left out if there are too many.
    static func json(of publications: [Publication]) -> JSONValue {
        .of(["publications": publications.suffix(most).map(\.json)])
    }
}
