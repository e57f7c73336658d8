package import DualCamConfig
package import DualCamPlan

/// A session's past, as its ledger tells it: a new worker continues from it, and a recovery and an audit judge it.
package struct SessionHistory: Sendable, Equatable {
    /// The recording of one worker, without a break. Running times belong to their part: each worker's begin at 0.
    package struct Part: Sendable, Equatable {
        /// The common instant at which the part's files begin.
        package var start: RunningTime
        /// The common end; `nil` when the worker was lost before there was one.
        package var end: RunningTime?
        /// The instant up to which a part that broke off is known to have recorded: the end that had been asked for by then, else the last
        /// write to a file that was cut short. `nil`: not known, or it did not break off.
        package internal(set) var reach: RunningTime?
        /// The end that somebody asked for before the part broke off.
        var requestedEnd: RunningTime?
        /// Unix nanoseconds at running time 0.
        package var wallOffset: Int64
        /// Nanoseconds by which the wall clock went on more than the running time: it was set, or the machine slept.
        var clockShift: Int64 = 0
        /// In its running time.
        package var pauses = CutList()

        package init(start: RunningTime, end: RunningTime?, wallOffset: Int64, pauses: CutList = CutList()) {
            (self.start, self.end, self.wallOffset, self.pauses) = (start, end, wallOffset, pauses)
        }

        /// Unix nanoseconds at its start.
        var wallStart: Int64 { wallOffset +| start.nanoseconds }
    }

    /// Frames or buffers of sound lost in a branch.
    package struct Loss: Sendable, Equatable {
        package var branch: BranchID
        package var output: OutputName?
        package var count: Int
        /// The length of the sound; 0 for frames.
        package var nanoseconds: Int64 = 0
    }

    /// Pictures that a camera delivered damaged.
    package struct Damage: Sendable, Equatable {
        package var input: InputName
        /// True: they were recorded all the same.
        package var isKept: Bool
        package var count: Int
    }

    package struct Losses: Sendable, Equatable {
        /// The losses in the order in which the branches first lost a frame.
        package var dropped: [Loss] = []
        /// The losses by part.
        package var droppedByPart: [Int: [Loss]] = [:]
        /// Pictures that stand in the combined picture more than once.
        package var repeated: [Loss] = []
        /// Frames that an output's camera could not deliver as its clip does not hold them, by part.
        package var absentFromClip: [Int: [OutputName: Int]] = [:]
        /// Frames that are missing where a clip's pictures were made later by a command, by part.
        package var delayedClip: [Int: [OutputName: Int]] = [:]
        /// The ledger's word for the latter.
        static let delayed = "delay"
        /// Pictures that cameras delivered damaged, in the order in which each camera first did.
        package var damaged: [Damage] = []
    }

    /// A stretch of a part in which a camera, the microphone or an output was not there.
    package struct Absence: Sendable, Equatable {
        package enum Subject: Sendable, Hashable {
            case input(InputName)
            case output(OutputName)
        }

        package var subject: Subject
        package var part: Int
        /// The word in the ledger, where there is one.
        package var reason: String?
        package var from: RunningTime
        /// `nil`: to the part's end.
        package var to: RunningTime?
    }

    /// A stretch of a part in which this machine, or the processes that record, did not run: the clock leapt.
    package struct Freeze: Sendable, Equatable {
        package var part: Int
        package var from: RunningTime
        package var to: RunningTime
    }

    /// A stretch in which nothing was recorded: between two parts, or while nothing ran.
    package struct Gap: Sendable, Equatable {
        /// The wall clock's times of its beginning and its end, ISO 8601.
        package var from: String
        package var to: String
        package var nanoseconds: Int64
        package var reason: String
        /// The reason of a gap within a part: nothing ran.
        package static let frozen = "frozen"
    }

    package var parts: [Part] = []
    /// The session's own ledger was lost, and its files were found by their tags: what is missing beside them is not known.
    package var isAdopted = false
    /// Every file that was begun and not given up, in the order in which they were begun.
    package var files: [RecordedFile] { index.files }
    var index = FileIndex()
    package var losses = Losses()
    package var absences: [Absence] = []
    /// The times in which an input delivered what hardly anybody means to record, in the order in which they began.
    package var signals: [SignalSpell] = []
    /// The times in which no frame of an output was written though its inputs delivered, in the order in which they began.
    package var still: [StillSpell] = []
    /// The measured cadences of the cameras' pictures.
    package var cadences: [Cadence] = []
    /// The measured distances of key frames, of cameras whose own H.264 was recorded.
    package var keyFrames: [KeyFrames] = []
    package var gaps: [Gap] = []
    package var freezes: [Freeze] = []
    package internal(set) var omissions = Omissions()
    /// The marks in the order in which they were made.
    package internal(set) var marks: [Mark] = []
    /// The names of the session's outputs, in their order.
    package var outputs: [OutputName] = []
    /// The clock of the last part.
    package var clock: String?
    /// The state of the wall clock during the session.
    var wallClock = RecordedClock()
    /// The reason of the end, when there was one.
    package var reason: String?
    /// The last process's words on the end; `nil` where it was lost before it had ended, or another one goes on.
    package internal(set) var ending: Ending?
    /// The last failure, of whatever it was, and of each output.
    package internal(set) var lastFailure: Failure?
    package internal(set) var failures: [OutputName: Failure] = [:]
    /// The number of workers that were lost.
    package var workersLost = 0
    /// The beginnings of the last part's common segments.
    var boundaries = SegmentBoundaries()
    /// The session's folder as the ledger names it: sessions may be moved.
    var recordedFolder: String?

    /// The index of each absence of the current part that is not over.
    var away: [Absence.Subject: Int] = [:]
    package init() {}

    /// Appends a file, unless there is one of its path.
    mutating func add(_ file: RecordedFile) { index.add(file) }

    /// The outputs that the ledger lists, and behind them those of which only files exist.
    var allOutputs: [OutputName] {
        var seen: Set<OutputName> = []
        return (outputs + files.map(\.output)).filter { seen.insert($0).inserted }
    }

    /// The number no file has yet.
    package var nextSegment: Int { (files.map(\.segment).max() ?? -1) +| 1 }

    /// The part that is recorded now, counted from 0.
    var currentPart: Int { max(0, parts.count - 1) }

    /// Returns where a file begins of which only its number is known: at its segment's boundary, else at the end of its output's
    /// file before.
    func beginning(of segment: Int, _ output: OutputName, in part: Int) -> RunningTime? {
        let before = files.filter { $0.part == part && $0.output == output && $0.segment < segment }
        return (part == currentPart ? boundaries[segment] : nil) ?? before.compactMap(\.summary?.end).max()
    }

    /// Returns the part of a file of which only its number is known: numbers go on from part to part. What comes before all that are
    /// known, because it was given up without a frame and is still there, is of the part of the first.
    func part(of segment: Int) -> Int {
        let before = files.filter { $0.segment <= segment }.max { $0.segment < $1.segment }
        let nearest = before ?? files.min { $0.segment < $1.segment }
        return planted(.unknownInLastPart) ? currentPart : nearest?.part ?? currentPart
    }

    /// Returns where the first frame of a half file is. A boundary lies before it, by up to a frame, and by more when the file was
    /// asked for too late: where the file before ended is more exact.
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
            // A last frame may reach into a pause: the next one comes as much behind it.
            pauses.cuts.first { $0.from < end && end < $0.to ?? end }.flatMap { cut in
                cut.to.map { $0 + (end - cut.from) }
            } ?? end
        }
        return max(boundary, ends.max() ?? boundary)
    }

    /// Numbers follow each other as files are asked for: one for a split comes before another that was asked for earlier.
    private func begins(_ other: RecordedFile, before file: RecordedFile) -> Bool {
        guard let own = file.boundary, let boundary = other.boundary, own != boundary else {
            return other.segment < file.segment
        }
        return boundary < own
    }

    /// Returns where a file's name in the ledger leads: `folder` is where the session is now.
    func path(of name: String, in folder: String) -> String {
        guard name.hasPrefix("/") || name.contains("/") else { return folder + "/" + name }
        guard let recordedFolder, name.hasPrefix(recordedFolder + "/") else { return name }
        return folder + name.dropFirst(recordedFolder.count)
    }

    /// Tells for how many nanoseconds the session had recorded at a Unix time in nanoseconds, at which another worker goes on
    /// with it: gaps between workers count, pauses do not; one in which a worker was lost lasts until the next one. `nil`:
    /// nothing was recorded.
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
    /// A moment somebody marked.
    package struct Mark: Sendable, Equatable {
        package var part: Int
        package var at: RunningTime
        /// Empty: the mark goes by its number.
        package var text: String
    }

    /// The pauses of a part, in its running time.
    package func pauses(in part: Int) -> CutList { parts.indices.contains(part) ? parts[part].pauses : CutList() }

    /// True when the last part ended in a pause.
    var isPaused: Bool { pauses(in: currentPart).isOpen }

    /// An entry of the kind `paused`.
    mutating func pause(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, !parts.isEmpty else { return }
        parts[currentPart].pauses.begin(at: time)
    }

    /// An entry of the kind `resumed`: a boundary that was announced before the pause moves with it.
    mutating func resume(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, let from = pauses(in: currentPart).cuts.last?.from else { return }
        parts[currentPart].pauses.end(at: time)
        let part = currentPart
        index.moveBoundaries(behind: from, by: time - from) { $0.part == part && !$0.isFinished }
        boundaries.move(behind: from, by: time - from)
    }

    /// An entry of the kind `marked`.
    mutating func mark(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time else { return }
        marks.append(Mark(part: currentPart, at: time, text: entry["text"]?.text ?? ""))
    }
}
