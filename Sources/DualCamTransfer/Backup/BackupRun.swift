package import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Glibc

/// A request to copy sessions: the destination, the outputs and the bandwidth.
package struct BackupRequest: Sendable, Equatable {
    var to: RemotePath
    /// The names of the outputs whose files are copied; empty for all outputs.
    var only: [String] = []
    /// True to also copy sessions in which one of the requested outputs is missing; false to throw an error for them.
    var skipsMissing = false
    var bandwidth: Bitrate?
    /// The path of the proc file system, from which the machine's load is read so that the copy can slow down for other
    /// programs. `nil` to copy always at full speed.
    var proc: String? = "/proc"

    package init(
        to: RemotePath, only: [String] = [], skipsMissing: Bool = false, bandwidth: Bitrate? = nil,
        proc: String? = "/proc"
    ) {
        (self.to, self.only, self.skipsMissing, self.bandwidth, self.proc) = (to, only, skipsMissing, bandwidth, proc)
    }
}

/// Copies a session to the backup's destination, and reports the progress. All functions block.
struct BackupRun {
    let request: BackupRequest
    let json: Bool
    let place: ProcessEnvironment
    let goesOn: () -> Bool
    private let rclone: Rclone

    init(
        _ request: BackupRequest, json: Bool, in place: ProcessEnvironment, goesOn: @escaping () -> Bool
    ) throws(CommandFailure) {
        (self.request, self.json, self.place, self.goesOn) = (request, json, place, goesOn)
        rclone = try Rclone(in: place)
        // If the intended disk is not mounted, rclone would create the folder on another disk.
        guard request.to.remote == nil else { return }
        guard place.files.kind(of: request.to.text) == .directory else {
            throw CommandFailure(
                .unavailable, "there is no folder '\(request.to)'",
                next: "Mount its disk, or create the folder.")
        }
    }

    /// Copies the session's files that are missing at the destination, and verifies the files that already exist there.
    /// Copies `session.json` last.
    ///
    /// - Parameter lock: The lock that prevents other processes from copying the same session.
    func copy(_ source: BackupSource, holding lock: BackupLock) throws(CommandFailure) {
        var rclone = rclone
        let pacing = BandwidthGovernor(request.bandwidth, proc: request.proc, folder: source.folder)
        (rclone.lock, rclone.pacing) = (lock, pacing)
        let files = try wanted(source)
        var destination = try BackupDestination(request.to, session: source.name, rclone, goesOn: goesOn)
        var backup = source.backups.first { $0.to == request.to.text } ?? SessionBackup(to: request.to.text)
        backup.completed = nil
        let all = files + [source.manifest]
        try checkIdentity(source, destination, &backup)
        let missing = all.filter { destination.sizes[$0.name] == nil }
        var progress = BackupProgress(place, json: json, source.name, bytes: missing.reduce(0) { $0 + $1.bytes })
        defer { progress.end() }
        pacing.tell = { progress.follow($0, $1) }
        for file in all {
            if destination.sizes[file.name] == file.bytes,
                backup.file(file.name, bytes: file.bytes, digest: file.digest) != nil
            {
                continue
            }
            let isThere = destination.sizes[file.name] != nil
            let known = try isThere ? destination.verify(file) : destination.copy(file) { progress.show($0) }
            backup.add(known)
            try keep(backup, source)
            if !isThere { progress.finish(file) }
            progress.tell(known, isCopied: !isThere)
        }
        try destination.check(all)
        backup.completed = WallTime.unixNow()
        try keep(backup, source)
        progress.end()
        progress.tell(source, all, copied: missing.count, to: destination.folder)
    }

    private func wanted(_ source: BackupSource) throws(CommandFailure) -> [BackupSource.File] {
        for name in request.only
        where !request.skipsMissing && !source.files.contains(where: { $0.output?.rawValue == name }) {
            let known = Set(source.files.compactMap(\.output?.rawValue)).sorted().joined(separator: ", ")
            throw CommandFailure(
                .usage, "the session '\(source.name)' has no files of '\(name)'", next: "It has those of \(known).")
        }
        return source.files.filter { file in
            request.only.isEmpty || file.output.map { request.only.contains($0.rawValue) } ?? false
        }
    }

    /// Throws a failure if the folder at the destination contains a copy of another session with the same name. If it
    /// contains this session's `session.json`, adds that verified file to `backup`.
    private func checkIdentity(
        _ source: BackupSource, _ destination: BackupDestination, _ backup: inout SessionBackup
    ) throws(CommandFailure) {
        let manifest = source.manifest
        guard destination.sizes[manifest.name] != nil else { return }
        backup.add(try destination.verify(manifest))
    }

    private func keep(_ backup: SessionBackup, _ source: BackupSource) throws(CommandFailure) {
        try translated { () throws(LibraryFailure) in try source.keep(backup) }
    }
}
