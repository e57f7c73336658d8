package import DualCamConfig
package import DualCamPlan

/// The history of a session, computed from its ledger. A new worker resumes from this history; recovery and audit
/// examine it.
package struct SessionHistory: Sendable, Equatable {
    /// A continuous part of a session, recorded by one worker. Running times are relative to their part, because each
    /// worker's running time begins at 0.
    package struct Part: Sendable, Equatable {
        /// The running time at which all files of the part begin.
        package var start: RunningTime
        /// The running time at which all files of the part end; `nil` if the worker was lost before the end was set.
        package var end: RunningTime?
        /// The running time until which an interrupted part is known to have recorded. If an end had been requested,
        /// this is the requested end, otherwise the last write to a file that was cut short. `nil` if unknown, or if
        /// the part was not interrupted.
        package internal(set) var reach: RunningTime?
        /// The running time at which the part was to end, if an end was requested; otherwise `nil`.
        var requestedEnd: RunningTime?
        /// The Unix time, in nanoseconds, at the part's running time 0.
        package var wallOffset: Int64
        /// The nanoseconds by which the wall clock was set forward during the part; negative if it was set back.
        var leapt: Int64 = 0
        /// The nanoseconds for which the machine slept during the part.
        var slept: Int64 = 0
        /// The nanoseconds by which the wall clock advanced more than the running time during the part.
        var clockShift: Int64 { planted(.clockShiftForgotten) ? 0 : leapt +| slept }
        /// The pauses of the part, as intervals of its running time.
        package var pauses = CutList()

        package init(start: RunningTime, end: RunningTime?, wallOffset: Int64, pauses: CutList = CutList()) {
            (self.start, self.end, self.wallOffset, self.pauses) = (start, end, wallOffset, pauses)
        }

        /// The Unix time, in nanoseconds, at the part's start.
        var wallStart: Int64 { wallOffset +| start.nanoseconds }
    }

    /// Frames or audio buffers that were lost in one branch of the graph.
    package struct Loss: Sendable, Equatable {
        package var branch: BranchID
        /// The output of the branch; `nil` for a branch that serves no single output, such as a microphone.
        package var output: OutputName?
        /// The number of lost frames or audio buffers; in `Losses.repeated`, of repeated pictures.
        package var count: Int
        /// The length of the lost audio in nanoseconds; 0 for video frames.
        package var nanoseconds: Int64 = 0
    }

    /// The number of damaged pictures that a camera delivered.
    package struct Damage: Sendable, Equatable {
        package var input: InputName
        /// True when the damaged pictures were recorded; false when they were left out.
        package var isKept: Bool
        package var count: Int

        /// The count of damaged pictures as JSON. Keys: `input`, `count`, `kept`.
        var json: JSONValue { .of(["input": input, "count": count, "kept": isKept]) }
    }

    /// The frames and pictures that a session lost, repeated or received damaged, as the ledger counts them.
    package struct Losses: Sendable, Equatable {
        /// The numbers of dropped frames by branch, in the order in which the branches first dropped a frame.
        package var dropped: [Loss] = []
        /// The numbers of dropped frames by branch, separately for each part. The keys are the parts' indices.
        package var droppedByPart: [Int: [Loss]] = [:]
        /// The numbers of camera pictures that the combined picture repeats for lack of newer ones, by branch.
        package var repeated: [Loss] = []
        /// The number of missing frames in each clip that was played as a camera, first by part and then by output.
        package var absentFromClip: [Int: [OutputName: Int]] = [:]
        /// The number of frames that each output lacks, first by part and then by output, because its clip's pictures
        /// were delayed. The clip is played as a camera.
        package var delayedClip: [Int: [OutputName: Int]] = [:]
        /// The value of `reason` in the ledger for frames that are missing because of a delay.
        package static let delayed = "delay"
        /// The number of damaged pictures that each camera delivered, in the order in which the cameras first delivered
        /// one.
        package var damaged: [Damage] = []
    }

    /// An interval of a part in which a camera, microphone or output was missing.
    package struct Absence: Sendable, Equatable {
        /// The input or output that was missing.
        package enum Subject: Sendable, Hashable {
            case input(InputName)
            case output(OutputName)
        }

        package var subject: Subject
        package var part: Int
        /// The reason for the absence as written in the ledger; `nil` if the ledger states none.
        package var reason: String?
        package var from: RunningTime
        /// The running time at which the camera, microphone or output was available again; `nil` if it was missing
        /// until the part's end.
        package var to: RunningTime?

        package init(subject: Subject, part: Int, reason: String? = nil, from: RunningTime, to: RunningTime? = nil) {
            (self.subject, self.part, self.reason, self.from) = (subject, part, reason, from)
            self.to = to
        }
    }

    /// An interval of a part in which the machine or the recording process did not run.
    package struct Freeze: Sendable, Equatable {
        package var part: Int
        package var from: RunningTime
        package var to: RunningTime
    }

    /// An interval in which nothing was recorded: between two parts, or while the recording process did not run.
    package struct Gap: Sendable, Equatable {
        /// `from`: the beginning of the interval; `to`: its end; both by the wall clock, in ISO 8601.
        package var from: String
        package var to: String
        /// The length of the interval in nanoseconds; 0 if the ledger does not state it.
        package var nanoseconds: Int64
        package var reason: String
        /// The value of `reason` in the ledger for a gap within a part, in which the recording process did not run.
        package static let frozen = "frozen"
    }

    /// The parts of the session in the order of their recording. Other types refer to a part by its index here.
    package var parts: [Part] = []
    /// True when the session's ledger was lost and its files were identified by the tags that dualcam writes into them.
    /// In that case, the numbers of missing frames and files are unknown.
    package var isAdopted = false
    /// The files of the session, in the order in which they were begun. Files that were discarded because they had no
    /// frame are not included.
    package var files: [RecordedFile] { index.files }
    var index = FileIndex()
    package var losses = Losses()
    /// The absences of inputs and outputs, in the order in which they began.
    package var absences: [Absence] = []
    /// The intervals in which inputs delivered a faulty signal, in the order in which the intervals began.
    package var signals: [SignalSpell] = []
    /// The intervals in which no frame of an output was written although its inputs delivered, in the order in which
    /// they began.
    package var still: [StillSpell] = []
    /// The measured picture rates of the cameras, in the order of the measurements.
    package var cadences: [Cadence] = []
    /// The measured distances between key frames of cameras that deliver H.264 themselves.
    package var keyFrames: [KeyFrames] = []
    /// The largest measured drift of each microphone's clock relative to the pipeline's clock, in parts per million, by
    /// the microphone's name. Positive for a slow clock.
    var drifts: [String: Double] = [:]
    /// The intervals in which nothing was recorded, in their order.
    package var gaps: [Gap] = []
    /// The intervals within parts in which the machine or the recording process did not run, in their order.
    package var freezes: [Freeze] = []
    package var omissions = Omissions()
    /// The marks of the session, in the order in which they were set.
    package var marks: [Mark] = []
    /// The names of the session's outputs, in the order in which the ledger lists them.
    package var outputs: [OutputName] = []
    /// The name of the clock that the GStreamer pipeline used in the last part; `nil` if unknown.
    package var clock: String?
    /// The synchronisation and corrections of the wall clock during the session.
    var wallClock = RecordedClock()
    /// The reason why the recording ended, as written in the ledger; `nil` if unknown.
    package var reason: String?
    /// The last worker's report about the end of the recording; `nil` if that worker was lost or another worker resumed
    /// the recording.
    package internal(set) var ending: Ending?
    /// `lastFailure`: the most recent failure of any kind, or `nil`; `failures`: the most recent failure of each
    /// output.
    package internal(set) var lastFailure: Failure?
    package internal(set) var failures: [OutputName: Failure] = [:]
    /// The number of workers of this session that were lost.
    package var workersLost = 0
    /// The start times of the segments in the last part.
    var boundaries = SegmentBoundaries()
    /// The path of the session's folder as recorded in the ledger, or `nil`. The session may have been moved since.
    package var recordedFolder: String?

    /// The indices, in the list `absences`, of the last part's absences that have not ended.
    var away: [Absence.Subject: Int] = [:]
    package init() {}

    /// Appends a recorded file to the history, unless a file with the same path exists.
    package mutating func add(_ file: RecordedFile) { index.add(file) }

    /// The outputs that the ledger lists, followed by outputs that the ledger does not list but that have files.
    package var allOutputs: [OutputName] {
        var seen: Set<OutputName> = []
        return (outputs + files.map(\.output)).filter { seen.insert($0).inserted }
    }

    /// The number for the next segment: one more than the highest segment number of all files, but at least
    /// `leastSegment`.
    package var nextSegment: Int { max(leastSegment, (files.map(\.segment).max() ?? -1) +| 1) }

    /// The file name of each output's first segment, as listed in the ledger's first entry; empty if an older version
    /// of dualcam wrote the ledger.
    var firstNames: [OutputName: String] = [:]

    /// The lowest segment number whose file names are certainly free in the session's folder.
    package var leastSegment = 0

    /// The index of the last part, which is the one being recorded if a recording runs; the first part has index 0.
    package var currentPart: Int { max(0, parts.count - 1) }

    /// Returns the running time at which a file begins if only its segment number is known, because its ledger entry is
    /// lost. This is the segment's boundary if known, otherwise the end of the output's previous file; `nil` if neither
    /// is known.
    func beginning(of segment: Int, _ output: OutputName, in part: Int) -> RunningTime? {
        let before = files.filter { $0.part == part && $0.output == output && $0.segment < segment }
        return (part == currentPart ? boundaries[segment] : nil) ?? before.compactMap(\.summary?.end).max()
    }

    /// Returns the index of the part that contains a file if only its segment number is known. Segment numbers continue
    /// from part to part. A file whose number is below those of all known files belongs to the first file's part. Such
    /// a file was discarded because it had no frame, but it still exists.
    func part(of segment: Int) -> Int {
        let before = files.filter { $0.segment <= segment }.max { $0.segment < $1.segment }
        let nearest = before ?? files.min { $0.segment < $1.segment }
        return planted(.unknownInLastPart) ? currentPart : nearest?.part ?? currentPart
    }

    /// Returns the estimated running time of the first frame of an incomplete file: the segment's boundary or the end
    /// of the previous file, whichever is later. The first frame may be up to one frame after the boundary, or more if
    /// the file was requested too late.
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
            // The last frame before a pause may extend into the pause. The next frame after the pause is then later by
            // the length of that extension.
            pauses.cuts.first { $0.from < end && end < $0.to ?? end }.flatMap { cut in
                cut.to.map { $0 + (end - cut.from) }
            } ?? end
        }
        return max(boundary, ends.max() ?? boundary)
    }

    /// Returns true if `other` begins before `file`. Segment numbers alone do not show this: they follow the order of
    /// requests, and a file that was requested later, to split a file, may begin earlier.
    private func begins(_ other: RecordedFile, before file: RecordedFile) -> Bool {
        guard let own = file.boundary, let boundary = other.boundary, own != boundary else {
            return other.segment < file.segment
        }
        return boundary < own
    }

    /// Returns the path of a file that the ledger names.
    ///
    /// - Parameter folder: The current path of the session's folder.
    func path(of name: String, in folder: String) -> String {
        guard name.hasPrefix("/") || name.contains("/") else { return folder + "/" + name }
        guard let recordedFolder, name.hasPrefix(recordedFolder + "/") else { return name }
        return folder + name.dropFirst(recordedFolder.count)
    }

    // MARK: Pauses and marks
    /// A moment of the recording that a user marked.
    package struct Mark: Sendable, Equatable {
        package var part: Int
        package var at: RunningTime
        /// The text of the mark; if empty, the mark is shown by its number.
        package var text: String

        package init(part: Int, at: RunningTime, text: String) {
            (self.part, self.at, self.text) = (part, at, text)
        }
    }

    /// Returns the pauses of a part, as intervals of its running time; empty for an unknown part.
    package func pauses(in part: Int) -> CutList { parts.indices.contains(part) ? parts[part].pauses : CutList() }

    /// True when the recording was paused at the end of the last part in the ledger.
    package var isPaused: Bool { pauses(in: currentPart).isOpen }

    /// Applies a `paused` ledger entry to the history.
    mutating func pause(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, !parts.isEmpty else { return }
        parts[currentPart].pauses.begin(at: time)
    }

    /// Applies a `resumed` ledger entry to the history. Delays the segment boundaries that were announced before the
    /// pause by the pause's length.
    mutating func resume(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time, let from = pauses(in: currentPart).cuts.last?.from else { return }
        parts[currentPart].pauses.end(at: time)
        let part = currentPart
        index.moveBoundaries(behind: from, by: time - from) { $0.part == part && !$0.isFinished }
        boundaries.move(behind: from, by: time - from)
    }

    /// Applies a `marked` ledger entry to the history.
    mutating func mark(_ entry: LedgerEntry) {
        guard let time = entry["at"]?.time else { return }
        marks.append(Mark(part: currentPart, at: time, text: entry["text"]?.text ?? ""))
    }
}
