import DualCamConfig
import DualCamPlan

// MARK: A session whose ledger and manifest are lost
extension SessionRecord {
    /// Nothing tells of a recording, so that files can be known by their own tags only.
    var hasLostLedger: Bool { history.parts.isEmpty && !ledger.entries.contains { $0.kind == .started } }
}

extension SessionRecovery {
    /// A file that was found by its tags.
    private struct Found {
        var name: String
        var origin: FileOrigin
        var segment: Int
        /// Unix nanoseconds; `nil`: not told.
        var begun: Int64?
    }

    /// Returns true when a folder holds files that carry dualcam's tags, so that it can be made a session again. Blocks.
    package func holdsTaggedFiles(_ folder: String) throws(RecoveryFailure) -> Bool {
        let storage = SessionStorage(folder)
        return try reading(SessionReadFailure.translate(storage.directory().names())).contains {
            origin(of: $0, storage) != nil
        }
    }

    /// Returns true when a folder has neither a mark nor a manifest that can be read, and holds files by whose tags it can be
    /// made a session again. Blocks.
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

    /// Marks a folder without any journal as an unfinished session, so that it can be recovered like one. A `session.json` that
    /// cannot be read keeps its content under another name.
    package func markLost(_ folder: String) throws(RecoveryFailure) {
        try writing { () throws(FolderFailure) in
            let directory = try SessionDirectory(folder)
            if try directory.facts(of: .manifest) != nil { try directory.move(.manifest, to: .damagedManifest) }
            try directory.append(SessionFolder.markText, to: .mark)
        }
    }

    /// Takes in the files that carry dualcam's tags, each output's in the order of their numbers.
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

    /// Movies tell whole seconds (`2026-11-21T14:05:03Z`), Matroska files more.
    private static func unixNanoseconds(_ text: String) -> Int64? {
        let seconds = text.prefix { $0 != "." && $0 != "Z" }
        return WallTime.unixNanoseconds(iso8601: seconds + ".000Z")
    }

    /// `nil` for a file that is none of dualcam's, and for one that is not to be touched.
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
