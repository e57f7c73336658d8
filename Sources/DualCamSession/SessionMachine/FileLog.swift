import DualCamConfig
import DualCamPlan

/// The session's files: which there are, and which are still open.
struct FileLog: Sendable {
    /// Every file that was begun, of all parts, in the order in which they were begun.
    private(set) var all: [RecordedFile] = []
    /// The work that finished files still wait for.
    var completion = FileCompletion()
    /// The number that no file has yet.
    private var nextNumber = 0
    /// The places in `all` of the files that are still to be finished, so that weeks of files are not searched for them.
    private var open: [Int] = []

    /// - Parameter history: the history of the other workers' recordings; `nil`: there were none.
    init(after history: SessionHistory? = nil) {
        guard let history else { return }
        nextNumber = planted(.numberTwice) ? 0 : history.nextSegment
        all = history.files.map { file in
            var file = file
            file.isLeft = !file.isFinished
            return file
        }
    }

    /// Files that are still to be finished.
    var awaited: [RecordedFile] { open.map { all[$0] } }

    /// Files that hold something, or may.
    var kept: [RecordedFile] { all.filter { !$0.cancelled } }

    /// Files that were made, as far as anybody knows.
    var made: [RecordedFile] { all.filter { !$0.isUnmade } }

    /// Files that nothing will be in.
    var leftovers: [RecordedFile] { made.filter(\.cancelled) }

    /// Files whose size nobody has told or will tell.
    var unmeasured: [RecordedFile] { kept.filter { $0.size == nil && !completion.isPending($0.path) } }

    /// Returns those of the outputs whose files are still to be finished, in their order.
    func late(_ outputs: [OutputName]) -> [OutputName] {
        let open = awaited
        return outputs.filter { output in open.contains { $0.output == output } }
    }

    // MARK: A file's life

    /// Begins a file for each of the outputs that has a name. The first of a part have no boundary, and use up a number even when
    /// there is none.
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

    /// A file's muxer has closed it; one without a frame is none.
    mutating func finish(_ summary: FileSummary) {
        change(summary.path) { file in
            file.cancelled = summary.frames == 0
            if !file.cancelled { file.summary = summary }
        }
        close()
    }

    /// Its file was not made, or there will be nothing in it.
    mutating func cancel(_ path: String) {
        change(path) { $0.cancelled = true }
        close()
    }

    /// Takes out a file that could not be made. Something else may have its name.
    mutating func forget(_ path: String) {
        change(path) { ($0.cancelled, $0.isUnmade) = (true, true) }
        close()
    }

    /// Nothing of a part was recorded.
    mutating func cancel(part: Int) {
        for index in all.indices where all[index].part == part { all[index].cancelled = true }
        close()
    }

    /// A part ends before the files that were to begin later.
    mutating func end(_ part: Int, at end: RunningTime) {
        for index in unfinished(of: part) {
            if let boundary = all[index].boundary, boundary >= end { all[index].cancelled = true }
        }
        close()
    }

    /// An output is taken out: nothing finishes its open files.
    mutating func leave(_ output: OutputName) {
        for index in all.indices where all[index].output == output && !all[index].isFinished {
            all[index].isLeft = !planted(.filesForgotten)
        }
        close()
    }

    /// Files that were to begin behind the start of a pause begin so much later.
    mutating func move(behind pause: RunningTime, by length: Duration, part: Int) {
        for index in unfinished(of: part) {
            if let boundary = all[index].boundary, boundary > pause { all[index].boundary = boundary + length }
        }
    }

    mutating func measure(_ path: String, _ bytes: Int64?) { change(path) { $0.size = bytes } }

    private func unfinished(of part: Int) -> [Int] {
        all.indices.filter { all[$0].part == part && !all[$0].isFinished }
    }

    /// Nobody waits any more for files that have been finished, cancelled or left.
    private mutating func close() {
        open.removeAll { all[$0].isFinished || all[$0].cancelled || all[$0].isLeft }
    }

    private mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = all.lastIndex(where: { $0.path == path }) { edit(&all[index]) }
    }

    // MARK: Finished files

    /// A file has its digest or, with a problem, has none. Returns nothing for one that nobody waits for.
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

    /// A file has its chapters or, with a problem, has none: whatever became of them, it stays as it is from now on.
    ///
    /// - Parameter isHasty: no digests are computed any more.
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
