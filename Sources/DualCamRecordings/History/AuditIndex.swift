import DualCamConfig
import DualCamPlan

/// An index of a session's history by part and output, so that sessions with a hundred thousand files are audited
/// quickly.
struct AuditIndex: Sendable, Equatable {
    private struct Place: Hashable {
        var part: Int
        var output: String
    }

    private var byOutput: [OutputName: [RecordedFile]] = [:]
    private var files: [Place: [RecordedFile]] = [:]
    private var thinned: [Place: [SessionHistory.Thinning]] = [:]
    private var absences: [Place: [SessionHistory.Absence]] = [:]
    private var ends: [Int: Int64] = [:]
    private var lengths: [OutputName: Double] = [:]
    private var cadences: [Place: [SessionHistory.Cadence]] = [:]

    init(_ history: SessionHistory, _ rates: [OutputName: FrameRate], _ evidence: [String: FileEvidence]) {
        byOutput = Dictionary(grouping: history.files, by: \.output)
        files = Dictionary(grouping: history.files) { Place(part: $0.part, output: $0.output.rawValue) }
        thinned = Dictionary(grouping: history.thinned) { Place(part: $0.part, output: $0.output.rawValue) }
        absences = Dictionary(grouping: history.absences) { Place(part: $0.part, output: $0.subject.name) }
        cadences = Dictionary(grouping: history.cadences) { Place(part: $0.part, output: $0.input.rawValue) }
        var most: [OutputName: FileContent] = [:]
        for file in history.files {
            if file.isPlayable, let end = file.summary?.end.nanoseconds {
                ends[file.part] = max(ends[file.part] ?? end, end)
            }
            let told = file.summary.map { FileContent(frames: $0.frames, end: $0.nanoseconds) }
            guard let content = evidence[file.path]?.content ?? told else { continue }
            if content.frames > most[file.output]?.frames ?? 0 { most[file.output] = content }
        }
        for (output, content) in most where content.frames > 1 {
            lengths[output] = Double(content.length) / Double(content.frames +| content.missing)
        }
        for (output, rate) in rates { lengths[output] = 1e9 / rate.framesPerSecond }
    }

    /// Returns all files of an output, including files of parts that the ledger does not list.
    func files(of output: OutputName) -> [RecordedFile] { byOutput[output] ?? [] }

    func files(of output: OutputName, in part: Int) -> [RecordedFile] {
        files[Place(part: part, output: output.rawValue)] ?? []
    }

    func thinned(_ output: OutputName, in part: Int) -> [SessionHistory.Thinning] {
        thinned[Place(part: part, output: output.rawValue)] ?? []
    }

    /// Returns the intervals of a part in which an output or its camera was missing.
    func absences(of output: OutputName, in part: Int) -> [SessionHistory.Absence] {
        absences[Place(part: part, output: output.rawValue)] ?? []
    }

    /// Returns the latest end of all playable files of a part, as a running time in nanoseconds; `nil` if there is
    /// none.
    func end(of part: Int) -> Int64? { ends[part] }

    /// Returns the length of one frame of an output in nanoseconds, from the output's frame rate. If the rate is
    /// unknown, it is the average distance between frames in the file with the most frames; `nil` if there is no such
    /// file.
    func frameLength(of output: OutputName) -> Double? { lengths[output].flatMap { $0 > 0 ? $0 : nil } }

    /// Returns the lengths of an output's frames in a part. They are computed from the measured rates of the output's
    /// camera if there are any, otherwise from the output's rate. `nil` if `frameLength(of:)` is.
    func frameLengths(of output: OutputName, in part: Int) -> FrameLengths? {
        frameLength(of: output).map {
            FrameLengths(nominal: $0, cadences[Place(part: part, output: output.rawValue)] ?? [])
        }
    }

    /// Returns the times within which frames of an output must arrive, derived from its frame rate.
    func timeouts(of output: OutputName) -> FrameTimeouts {
        FrameTimeouts(frame: .nanoseconds(Int64(saturating: frameLength(of: output) ?? 0)))
    }
}

extension AuditIndex {
    /// Returns the frame counts of an output's finished files in one part, keyed by path. They are derived from the
    /// files' lengths and frame counts in the ledger.
    ///
    /// The number of frames that a file lacks follows from its length. Of these, as many count as left out on purpose
    /// as the reduced rates explain; the others count as missing. If the ledger lists even more dropped frames,
    /// left-out frames count as missing instead.
    ///
    /// - Parameter missingBetween: The number of frames missing between files. As many of the dropped frames are
    ///   attributed to these gaps first.
    func contents(
        of output: OutputName, in part: Int, _ history: SessionHistory, _ rate: FrameRate?, missingBetween: Int
    ) -> [String: FileContent] {
        let told = history.droppedFrames(of: output, in: part)
        let closed = files(of: output, in: part).filter { $0.summary != nil }
        var contents = closed.map { content(of: $0, in: history, rate, told: told) }
        var rest = max(0, told - missingBetween - contents.reduce(0) { $0 +| $1.missing })
        for index in contents.indices where rest > 0 && closed[index].summary?.count == nil {
            let moved = min(rest, contents[index].leftOut)
            contents[index].leftOut -= moved
            contents[index].missing += moved
            rest -= moved
        }
        return Dictionary(zip(closed.map(\.path), contents)) { $1 }
    }

    /// Returns the frame counts of one file, derived from the ledger.
    ///
    /// - Parameter told: The number of the output's frames that the ledger reports as dropped in the file's part.
    private func content(
        of file: RecordedFile, in history: SessionHistory, _ rate: FrameRate?, told: Int
    ) -> FileContent {
        guard let summary = file.summary else { return FileContent(frames: 0) }
        var content = FileContent(frames: summary.frames, end: summary.nanoseconds)
        if let count = summary.count {
            (content.missing, content.leftOut) = (count.missing(among: summary.frames), count.leftOut)
            return content
        }
        guard let rate else { return content }
        let frame = 1e9 / rate.framesPerSecond
        let lengths = frameLengths(of: file.output, in: file.part) ?? FrameLengths(nominal: frame)
        let due = lengths.frames(from: summary.start.nanoseconds, length: Double(summary.nanoseconds))
        let whole = Int(
            saturating: due.rounded(planted(.lengthRoundedDown) ? .down : .toNearestOrAwayFromZero))
        let absent = max(0, whole -| summary.frames)
        let thinned = thinned(file.output, in: file.part).reduce(0.0) { sum, stretch in
            let from = max(stretch.from, summary.start)
            let to = min(stretch.to ?? summary.end, summary.end)
            guard from < to else { return sum }
            let length = to.nanoseconds -| from.nanoseconds -| history.pauses(in: file.part).length(from: from, to: to)
            return sum + 1 + Double(length) / frame * (1 - stretch.share.fraction)
        }
        content.leftOut = min(absent, Int(saturating: thinned))
        let rest = absent - content.leftOut
        // If the file's length does not prove that frames are missing, the ledger's number of dropped frames applies.
        content.missing = Double(rest) > Double(whole) * lengths.tolerance ? rest : min(rest, told)
        return content
    }
}
