import DualCamConfig

/// A copy of a session at another place, possibly incomplete. The states of all copies are stored in `backup.json` in
/// the session's folder `.dualcam`.
package struct SessionBackup: Sendable, Equatable {
    /// The method by which a copy was verified to equal the recorded file.
    package enum Verification: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The other place reports this digest, and the session's list has the same.
        case sha256
        /// The other place reports this digest, and the local file has the same.
        case sha1, md5
        /// The copy was downloaded, and its SHA-256 is that of the session's list.
        case download
    }

    /// A file that has its own name at the other place, and was verified there.
    package struct File: Sendable, Equatable {
        package var name: String
        package var bytes: Int64
        /// The SHA-256 in hexadecimal digits.
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

    /// The maximum number of copies to remember.
    static let most = 20

    /// The place of the copy, such as `nas:recordings`.
    package var to: String
    /// The time when the copy was complete, in Unix nanoseconds; `nil` while a requested file is missing.
    package var completed: Int64?
    package var files: [File] = []

    package init(to: String) { self.to = to }

    fileprivate init?(_ json: JSONValue) {
        guard let to = json["to"]?.text else { return nil }
        self.to = to
        completed = json["time"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) }
        files = (json["files"]?.list ?? []).compactMap(File.init)
    }

    /// The JSON object with the members `to`, `time` (`null` while a file is missing) and `files` (`file`, `size`,
    /// `digest`, `verified`).
    fileprivate var json: JSONValue {
        .of(["to": to, "time": completed.map(WallTime.iso8601), "files": files.map(\.json)])
    }

    /// Adds a copied file, replacing one of the same name.
    package mutating func add(_ file: File) {
        files.removeAll { $0.name == file.name }
        files.append(file)
    }

    /// Returns the copied file with this name and content; `nil` if it is missing or different.
    ///
    /// - Parameter digest: The SHA-256 to match; `nil` if not known.
    package func file(_ name: String, bytes: Int64, digest: String?) -> File? {
        files.first { $0.name == name && $0.bytes == bytes && (digest == nil || $0.digest == digest) }
    }

    /// Parses the form of `json(of:)`, leaving out invalid entries.
    static func all(in json: JSONValue?) -> [SessionBackup] {
        (json?["backups"]?.list ?? []).compactMap(SessionBackup.init)
    }

    /// Returns the copies as JSON, the newest last. The oldest are left out if there are too many.
    static func json(of backups: [SessionBackup]) -> JSONValue {
        .of(["backups": backups.suffix(most).map(\.json)])
    }
}
