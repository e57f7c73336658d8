import DualCamConfig
import DualCamPlan

// MARK: A session whose ledger and manifest are lost
extension SessionRecord {
    /// True when the ledger contains no recording, so that files can be assigned to the session only by their tags.
    var hasLostLedger: Bool { history.parts.isEmpty && !ledger.entries.contains { $0.kind == .started } }
}

extension SessionRecovery {
    /// A recorded file that was identified by the tags that dualcam writes into files.
    private struct Found {
        var name: String
        var origin: FileOrigin
        var segment: Int
        /// The time at which the file begins, in Unix nanoseconds; `nil` if the tags do not state it.
        var begun: Int64?
    }

    /// Returns true if the folder contains files with dualcam's tags, so that a session can be restored from them.
    /// Throws `RecoveryFailure` if the folder cannot be read. Blocks.
    package func holdsTaggedFiles(_ folder: String) throws(RecoveryFailure) -> Bool {
        let storage = SessionStorage(folder)
        return try reading(SessionReadFailure.translate(storage.directory().names())).contains {
            origin(of: $0, storage) != nil
        }
    }

    /// Returns true if the folder has neither an `UNFINISHED` file nor a readable `session.json`, but contains files
    /// with dualcam's tags. Blocks.
    package func hasLostRecords(_ folder: String) throws(RecoveryFailure) -> Bool {
        guard !SessionFolder.isMarked(folder) else { return false }
        do throws(SessionReadFailure) {
            _ = try SessionRecord.read(folder)
            return false
        } catch {
            guard error.isOfLostRecords else { return false }
        }
        return try holdsTaggedFiles(folder)
    }

    /// Creates the `UNFINISHED` file in a folder whose records are lost, so that the session in it can be recovered. An
    /// unreadable `session.json` is renamed and kept.
    package func markLost(_ folder: String) throws(RecoveryFailure) {
        try writing { () throws(FolderFailure) in
            let directory = try SessionDirectory(folder)
            if try directory.facts(of: .manifest) != nil { try directory.move(.manifest, to: .damagedManifest) }
            try directory.append(SessionFolder.markText, to: .mark)
        }
    }

    /// Adds the unlisted files that contain dualcam's tags to the session, ordered by their segment numbers.
    func adoptTaggedFiles(_ record: inout SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) {
        var found: [Found] = []
        for name in try files(record, storage).unlisted {
            guard let origin = origin(of: name, storage) else { continue }
            found.append(
                Found(
                    name: name, origin: origin, segment: NumberedName(name)?.last ?? 0,
                    begun: origin.begun.flatMap(Self.unixNanoseconds)))
        }
        guard !found.isEmpty else { return }
        found.sort { ($0.segment, $0.name) < ($1.segment, $1.name) }
        let list = found.map { file in
            JSONValue.of(["output": file.origin.output, "file": file.name, "segment": file.segment])
        }
        let start = found.compactMap(\.begun).min().map(Duration.nanoseconds)
        try append(entry(.adopted, .of(["wall-clock-offset": start, "files": list])), to: &record, storage)
        for file in found where !record.history.outputs.contains(OutputName(file.origin.output)) {
            record.history.outputs.append(OutputName(file.origin.output))
        }
    }

    /// Parses the time in a file's tag. Movies state whole seconds (`2026-11-21T14:05:03Z`), Matroska files also
    /// fractions; fractions are ignored. Returns Unix nanoseconds; `nil` for any other text.
    private static func unixNanoseconds(_ text: String) -> Int64? {
        let seconds = text.prefix { $0 != "." && $0 != "Z" }
        return WallTime.unixNanoseconds(iso8601: seconds + ".000Z")
    }

    /// Returns dualcam's tags in a recorded file; `nil` if dualcam did not record the file, or if it must not be
    /// opened.
    private func origin(of name: String, _ storage: SessionStorage) -> FileOrigin? {
        guard FileName(name)?.isRecording == true else { return nil }
        do throws(FolderFailure) {
            return try storage.open(storage.directory().path + "/" + name, for: .read).flatMap {
                tools.probe($0).origin
            }
        } catch {
            return nil
        }
    }
}
