package import DualCamConfig
package import DualCamPlan

// MARK: Reading a ledger
extension SessionHistory {
    /// Computes the history from the ledger's entries, in their order.
    ///
    /// - Parameter folder: The current path of the session's folder. Files listed in the recorded folder are expected
    ///   in this one.
    package init(ledger: [LedgerEntry], in folder: String) {
        self.init()
        for entry in ledger { fold(entry, in: folder) }
        index.sweep()
    }

    /// Applies one more ledger entry to the history.
    ///
    /// - Parameter folder: The current path of the session's folder, in which listed files are expected.
    package mutating func apply(_ entry: LedgerEntry, in folder: String) {
        fold(entry, in: folder)
        index.sweep()
    }

    private mutating func fold(_ entry: LedgerEntry, in folder: String) {
        switch entry.kind {
        case .started: start(entry)
        case .recording: beginPart(entry, in: folder)
        case .adopted:
            isAdopted = true
            beginPart(entry, in: folder)
        case .segment: beginSegment(entry, in: folder)
        case .stopping: endPart(entry["at"]?.time)
        case .stopRequested: requestEnd(entry)
        case .fileFinished: close(entry, in: folder)
        case .fileRecovered: recover(entry, in: folder)
        case .digested: digest(entry, in: folder)
        case .dropped: lose(entry)
        case .repeated: Self.count(entry, in: &losses.repeated)
        case .absentFromClip: lack(entry)
        case .inputLost, .outputDropped: leave(entry)
        case .inputReturned, .outputRestored: comeBack(entry, in: folder)
        case .cadence, .damaged, .keyFrames, .drift: measure(entry)
        case .rateChanged: thin(entry)
        case .shed, .restored: shed(entry)
        case .paused: pause(entry)
        case .resumed: resume(entry)
        case .marked: mark(entry)
        case .gap: gap(entry)
        case .warning: warn(entry, in: folder)
        case .signalRestored: endSignal(entry)
        case .clockJumped, .suspended: shiftClock(entry)
        case .clockState: wallClock.apply(entry)
        case .workerLost: loseWorker()
        case .failed: fail(entry)
        case .finished: ending = Ending(entry)
        case .recovered, .endScheduled, .stalledInputsAbandoned, .digestFailed, .digestsSkipped, .workerStarted,
            .sessionDeleted, .heat, .forecast, .power, .directed, .picture, .jumped, .folderLost, .hookFailed,
            .backedUp, .backupFailed:
            break
        }
    }

    private mutating func warn(_ entry: LedgerEntry, in folder: String) {
        switch entry["code"]?.text {
        case SessionEvent.WarningCode.outputStill.rawValue: noteStill(entry)
        case SessionEvent.WarningCode.removed.rawValue: noteRemoval(entry, in: folder)
        default: beginSignal(entry)
        }
    }

    /// Records that a recovery removed an empty file, as a `removed` warning in the ledger states. A warning about an
    /// incomplete frame that was cut off a file names no file and is ignored.
    private mutating func noteRemoval(_ entry: LedgerEntry, in folder: String) {
        guard let name = entry["file"]?.text else { return }
        index.change(path(of: name, in: folder)) { $0.recovery = .removed }
    }

    private mutating func start(_ entry: LedgerEntry) {
        recordedFolder = entry["folder"]?.text
        outputs = (entry["outputs"]?.list ?? []).compactMap(\.text).map { OutputName($0) }
        guard !planted(.firstNamesUnknown) else { return }
        for file in entry["files"]?.list ?? [] {
            if let output = file["output"]?.text { firstNames[OutputName(output)] = file["file"]?.text }
        }
    }

    private mutating func beginPart(_ entry: LedgerEntry, in folder: String) {
        let start = entry.runningTime ?? RunningTime(nanoseconds: 0)
        let offset = entry["wall-clock-offset"]?.nanoseconds ?? entry.unixNanoseconds -| start.nanoseconds
        parts.append(Part(start: start, end: nil, wallOffset: offset))
        clock = entry["clock"]?.text ?? clock
        ending = nil
        (reason, boundaries) = (nil, SegmentBoundaries())
        open(entry, boundary: nil, in: folder)
        if entry["files"]?.list != nil { stayAway(from: start, in: currentPart) }
    }

    /// Continues absences from the previous part in a new part. An input or output remains absent if it was missing at
    /// the end of the previous part and has no file in the new one.
    private mutating func stayAway(from start: RunningTime, in part: Int) {
        guard part > 0, !planted(.absenceEndsWithPart) else { return }
        let before = away.values.sorted().map { absences[$0] }
        away = [:]
        // The files are in the order of their parts.
        let back = Set(files.reversed().prefix { $0.part == part }.map(\.output.rawValue))
        for absence in before where !back.contains(absence.subject.name) {
            beginAbsence(absence.subject, absence.reason, from: start)
        }
    }

    private mutating func open(_ entry: LedgerEntry, boundary: RunningTime?, in folder: String) {
        for value in entry["files"]?.list ?? [] {
            guard let output = value["output"]?.text, let name = value["file"]?.text ?? value["path"]?.text else {
                continue
            }
            let segment = value["segment"]?.count ?? entry["segment"]?.count ?? 0
            begin(OutputName(output), segment, path(of: name, in: folder), boundary: boundary)
        }
    }

    private mutating func beginSegment(_ entry: LedgerEntry, in folder: String) {
        let boundary = entry["at"]?.time
        if let number = entry["segment"]?.count { boundaries.announce(number, at: boundary) }
        open(entry, boundary: boundary, in: folder)
        // If an output was restored while its camera was missing, it resumes when the camera returns. No other entry
        // records this.
        for file in entry["files"]?.list ?? [] {
            guard let output = file["output"]?.text.map({ OutputName($0) }), let boundary,
                let index = away[.output(output)], absences[index].from <= boundary
            else { continue }
            endAbsence(.output(output), at: boundary)
        }
    }

    private mutating func begin(
        _ output: OutputName, _ segment: Int, _ path: String, boundary: RunningTime?, in part: Int? = nil
    ) {
        let request = FileRequest(output: output, segment: segment, path: path)
        add(RecordedFile(request, boundary: boundary, part: part ?? currentPart))
    }

    private mutating func endPart(_ time: RunningTime?) {
        guard let time, !parts.isEmpty else { return }
        parts[currentPart].end = time
        let part = currentPart
        // Files that were requested but would have begun after the end were never created.
        index.forget { file in
            file.part == part && !file.isFinished && file.boundary.map { $0 >= time } ?? false
        }
    }

    /// Applies a `file-finished` ledger entry to the history. A file without frames is removed from the list, because
    /// the recording discarded it.
    private mutating func close(_ entry: LedgerEntry, in folder: String) {
        guard let summary = summary(of: entry, in: folder) else { return }
        if summary.frames == 0 { return index.giveUp(summary.path) }
        begin(summary.output, summary.segment, summary.path, boundary: nil)
        index.change(summary.path) { $0.summary = summary }
    }

    private mutating func recover(_ entry: LedgerEntry, in folder: String) {
        guard let summary = summary(of: entry, in: folder) else { return }
        // A file that no earlier entry names belongs to the part of its segment number, which may not be the last part.
        begin(
            summary.output, summary.segment, summary.path, boundary: nil,
            in: planted(.foundInLastPart) ? nil : part(of: summary.segment))
        if let file = index.file(at: summary.path) { breakOff(file.part, written: Self.lastWrite(entry, summary)) }
        let isPlayable = entry["playable"]?.flag ?? true
        let hasBegun = entry["lost"]?.nanoseconds != 0
        index.change(summary.path) { file in
            file.summary = summary
            file.recovery = isPlayable ? .playable : hasBegun ? .unplayable : .unbegun
        }
    }

    private func summary(of entry: LedgerEntry, in folder: String) -> FileSummary? {
        guard let output = entry["output"]?.text, let name = entry["file"]?.text ?? entry["path"]?.text else {
            return nil
        }
        let zero = RunningTime(nanoseconds: 0)
        var summary = FileSummary(
            output: OutputName(output), segment: entry["segment"]?.count ?? 0, path: path(of: name, in: folder),
            frames: entry["frames"]?.count ?? 0, start: entry["start"]?.time ?? zero, end: entry["end"]?.time ?? zero)
        summary.paused = entry["paused"]?.nanoseconds ?? 0
        summary.cutAt = entry["cut-at"]?.whole
        summary.count = FrameCount(entry["numbers"])
        return summary
    }

    private mutating func digest(_ entry: LedgerEntry, in folder: String) {
        guard let name = entry["file"]?.text ?? entry["path"]?.text else { return }
        index.change(path(of: name, in: folder)) { file in
            file.size = entry["size"]?.whole
            (file.digest, file.digested) = (entry["digest"]?.text, entry.unixNanoseconds)
        }
    }

    // MARK: Losses
    /// Applies a `dropped` ledger entry: adds its frames to the counts of the branch that lost them, for the whole
    /// session and for the current part.
    private mutating func lose(_ entry: LedgerEntry) {
        Self.count(entry, in: &losses.dropped)
        Self.count(entry, in: &losses.droppedByPart[currentPart, default: []])
    }

    private static func count(_ entry: LedgerEntry, in losses: inout [Loss]) {
        losses.add(
            max(0, entry["count"]?.count ?? 0), BranchID(ledger: entry["branch"]?.text ?? ""),
            entry["output"]?.text.map { OutputName($0) },
            lasting: .nanoseconds(max(0, entry["length"]?.nanoseconds ?? 0)))
    }

    private mutating func lack(_ entry: LedgerEntry) {
        guard let input = entry["input"]?.text, let count = entry["count"]?.count, count > 0 else { return }
        let kind = entry["reason"]?.text == Losses.delayed ? \Losses.delayedClip : \Losses.absentFromClip
        let told = losses[keyPath: kind][currentPart]?[OutputName(input)] ?? 0
        losses[keyPath: kind][currentPart, default: [:]][OutputName(input)] = told +| count
    }

    private mutating func leave(_ entry: LedgerEntry) {
        guard let subject = Absence.Subject(entry), away[subject] == nil else { return }
        let from = entry["at"]?.time ?? entry.runningTime ?? parts.last?.start ?? RunningTime(nanoseconds: 0)
        beginAbsence(subject, entry["reason"]?.text, from: from)
    }

    private mutating func beginAbsence(_ subject: Absence.Subject, _ reason: String?, from: RunningTime) {
        away[subject] = absences.count
        absences.append(Absence(subject: subject, part: currentPart, reason: reason, from: from, to: nil))
    }

    private mutating func comeBack(_ entry: LedgerEntry, in folder: String) {
        let time = entry["at"]?.time ?? entry.runningTime
        open(entry, boundary: time, in: folder)
        if entry["files"] == nil, let output = entry["output"]?.text, let name = entry["file"]?.text {
            begin(
                OutputName(output), entry["segment"]?.count ?? nextSegment, path(of: name, in: folder), boundary: time)
        }
        // Without an end time, the absence counts as not ended.
        if let time, let subject = Absence.Subject(entry) { endAbsence(subject, at: time) }
    }

    private mutating func endAbsence(_ subject: Absence.Subject, at time: RunningTime) {
        guard let index = away.removeValue(forKey: subject) else { return }
        absences[index].to = max(time, absences[index].from)
    }

    private mutating func gap(_ entry: LedgerEntry) {
        gaps.append(
            Gap(
                from: entry["from"]?.text ?? "", to: entry["to"]?.text ?? "",
                nanoseconds: entry["seconds"]?.nanoseconds ?? 0, reason: entry["reason"]?.text ?? ""))
        guard let from = entry["at"]?.time, let to = entry["until"]?.time, from < to, !parts.isEmpty else { return }
        freezes.append(Freeze(part: currentPart, from: from, to: to))
    }
}

extension SessionHistory.Absence.Subject {
    init?(_ entry: LedgerEntry) {
        if let input = entry["input"]?.text {
            self = .input(InputName(input))
        } else if let output = entry["output"]?.text {
            self = .output(OutputName(output))
        } else {
            return nil
        }
    }

    /// The name of the missing camera, microphone or output.
    var name: String {
        switch self {
        case .input(let input): input.rawValue
        case .output(let output): output.rawValue
        }
    }
}

extension [SessionHistory.Loss] {
    /// Adds `count` lost frames or buffers, and the length of lost sound, to the losses of a branch. A linear search
    /// suffices, because there are few branches.
    package mutating func add(_ count: Int, _ branch: BranchID, _ output: OutputName?, lasting length: Duration = .zero)
    {
        let index = firstIndex { $0.branch == branch } ?? endIndex
        if index == endIndex { append(.init(branch: branch, output: output, count: 0)) }
        self[index].count = self[index].count +| count
        self[index].nanoseconds = self[index].nanoseconds +| length.nanoseconds
    }
}
