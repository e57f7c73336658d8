import DualCamConfig
import DualCamPlan

// MARK: The end of a recording
extension Audit {
    /// Judges a session that has just been recorded, without reading its files a second time: their digests were taken from
    /// the disk when they were closed, and their frames were counted on the way into them.
    ///
    /// Every file is looked for, and its size compared. Blocks for a moment.
    ///
    /// - Returns: `nil` for a session that is still to be finished.
    package static func closing(_ folder: String) throws(SessionReadFailure) -> Audit? {
        let record = try SessionRecord.read(folder)
        if record.isMarked { return nil }
        let storage = SessionStorage(record.folder)
        var evidence: [String: FileEvidence] = [:]
        for file in record.history.files {
            guard let size = storage.size(of: file.path) else { continue }
            let content = file.summary.map { Self.content($0, of: file, in: record.history, record.rates[file.output]) }
            evidence[file.path] = FileEvidence(
                size: size, digest: file.digest, content: content ?? FileContent(frames: 0))
        }
        return Audit(record, evidence: evidence, foreign: [])
    }

    /// Bytes of all files that are there.
    package var bytes: Int64 { evidence.values.reduce(0) { $0 +| ($1.size ?? 0) } }

    /// True when every file can be compared with what was recorded.
    package var hasDigests: Bool { history.files.allSatisfy { $0.digest != nil || evidence[$0.path] == nil } }

    /// Returns the content of a closed file by its length and its number of frames.
    private static func content(
        _ summary: FileSummary, of file: RecordedFile, in history: SessionHistory, _ rate: FrameRate?
    ) -> FileContent {
        var content = FileContent(frames: summary.frames, end: summary.nanoseconds)
        guard let rate else { return content }
        let frame = 1e9 / rate.framesPerSecond
        let whole = Int(saturating: (Double(summary.nanoseconds) / frame).rounded())
        let absent = max(0, whole -| summary.frames)
        let thinned = history.thinned(file.output, in: file.part).reduce(0.0) { sum, stretch in
            let from = max(stretch.from, summary.start)
            let to = min(stretch.to ?? summary.end, summary.end)
            guard from < to else { return sum }
            let length = to.nanoseconds -| from.nanoseconds -| history.pauses(in: file.part).length(from: from, to: to)
            return sum + 1 + Double(length) / frame * (1 - stretch.share.fraction)
        }
        content.leftOut = min(absent, Int(saturating: thinned))
        let rest = absent - content.leftOut
        // A camera's clock may differ from the pipeline's by 200 millionths; the ledger tells which frames are missing.
        let told = (history.droppedByPart[file.part] ?? []).filter { $0.isOf(file.output) }.reduce(0) { $0 +| $1.count }
        content.missing = Double(rest) > Double(whole) * 0.0002 ? rest : min(rest, told)
        return content
    }
}
