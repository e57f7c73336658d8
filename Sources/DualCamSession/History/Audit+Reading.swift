extension Audit {
    /// Reads a session and every file of it again. Blocks for as long as the files are large.
    package static func reading(_ folder: String, tools: RecoveryTools) throws(SessionReadFailure) -> Audit {
        let record = try SessionRecord.read(folder)
        if let holder = record.holder { throw .recording(folder, by: holder) }
        let storage = SessionStorage(record.folder)
        var evidence: [String: FileEvidence] = [:]
        var refused: [String: String] = [:]
        for file in record.history.files {
            do throws(FolderFailure) {
                guard let held = try storage.open(file.path, for: .read) else { continue }
                let content = judged(
                    tools.probe(held), of: file, in: record.history, record.rates[file.output])
                // A file without a digest is judged as one that cannot be read to its end.
                evidence[file.path] = FileEvidence(size: held.size, digest: try? tools.digest(held), content: content)
            } catch {
                refused[file.path] =
                    error.refusal == nil
                    ? "cannot be read: \(error.reason)" : "was left alone: '\(file.path)': \(error.reason)"
            }
        }
        let foreign = try SessionReadFailure.translate { () throws(FolderFailure) in
            try SessionFiles(record, in: storage.directory()).unlisted
        }
        return Audit(record, evidence: evidence, foreign: foreign, refused: refused)
    }
}
