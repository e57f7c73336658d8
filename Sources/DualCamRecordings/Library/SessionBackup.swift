/// A backup of a session at another location, possibly incomplete. The states of all backups are stored in
/// `backup.json` in the session's subfolder `.dualcam`.
package struct SessionBackup: Sendable, Equatable {
    /// The method by which a copied file was verified to be identical to the recorded file.
    package enum Verification: String, JSONRepresentable, Sendable, Equatable, CaseIterable {
        /// The other location reports the copy's SHA-256, and it equals the SHA-256 in the session's file list.
        case sha256
        /// The other location reports this digest of the copy (SHA-1 or MD5), and it equals the digest of the local
        /// file.
        case sha1, md5
        /// The copy was downloaded again, and its SHA-256 equals the SHA-256 in the session's file list.
        case download
    }

    /// A file that was copied under its final name and was verified at the other location.
    package struct File: Sendable, Equatable {
        package var name: String
        package var bytes: Int64
        /// The SHA-256 of the copied file, in hexadecimal digits.
        package var digest: String
        /// The method by which the copy was verified.
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

    /// The maximum number of backups whose states are stored for one session.
    static let most = 20

    /// The location of the backup, such as `nas:recordings`.
    package var to: String
    /// The Unix time, in nanoseconds, at which the backup was complete; `nil` while a file that should be backed up is
    /// missing.
    package var completed: Int64?
    /// The verified copies. Files that are still missing at the other location are not among them.
    package var files: [File] = []

    package init(to: String) { self.to = to }

    fileprivate init?(_ json: JSONValue) {
        guard let to = json["to"]?.text else { return nil }
        self.to = to
        completed = json["time"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) }
        files = (json["files"]?.list ?? []).compactMap(File.init)
    }

    /// The backup as JSON, with the members `to`, `time` (`null` while a file is missing) and `files` (`file`, `size`,
    /// `digest`, `verified`).
    fileprivate var json: JSONValue {
        .of(["to": to, "time": completed.map(WallTime.iso8601), "files": files.map(\.json)])
    }

    /// Adds a copied file to the backup, replacing one of the same name.
    package mutating func add(_ file: File) {
        files.removeAll { $0.name == file.name }
        files.append(file)
    }

    /// Returns the copied file with this name and content; `nil` if it is missing or different.
    ///
    /// - Parameter digest: The SHA-256 that the file must have; `nil` if unknown.
    package func file(_ name: String, bytes: Int64, digest: String?) -> File? {
        files.first { $0.name == name && $0.bytes == bytes && (digest == nil || $0.digest == digest) }
    }

    /// Parses the backups in JSON that `json(of:)` has written. Leaves out invalid entries.
    static func all(in json: JSONValue?) -> [SessionBackup] {
        (json?["backups"]?.list ?? []).compactMap(SessionBackup.init)
    }

    /// Returns backups of a session as a JSON object with the list `backups`, newest last. If there are more than
    /// `most`, the oldest are left out.
    static func json(of backups: [SessionBackup]) -> JSONValue {
        .of(["backups": backups.suffix(most).map(\.json)])
    }
}
