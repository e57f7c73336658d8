import DualCamConfig

/// A copy of a session elsewhere, as far as it is made: `backup.json` in the folder `.dualcam` of the session's own has one for each place.
package struct SessionBackup: Sendable, Equatable {
    /// The way in which a copy is known to equal the recorded file.
    package enum Verification: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The place tells this digest of what it holds; the session's list has the same.
        case sha256
        /// The place tells this digest of what it holds, and the file here has the same.
        case sha1, md5
        /// The copy was read back, and its SHA-256 is that of the session's list.
        case download
    }

    /// A file that is at the place under its own name, and was verified there.
    package struct File: Sendable, Equatable {
        package var name: String
        package var bytes: Int64
        /// SHA-256 in hexadecimal digits.
        package var digest: String
        package var verification: Verification

        package init(name: String, bytes: Int64, digest: String, verification: Verification) {
            (self.name, self.bytes, self.digest, self.verification) = (name, bytes, digest, verification)
        }

        fileprivate init?(_ json: JSONValue) {
            guard let name = json["file"]?.text, let bytes = json["size"]?.whole, let digest = json["digest"]?.text,
                let verification = json["verified"]?.text.flatMap(Verification.init(rawValue:))
            else { return nil }
            self.init(name: name, bytes: bytes, digest: digest, verification: verification)
        }

        fileprivate var json: JSONValue {
            .of(["file": name, "size": bytes, "digest": digest, "verified": verification])
        }
    }

    /// The most places of a session that are remembered.
    static let most = 20

    /// The place: `nas:recordings`.
    package var to: String
    /// Unix nanoseconds when the last of what was asked for was there; `nil`: something is missing.
    package var completed: Int64?
    package var files: [File] = []

    package init(to: String) { self.to = to }

    fileprivate init?(_ json: JSONValue) {
        guard let to = json["to"]?.text else { return nil }
        self.to = to
        completed = json["time"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) }
        files = (json["files"]?.list ?? []).compactMap(File.init)
    }

    /// Keys: `to`, `time` (`null`: something is missing), `files` (`file`, `size`, `digest`, `verified`).
    fileprivate var json: JSONValue {
        .of(["to": to, "time": completed.map(WallTime.iso8601), "files": files.map(\.json)])
    }

    /// Takes in a file that is there.
    package mutating func add(_ file: File) {
        files.removeAll { $0.name == file.name }
        files.append(file)
    }

    /// The file of that name, where it is the same; `nil`: it is not there, or another one.
    ///
    /// - Parameter digest: `nil`: not known.
    package func file(_ name: String, bytes: Int64, digest: String?) -> File? {
        files.first { $0.name == name && $0.bytes == bytes && (digest == nil || $0.digest == digest) }
    }

    /// Reads what `json(of:)` makes. What cannot be is left out.
    static func all(in json: JSONValue?) -> [SessionBackup] {
        (json?["backups"]?.list ?? []).compactMap(SessionBackup.init)
    }

    /// The newest come last, and the oldest of too many are left out.
    static func json(of backups: [SessionBackup]) -> JSONValue {
        .of(["backups": backups.suffix(most).map(\.json)])
    }
}
