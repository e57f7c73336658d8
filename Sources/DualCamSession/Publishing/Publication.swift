import DualCamPlan

/// A publication of a session, with place and time: `published.json` in the folder `.dualcam` of the session's own has
/// one for each time.
package struct Publication: Sendable, Equatable {
    package enum State: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The service has said so.
        case published
        /// Everything was sent, and no answer came: it may be there.
        case unknown
    }

    package struct File: Sendable, Equatable {
        package var name: String
        /// The role at the service: `presenter`, `presentation`, `video`.
        package var role: String
        package var bytes: Int64
        /// SHA-256 in hexadecimal digits; `nil`: not known.
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

        /// The same content under the same name, as far as that is known.
        fileprivate func isSame(as other: File) -> Bool {
            let digests = [digest, other.digest].compactMap(\.self)
            return name == other.name && bytes == other.bytes && Set(digests).count < 2
        }
    }

    /// The most publications of a session that are remembered.
    static let most = 100

    /// The service: `peertube:https://tube.example.org`.
    package var to: String
    package var state = State.unknown
    /// The service's identifier and the address; `nil`: not known.
    package var id: String?
    package var address: String?
    package var title: String
    /// Unix nanoseconds when it was there, or when its last bytes were sent.
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

    /// Keys: `to`, `time` (UTC), `state`, `id`, `address`, `title`, `files` (`file`, `as`, `size`, `digest`).
    package var json: JSONValue {
        .of([
            "to": to, "time": WallTime.iso8601(time), "state": state, "id": id, "address": address, "title": title,
            "files": files.map(\.json),
        ])
    }

    /// The place is the same, and one of the files at least.
    package func repeats(_ other: Publication) -> Bool {
        to == other.to && files.contains { file in other.files.contains { $0.isSame(as: file) } }
    }

    /// Reads what `json(of:)` makes. What cannot be is left out.
    static func all(in json: JSONValue?) -> [Publication] {
        (json?["publications"]?.list ?? []).compactMap(Publication.init)
    }

    /// The newest come last, and the oldest of too many are left out.
    static func json(of publications: [Publication]) -> JSONValue {
        .of(["publications": publications.suffix(most).map(\.json)])
    }
}
