extension Audit {
    /// Reads a session and every file of it again. Blocks for as long as the files are large.
    public static func reading(_ folder: String, tools: RecoveryTools) throws(SessionReadFailure) -> Audit {
        let record = try SessionRecord.read(folder)
        var evidence: [String: FileEvidence] = [:]
        for file in record.history.files {
            guard let size = Disk.size(file.path) else { continue }
            let content = judged(
                tools.probe(file.path), of: file, in: record.history, record.rates[file.output])
            evidence[file.path] = FileEvidence(size: size, digest: try? tools.digest(file.path), content: content)
        }
        let foreign = try SessionReadFailure.translate { () throws(FolderFailure) in try SessionFiles(record).unlisted }
        return Audit(record, evidence: evidence, foreign: foreign)
    }
}
