package import DualCamConfig
package import DualCamPlan

/// The state of a session that results from reading its ledger. A new worker continues from it; recovery and audit
/// judge it.
package struct SessionHistory: Sendable, Equatable {
    /// The uninterrupted recording of one worker. Running times belong to their part: each worker's running time begins
    /// at 0.
    package struct Part: Sendable, Equatable {
        /// The common instant at which the part's files begin.
        package var start: RunningTime
        /// The common end; `nil` if the worker was lost before the end was set.
        package var end: RunningTime?
        /// The instant up to which an interrupted part is known to have recorded. Either the end that was requested by
        /// then, or else the last write to a file that was cut short. `nil` if not known, or if the part was not
        /// interrupted.
        package internal(set) var reach: RunningTime?
        /// The end that was requested before the part was interrupted.
        var requestedEnd: RunningTime?
        /// The Unix time at running time 0, in nanoseconds.
        package var wallOffset: Int64
        /// The nanoseconds by which the wall clock advanced more than the running time, because it was set or the
        /// machine slept.
        var clockShift: Int64 = 0
        /// The pauses in the part's running time.
        package var pauses = CutList()

        package init(start: RunningTime, end: RunningTime?, wallOffset: Int64, pauses: CutList = CutList()) {
            (self.start, self.end, self.wallOffset, self.pauses) = (start, end, wallOffset, pauses)
        }

        /// The Unix time at the part's start, in nanoseconds.
        var wallStart: Int64 { wallOffset +| start.nanoseconds }
    }

    /// Frames or audio buffers that were lost in a branch.
    package struct Loss: Sendable, Equatable {
        package var branch: BranchID
        package var output: OutputName?
        package var count: Int
        /// The length of lost audio in nanoseconds; 0 for frames.
        package var nanoseconds: Int64 = 0
    }

    /// The number of pictures that a camera delivered damaged.
    package struct Damage: Sendable, Equatable {
        package var input: InputName
        /// True when the damaged pictures were recorded; false when they were left out.
        package var isKept: Bool
        package var count: Int

        /// Keys: `input`, `count`, `kept`.
        var json: JSONValue { .of(["input": input, "count": count, "kept": isKept]) }
    }

    package struct Losses: Sendable, Equatable {
        /// The losses in the order in which the branches first lost a frame.
        package var dropped: [Loss] = []
        /// The losses by part.
        package var droppedByPart: [Int: [Loss]] = [:]
        /// The pictures that the combined picture shows more than once.
        package var repeated: [Loss] = []
        /// The number of frames that an output's camera could not deliver because its clip does not hold them, by part.
        package var absentFromClip: [Int: [OutputName: Int]] = [:]
        /// The number of frames missing because a command delayed a clip's pictures (`delay`), by part.
        package var delayedClip: [Int: [OutputName: Int]] = [:]
        /// The ledger's reason for frames that are missing because of a delay.
        static let delayed = "delay"
        /// The pictures that cameras delivered damaged, in the order in which each camera first did.
        package var damaged: [Damage] = []
    }

    /// A stretch of a part in which a camera, a microphone or an output was away.
    package struct Absence: Sendable, Equatable {
        package enum Subject: Sendable, Hashable {
            case input(InputName)
            case output(OutputName)
        }

        package var subject: Subject
        package var part: Int
        /// The ledger's reason, if it gives one.
        package var reason: String?
        package var from: RunningTime
        /// The end of the absence; `nil` if it lasts until the part's end.
        package var to: RunningTime?
    }

    /// A stretch of a part in which the machine or the recording processes did not run, so that the clock leapt.
    package struct Freeze: Sendable, Equatable {
        package var part: Int
        package var from: RunningTime
        package var to: RunningTime
    }

    /// A stretch in which nothing was recorded: between two parts, or while the recording processes did not run.
    package struct Gap: Sendable, Equatable {
        /// The wall-clock times of the beginning and the end, in ISO 8601.
        package var from: String
        package var to: String
        package var nanoseconds: Int64
        package var reason: String
        /// The reason of a gap within a part in which the recording processes did not run.
        package static let frozen = "frozen"
    }

    package var parts: [Part] = []
    /// True when the session's own ledger was lost and its files were found by their tags. Missing frames and files
    /// cannot be known then.
    package var isAdopted = false
    /// The files that were begun and not given up, in the order in which they were begun.
    package var files: [RecordedFile] { index.files }
    var index = FileIndex()
    package var losses = Losses()
    package var absences: [Absence] = []
    /// The stretches in which an input delivered a faulty signal, in the order in which they began.
    package var signals: [SignalSpell] = []
    /// The stretches in which no frame of an output was written although its inputs delivered, in the order in which
    /// they began.
    package var still: [StillSpell] = []
    /// The measured cadences of the cameras' pictures.
    package var cadences: [Cadence] = []
    /// The measured key-frame distances of cameras whose own H.264 was recorded.
    package var keyFrames: [KeyFrames] = []
    /// The largest measured distances of microphones' clocks from the pipeline's, in millionths, positive for a slow one, by their names.
    var drifts: [String: Double] = [:]
    package var gaps: [Gap] = []
    package var freezes: [Freeze] = []
    package internal(set) var omissions = Omissions()
    /// The marks in the order in which they were made.
    package internal(set) var marks: [Mark] = []
    /// The names of the session's outputs, in their order.
    package var outputs: [OutputName] = []
    /// The name of the clock that the last part used.
    package var clock: String?
    /// The state of the wall clock during the session.
    var wallClock = RecordedClock()
    /// The reason of the end, if it is known.
    package var reason: String?
    /// The last process's report of the end; `nil` if that process was lost before the end or another process resumed.
    package internal(set) var ending: Ending?
    /// The most recent failure of any kind, and the most recent failure of each output.
    package internal(set) var lastFailure: Failure?
    package internal(set) var failures: [OutputName: Failure] = [:]
    /// The number of workers that were lost.
    package var workersLost = 0
    /// The start times of the last part's common segments.
    var boundaries = SegmentBoundaries()
    /// The session's folder as named in the ledger. The session may have been moved since.
    var recordedFolder: String?

    /// The index of each current absence of the last part.
    var away: [Absence.Subject: Int] = [:]
    package init() {}

    /// Appends a file, unless a file with its path exists.
    mutating func add(_ file: RecordedFile) { index.add(file) }

    /// The outputs that the ledger lists, followed by outputs of which only files exist.
    var allOutputs: [OutputName] {
        var seen: Set<OutputName> = []
        return (outputs + files.map(\.output)).filter { seen.insert($0).inserted }
    }

    /// The lowest segment number above those of all files.
    package var nextSegment: Int { (files.map(\.segment).max() ?? -1) +| 1 }

    /// The index of the part that is recorded now, counted from 0.
    var currentPart: Int { max(0, parts.count - 1) }

    /// Returns the start of a file of which only the number is known. Either its segment's boundary, or else the end of
    /// its output's file before it.
    func beginning(of segment: Int, _ output: OutputName, in part: Int) -> RunningTime? {
        let before = files.filter { $0.part == part && $0.output == output && $0.segment < segment }
        return (part == currentPart ? boundaries[segment] : nil) ?? before.compactMap(\.summary?.end).max()
    }

    /// Returns the part of a file of which only the number is known: numbers continue from part to part. A file
    /// numbered before all known files belongs to the part of the first one. Such a file was given up without a frame
    /// and still exists.
    func part(of segment: Int) -> Int {
        let before = files.filter { $0.segment <= segment }.max { $0.segment < $1.segment }
        let nearest = before ?? files.min { $0.segment < $1.segment }
        return planted(.unknownInLastPart) ? currentPart : nearest?.part ?? currentPart
    }

    /// Returns the time of the first frame of an incomplete file. A boundary lies before it, by up to a frame, or by
    /// more if the file was requested too late. The end of the file before is more exact.
    func start(of file: RecordedFile) -> RunningTime {
        let part = parts.indices.contains(file.part) ? parts[file.part].start : nil
        let pauses = pauses(in: file.part)
        guard let told = file.boundary ?? part else { return RunningTime(nanoseconds: 0) }
        let boundary = pauses.running(pauses.recorded(told), .behind)
        guard file.boundary != nil else { return boundary }
        let before = files.filter {
            $0.part == file.part && $0.output == file.output && begins($0, before: file)
        }
        let ends = before.compactMap(\.summary?.end).map { end in
            // A last frame may reach into a pause. The next frame then comes later after the pause by the same length.
            pauses.cuts.first { $0.from < end && end < $0.to ?? end }.flatMap { cut in
                cut.to.map { $0 + (end - cut.from) }
            } ?? end
        }
        return max(boundary, ends.max() ?? boundary)
    }

    /// Returns true if the other file begins first. Files are numbered as they are requested, and a file for a split
    /// may begin before one that was requested earlier.
    private func begins(_ other: RecordedFile, before file: RecordedFile) -> Bool {
        guard let own = file.boundary, let boundary = other.boundary, own != boundary else {
            return other.segment < file.segment
        }
        return boundary < own
    }

    /// Resolves a file's name in the ledger to a path; `folder` is the session's current folder.
    func path(of name: String, in folder: String) -> String {
        guard name.hasPrefix("/") || name.contains("/") else { return folder + "/" + name }
        guard let recordedFolder, name.hasPrefix(recordedFolder + "/") else { return name }
        return folder + name.dropFirst(recordedFolder.count)
    }

    /// Returns the nanoseconds for which the session had recorded at a Unix time in nanoseconds, when another worker
    /// resumes it; `nil` if nothing was recorded. Gaps between workers count, pauses do not. A pause in which a worker
    /// was lost lasts until the next worker begins.
    package func recorded(until wallClock: Int64) -> Int64? {
        guard let first = parts.first else { return nil }
        let paused = parts.indices.reduce(Int64(0)) { sum, index in
            let part = parts[index]
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            let after = next?.wallStart ?? wallClock
            let end = RunningTime(nanoseconds: after -| part.wallOffset)
            return sum +| part.pauses.length(from: part.start, to: end)
        }
        return wallClock -| first.wallStart -| paused
    }

    // MARK: Directed changes
    /// A moment that a person marked.
    package struct Mark: Sendable, Equatable {
        package var part: Int
        package var at: RunningTime
        /// The mark's text; if empty, the mark is named by its number.
        package var text: String
    }

    /// Returns the pauses of a part, in its running time.
    package func pauses(in part: Int) -> CutList { parts.indices.contains(part) ? parts[part].pauses : CutList() }

    /// True when the last part ended in a pause.
    var isPaused: Bool { pauses(in: currentPart).isOpen }

    /// Applies an entry of the kind `paused`.
    mutating func pause(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, !parts.isEmpty else { return }
        parts[currentPart].pauses.begin(at: time)
    }

    /// Applies an entry of the kind `resumed`. Boundaries that were announced before the pause move by its length.
    mutating func resume(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, let from = pauses(in: currentPart).cuts.last?.from else { return }
        parts[currentPart].pauses.end(at: time)
        let part = currentPart
        index.moveBoundaries(behind: from, by: time - from) { $0.part == part && !$0.isFinished }
        boundaries.move(behind: from, by: time - from)
    }

    /// Applies an entry of the kind `marked`.
    mutating func mark(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time else { return }
        marks.append(Mark(part: currentPart, at: time, text: entry["text"]?.text ?? ""))
    }
}
