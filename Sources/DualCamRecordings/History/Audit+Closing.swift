import DualCamPlan

extension Audit {
    // MARK: The end of a recording
    /// Audits a session that has just been recorded, without reading its files again. Digests were computed from the
    /// disk when the files were closed, and frames were counted as they were written.
    ///
    /// Of the files themselves, checks only that each exists and has the recorded size. Blocks for a moment.
    ///
    /// - Parameter digest: Computes the SHA-256 of a file that was changed after its digest was recorded; `nil` to
    ///   trust the recorded digests.
    /// - Returns: The audit; `nil` if the session is unfinished.
    package static func closing(
        _ folder: String, digest: ((HeldFile) throws -> String)? = nil
    ) throws(SessionReadFailure) -> Audit? {
        let record = try SessionRecord.read(folder)
        if record.isMarked { return nil }
        let storage = SessionStorage(record.folder)
        var evidence: [String: FileEvidence] = [:]
        let ledger = Audit(record.history, rates: record.rates)
        var contents: [String: FileContent] = [:]
        for output in Set(record.history.files.map(\.output)) {
            for part in Set(ledger.index.files(of: output).map(\.part)) {
                contents.merge(ledger.contents(of: output, in: part)) { $1 }
            }
        }
        for file in record.history.files {
            guard let size = storage.size(of: file.path) else { continue }
            evidence[file.path] = FileEvidence(
                size: size, digest: Self.digest(of: file, storage, digest),
                content: contents[file.path] ?? FileContent(frames: 0))
        }
        return Audit(record, evidence: evidence, foreign: [])
    }

    /// Returns the SHA-256 of a file: the recorded one, or one that `digest` computes if the file was changed after the
    /// digest was recorded. Returns `nil` if no digest is recorded or the file cannot be read.
    private static func digest(
        of file: RecordedFile, _ storage: SessionStorage, _ digest: ((HeldFile) throws -> String)?
    ) -> String? {
        guard let digest, let digested = file.digested, let facts = storage.knownFacts(of: file.path),
            max(facts.modified, facts.statusChanged) > digested, !planted(.closingBelievesDigest)
        else { return file.digest }
        guard let held = try? storage.open(file.path, for: .read) else { return nil }
        return try? digest(held)
    }
}
