import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The copy of one session in a backup: the session's folder at the destination. Existing files there are never
/// replaced or deleted, except the backup's own temporary file `NAME.part`. All functions block.
struct BackupDestination {
    private static let part = ".part"

    let to: RemotePath
    /// The path of the session's folder at the destination, such as `nas:recordings/Lecture_1`.
    let folder: String
    private let rclone: Rclone
    private let goesOn: () -> Bool
    /// The methods by which copies at the destination can be verified, in order of preference.
    private let verifications: [SessionBackup.Verification]
    /// The sizes in bytes of the files in the session's folder at the destination, keyed by file name.
    private(set) var sizes: [String: Int64] = [:]

    init(_ to: RemotePath, session: String, _ rclone: Rclone, goesOn: @escaping () -> Bool) throws(CommandFailure) {
        (self.to, self.rclone, self.goesOn, folder) = (to, rclone, goesOn, to.child(session))
        let told = try rclone.call(
            ["backend", "features", "--", to.remote.map { $0 + ":" } ?? to.text], goesOn: goesOn)
        guard told.code == 0 else { throw try Self.unknown(to, rclone, told, goesOn) }
        let hashes = (JSONValue(ifJSON: told.text)?["Hashes"]?.list ?? []).compactMap(\.text)
        let known = [SessionBackup.Verification.sha256, .sha1, .md5].first { hashes.contains($0.rawValue) }
        verifications = (known.map { [$0] } ?? []) + [.download]
        try look()
    }

    private static func unknown(
        _ to: RemotePath, _ rclone: Rclone, _ told: Rclone.Ending, _ goesOn: () -> Bool
    ) throws(CommandFailure) -> CommandFailure {
        guard let remote = to.remote else { return Self.failure(to.text, told) }
        guard let names = try rclone.remotes(goesOn: goesOn), !names.contains(remote) else {
            return failure(to.text, told)
        }
        let near = remote.likelyMeaning(among: names).map { "Did you mean \($0):? If not, describe it" }
        return CommandFailure(
            .unavailable, "rclone has no remote '\(remote)'", next: "\(near ?? "Describe it") with 'rclone config'.")
    }

    private static func failure(_ place: String, _ told: Rclone.Ending) -> CommandFailure {
        let reason = told.reason.isEmpty ? "rclone ended with code \(told.code)" : told.reason
        return CommandFailure(
            .unavailable, "'\(place)' cannot be used: \(reason)",
            next: "Check it with 'rclone lsd', then run this again to copy what is missing.")
    }

    /// Lists the files in the session's folder at the destination, and stores their sizes.
    private mutating func look() throws(CommandFailure) {
        let told = try rclone.call(
            ["lsjson", "--files-only", "--no-modtime", "--no-mimetype", "--", folder], goesOn: goesOn)
        if told.code == Rclone.noFolder { return sizes = [:] }
        guard told.code == 0, let list = JSONValue(ifJSON: told.text)?.list else { throw Self.failure(folder, told) }
        let known = list.compactMap { file in
            file["Name"]?.text.flatMap { name in file["Size"]?.whole.map { (name, $0) } }
        }
        sizes = Dictionary(known, uniquingKeysWith: { $1 })
    }

    /// Throws a failure if a file of the session is missing at the destination or has another size there.
    mutating func check(_ files: [BackupSource.File]) throws(CommandFailure) {
        try look()
        for file in files where sizes[file.name] != file.bytes {
            throw CommandFailure(
                .unavailable, "'\(folder)/\(file.name)' was copied but is missing there",
                next: "Check whether something deletes files there, then run this again.")
        }
    }

    // MARK: Files
    /// Verifies a file that already exists at the destination. Throws a failure if it differs from the recorded file.
    func verify(_ file: BackupSource.File) throws(CommandFailure) -> SessionBackup.File {
        let path = folder + "/" + file.name
        guard sizes[file.name] == file.bytes, let known = try verified(file, at: path) else {
            throw CommandFailure(
                .outputNotCreated, "'\(path)' already exists and is a different file",
                next: "Nothing there is replaced. Move it away, or copy to another folder.")
        }
        return known
    }

    /// Copies a recorded file to the destination under a temporary name, verifies the copy, and renames it.
    ///
    /// - Parameter told: Receives the number of bytes of the file that were copied so far.
    func copy(_ file: BackupSource.File, told: (Int64) -> Void) throws(CommandFailure) -> SessionBackup.File {
        let path = folder + "/" + file.name
        let part = path + Self.part
        // A file at the destination may have the right size and time and still be incomplete.
        let copied = try rclone.call(
            ["copyto", "--ignore-times", "--", file.path, part], isPaced: true, goesOn: goesOn, told: told)
        guard copied.code == 0 else {
            try forget(part)
            throw Self.failure(path, copied)
        }
        guard let known = try verified(file, at: part) else {
            try forget(part)
            throw CommandFailure(
                .diskFailed, "the copy of '\(file.path)' at '\(to)' does not have the checksum of the recorded file",
                next: "Check the file here with 'dualcam audit', then run this again.")
        }
        let moved = try rclone.call(["moveto", "--", part, path], goesOn: goesOn)
        guard moved.code == 0 else { throw Self.failure(path, moved) }
        return known
    }

    private func forget(_ part: String) throws(CommandFailure) {
        // A failure to delete the temporary file is ignored, because the destination may be unavailable.
        _ = try rclone.call(["deletefile", "--", part], goesOn: goesOn)
    }

    /// Compares a copy at the destination with the recorded file. Returns a description of the verified copy; `nil` if
    /// the files differ.
    ///
    /// - Throws: A failure if none of the verification methods works.
    private func verified(_ file: BackupSource.File, at path: String) throws(CommandFailure) -> SessionBackup.File? {
        var failed: Rclone.Ending?
        for verification in verifications {
            let there: String
            switch try rclone.digest(verification, of: path, goesOn: goesOn) {
            case .success(let digest): there = digest
            case .failure(let ending):
                failed = ending
                continue
            }
            var recorded = file.digest ?? ""
            if recorded.isEmpty { recorded = try digest(.sha256, here: file) }
            let isSHA256 = [.sha256, .download].contains(verification)
            let here = isSHA256 ? recorded : try digest(verification, here: file)
            guard here == there else { return nil }
            return .init(name: file.name, bytes: file.bytes, digest: recorded, verification: verification)
        }
        throw Self.failure(path, failed ?? Rclone.Ending(code: 0, text: "", reason: ""))
    }

    private func digest(
        _ kind: SessionBackup.Verification, here file: BackupSource.File
    ) throws(CommandFailure) -> String {
        switch try rclone.digest(kind, of: file.path, goesOn: goesOn) {
        case .success(let digest): return digest
        case .failure(let ending):
            throw CommandFailure(
                .diskFailed, "'\(file.path)' cannot be read: \(ending.reason)", next: "Check the disk (dmesg).")
        }
    }
}
