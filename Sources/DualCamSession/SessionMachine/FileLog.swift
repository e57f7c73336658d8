import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The record of a session's files, with their states and the remaining work on them.
struct FileLog: Sendable {
    /// Every file that the session has begun, in all its parts, in the order in which they were begun.
    private(set) var all: [RecordedFile] = []
    /// The remaining work on finished files: chapters, digests and sizes.
    var completion = FileCompletion()
    /// The next unused segment number.
    private var nextNumber = 0
    /// The indices in `all` of the files that are not finished yet. This list avoids a search of all files, of which
    /// there are many after several weeks.
    private var open: [Int] = []

    /// Creates the list of files.
    ///
    /// - Parameter history: The history of what earlier workers recorded; `nil` if there were none.
    init(after history: SessionHistory? = nil) {
        guard let history else { return }
        nextNumber = planted(.numberTwice) ? 0 : history.nextSegment
        all = history.files.map { file in
            var file = file
            file.isLeft = !file.isFinished
            return file
        }
    }

    /// The files for which the session waits: those that were begun and are not yet finished, cancelled or abandoned.
    var awaited: [RecordedFile] { open.map { all[$0] } }

    /// The files that contain data or may contain data. Cancelled files are not included.
    var kept: [RecordedFile] { all.filter { !$0.cancelled } }

    /// The files that were begun, except those that could not be created.
    var made: [RecordedFile] { all.filter { !$0.isUnmade } }

    /// The files that were created but will remain empty.
    var leftovers: [RecordedFile] { made.filter(\.cancelled) }

    /// The files whose size is unknown and will not be determined by pending work.
    var unmeasured: [RecordedFile] { kept.filter { $0.size == nil && !completion.isPending($0.path) } }

    /// Returns those of the given outputs whose files are not finished yet, in the given order.
    func late(_ outputs: [OutputName]) -> [OutputName] {
        let open = awaited
        return outputs.filter { output in open.contains { $0.output == output } }
    }

    // MARK: The life of a file

    /// Begins a segment, with a file for each output for which `name` returns a path. `name` gets the output and the
    /// segment number. `boundary`: the running time at which the files begin; `nil` for the first files of a part.
    ///
    /// Without any path, no segment begins. The first segment of a part uses up its number even then.
    mutating func open(
        _ outputs: [OutputName], at boundary: RunningTime?, part: Int, named name: (OutputName, Int) -> String?
    ) -> [FileRequest] {
        let requests = outputs.compactMap { output in
            name(output, nextNumber).map { FileRequest(output: output, segment: nextNumber, path: $0) }
        }
        guard boundary == nil || !requests.isEmpty else { return [] }
        nextNumber += 1
        open += all.count..<all.count + requests.count
        all += requests.map { RecordedFile($0, boundary: boundary, part: part) }
        return requests
    }

    /// Stores the summary of a file that its muxer has closed. Cancels a file without frames.
    mutating func finish(_ summary: FileSummary) {
        change(summary.path) { file in
            file.cancelled = summary.frames == 0
            if !file.cancelled { file.summary = summary }
        }
        close()
    }

    /// Cancels a file that was not created or will remain empty. The session then does not wait for it.
    mutating func cancel(_ path: String) {
        change(path) { $0.cancelled = true }
        close()
    }

    /// Cancels a file that could not be created. At its path, there may be a different file.
    mutating func forget(_ path: String) {
        change(path) { ($0.cancelled, $0.isUnmade) = (true, true) }
        close()
    }

    /// Cancels all files of a part, because nothing of the part was recorded.
    mutating func cancel(part: Int) {
        for index in all.indices where all[index].part == part { all[index].cancelled = true }
        close()
    }

    /// Ends a part: cancels the files that were scheduled to begin at or after its end.
    mutating func end(_ part: Int, at end: RunningTime) {
        for index in unfinished(of: part) {
            if let boundary = all[index].boundary, boundary >= end { all[index].cancelled = true }
        }
        close()
    }

    /// Abandons the open files of an output, because no muxer will finish them.
    mutating func leave(_ output: OutputName) {
        for index in all.indices where all[index].output == output && !all[index].isFinished {
            all[index].isLeft = !planted(.filesForgotten)
        }
        close()
    }

    /// Delays the files that are scheduled to begin after the start of a pause, by the length of the pause.
    mutating func move(behind pause: RunningTime, by length: Duration, part: Int) {
        for index in unfinished(of: part) {
            if let boundary = all[index].boundary, boundary > pause { all[index].boundary = boundary + length }
        }
    }

    mutating func measure(_ path: String, _ bytes: Int64?) { change(path) { $0.size = bytes } }

    private func unfinished(of part: Int) -> [Int] {
        all.indices.filter { all[$0].part == part && !all[$0].isFinished }
    }

    /// Removes the files that are finished, cancelled or abandoned from the files for which the session waits.
    private mutating func close() {
        open.removeAll { all[$0].isFinished || all[$0].cancelled || all[$0].isLeft }
    }

    private mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = all.lastIndex(where: { $0.path == path }) { edit(&all[index]) }
    }

    // MARK: Finished files

    /// Stores the digest of a file, or records in the ledger why the file has none. Returns no effects if the digest
    /// was not requested.
    mutating func digested(
        _ path: String, _ bytes: Int64?, _ digest: String?, _ problem: String?, in folder: String
    ) -> [SessionEffect] {
        guard completion.digested(path) else { return [] }
        change(path) { ($0.size, $0.digest) = (bytes, digest) }
        if planted(.digestUntold) { return [] }
        let name = RecordedFile.name(path, in: folder)
        guard let digest else { return [.record(.digestFailed, .of(["file": name, "message": problem]))] }
        return [.record(.digested, .of(["file": name, "size": bytes, "digest": digest]))]
    }

    /// Requests the digest of a file after the attempt to write its chapters has ended, because the file does not
    /// change afterwards. Warns if the attempt failed.
    ///
    /// - Parameter isHasty: True if the user asked twice to stop, so that no more digests are computed.
    mutating func chaptered(
        _ path: String, _ bytes: Int64?, _ problem: String?, isHasty: Bool, in folder: String
    ) -> [SessionEffect] {
        guard completion.chaptered(path) else { return [] }
        let name = RecordedFile.name(path, in: folder)
        let told: [SessionEffect] =
            problem.map { [.warn(.chapters, "\(name) has no chapters for its marks: \($0); session.json lists them.")] }
            ?? []
        guard isHasty else { return told + completion.askForDigest(path) }
        measure(path, bytes)
        return told
    }
}
