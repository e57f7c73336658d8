import DualCamConfig
import DualCamPlan

// MARK: Intervals of an output without a file
extension Audit {
    /// An interval of a part in which an output has no file with frames.
    struct Hole {
        /// The reason why an output has no frames in an interval. Frames that the ledger lists as dropped are counted
        /// separately.
        enum Cause {
            /// The output was stopped to reduce load or heat; this is the only reason.
            case rest
            /// The output or its camera was missing. The first value is the first of the absences that cover the
            /// interval; `times` is their number.
            case absences(SessionHistory.Absence, times: Int)
            /// The part of the session that contains the interval ended in a crash.
            case crash
        }

        var from: Int64
        var to: Int64
        var frames: Int
        /// The number of frames in the interval that were left out on purpose, because of load or heat. `frames` does
        /// not include them.
        var leftOut = 0
        var cause: Cause?
    }

    /// The maximum time, in nanoseconds, from an output's last frame to the moment at which the ledger reports the
    /// output as lost (`output-dropped`). If the time is longer, the loss does not explain the frames that are missing
    /// in between.
    private static var outputSlack: Int64 { planted(.excuseTooLong) ? 60_000_000_000 : 5_000_000_000 }

    /// The tolerance, in frames, for the distance from a part's start to an output's first frame. The start may lie
    /// directly after a frame of the output that is not recorded; the distance is then a whole number of frames, one
    /// more than are missing.
    private static let startSlack = 0.1

    /// Returns those finished files of an output and a part that contain frames, ordered by start time.
    func files(of output: OutputName, in part: Int) -> [RecordedFile] {
        index.files(of: output, in: part).filter { ($0.summary?.frames ?? 0) > 0 }.sorted { start($0) < start($1) }
    }

    /// Returns the frame counts of an output's finished files in one part, as derived from the ledger. The keys are the
    /// files' paths.
    func contents(of output: OutputName, in part: Int) -> [String: FileContent] {
        let between = holes(of: output, in: part, files(of: output, in: part)).reduce(0) { sum, hole in
            hole.cause == nil ? sum +| hole.frames : sum
        }
        return index.contents(
            of: output, in: part, history, rates[output], missingBetween: max(0, between -| frozen(output, part)))
    }

    /// Returns the intervals of a part that no file of the output covers, in order. An interval between two files
    /// counts if it is longer than half a frame. At the start and the end of the part, the limit is one and a half
    /// frames.
    ///
    /// - Parameter files: The output's files in the part that contain frames, ordered by start time.
    func holes(of output: OutputName, in part: Int, _ files: [RecordedFile]) -> [Hole] {
        guard history.parts.indices.contains(part), let lengths = index.frameLengths(of: output, in: part),
            let end = end(of: part)
        else { return [] }
        var holes: [Hole] = []
        var last = history.parts[part].start.nanoseconds
        let stretches = self.index.thinned(output, in: part)
        let pauses = history.pauses(in: part)
        let segments = Set(index.files(of: output, in: part).map(\.segment))
        for (index, file) in files.enumerated() {
            let (start, frame) = (start(file), lengths.at(last))
            defer { last = max(last, file.summary?.end.nanoseconds ?? start) }
            if index > 0, follows(files[index - 1], file, segments), let before = file.summary?.count?.before {
                if before > 0 { holes.append(Hole(from: last, to: max(last, start), frames: before)) }
                continue
            }
            let frames = Double(start -| last -| pauses.within(last, start, frame)) / frame
            let share = stretches.share(from: last -| Int64(saturating: frame), to: start)
            if frames > (index == 0 ? planted(.firstHoleRounded) ? 0.9 : 1.5 : planted(.holeUnseen) ? 1e9 : 0.5) {
                let count = max(
                    1,
                    Int(
                        saturating: index == 0
                            ? (frames - Self.startSlack).rounded(.down)
                            : frames.rounded(planted(.holeRoundedDown) ? .down : .toNearestOrEven)))
                let lost = share.lost(among: count +| 1)
                holes.append(Hole(from: last, to: start, frames: lost, leftOut: count -| lost))
            }
        }
        let frame = lengths.at(last)
        let share = stretches.share(from: last -| Int64(saturating: frame), to: end)
        let whole = Double(end -| last -| pauses.within(last, end, frame)) / frame
        let rest = whole * share.fraction
        if rest > 1.5 {
            let lost = Int(saturating: rest.rounded(planted(.restRoundedUp) ? .up : .down))
            holes.append(
                Hole(from: last, to: end, frames: lost, leftOut: Int(saturating: whole.rounded(.down)) -| lost))
        }
        return holes.flatMap { explained($0, part, end, output, files) }
    }

    /// Returns true if every segment between two files of an output has a file. Only then is `FrameCount.before` the
    /// number of frames missing between these two files. It refers to the end of the previous segment's file, even if
    /// that file is lost.
    ///
    /// - Parameter segments: The numbers of the segments that have a file. The file may be empty.
    private func follows(_ earlier: RecordedFile, _ file: RecordedFile, _ segments: Set<Int>) -> Bool {
        guard earlier.segment < file.segment else { return false }
        return (earlier.segment..<file.segment).allSatisfy(segments.contains)
    }

    private func explained(
        _ hole: Hole, _ part: Int, _ end: Int64, _ output: OutputName, _ files: [RecordedFile]
    ) -> [Hole] {
        parts(of: hole, part, output).flatMap { parts(of: $0, output, files) }.map { hole in
            var hole = hole
            hole.cause = cause(of: hole, part, end, output, files)
            return hole
        }
    }

    /// Splits an interval without frames at the moment at which its output was lost, if that moment lies in the
    /// interval. After the process was frozen, or on a very slow machine, the combined picture is far behind the clock
    /// at that moment. The frames that had not been drawn yet are missing for another reason than the loss of the
    /// output.
    private func parts(of hole: Hole, _ part: Int, _ output: OutputName) -> [Hole] {
        let absence = index.absences(of: output, in: part).first { absence in
            absence.subject == .output(output) && absence.from.nanoseconds -| Self.outputSlack > hole.from
                && absence.from.nanoseconds < hole.to
        }
        guard let absence else { return [hole] }
        let recorded = { [pauses = history.pauses(in: part)] (time: Int64) in
            Double(pauses.recorded(RunningTime(nanoseconds: time)).nanoseconds)
        }
        let (from, whole) = (recorded(hole.from), recorded(hole.to) - recorded(hole.from))
        guard whole > 0 else { return [hole] }
        let share = (recorded(absence.from.nanoseconds) - from) / whole
        var (before, behind) = (hole, hole)
        (before.to, behind.from) = (absence.from.nanoseconds, absence.from.nanoseconds)
        before.frames = Int(
            saturating: (Double(hole.frames) * share).rounded(
                planted(.splitRoundedDown) ? .down : .toNearestOrAwayFromZero))
        before.leftOut = Int(saturating: (Double(hole.leftOut) * share).rounded())
        (behind.frames, behind.leftOut) = (hole.frames - before.frames, hole.leftOut - before.leftOut)
        return [before, behind]
    }

    /// Splits an interval without frames at the time from which the next file was requested, if the file begins much
    /// later. A file of a camera that encodes by itself waits for a key frame. The pictures before the key frame are
    /// not missing because of the camera's absence.
    private func parts(of hole: Hole, _ output: OutputName, _ files: [RecordedFile]) -> [Hole] {
        guard let frame = index.frameLength(of: output),
            let boundary = files.first(where: { start($0) == hole.to })?.boundary?.nanoseconds,
            boundary > hole.from, hole.to -| boundary > index.timeouts(of: output).stall.nanoseconds
        else { return [hole] }
        let share = Double(boundary -| hole.from) / Double(hole.to -| hole.from)
        var (before, behind) = (hole, hole)
        (before.to, behind.from) = (boundary, boundary)
        behind.frames = min(hole.frames, Int(saturating: (Double(hole.to -| boundary) / frame).rounded(.down)))
        before.leftOut = Int(saturating: Double(hole.leftOut) * share)
        (before.frames, behind.leftOut) = (hole.frames - behind.frames, hole.leftOut - before.leftOut)
        return [before, behind]
    }

    /// Returns the number of frames that an output should have recorded while the recording process was frozen.
    func frozen(_ output: OutputName, _ part: Int) -> Int {
        let freezes = history.freezes.filter { $0.part == part }
        guard !freezes.isEmpty, let frame = index.frameLength(of: output) else { return 0 }
        let frames = { (from: Int64, to: Int64) in
            from < to ? Int(saturating: (Double(to -| from) / frame).rounded(.up)) +| 1 : 0
        }
        let due = freezes.reduce(0) { $0 +| frames($1.from.nanoseconds, $1.to.nanoseconds) }
        // For files that were read again, `evidence` contains the number of frames that were due during freezes.
        let seen = index.files(of: output, in: part).compactMap { evidence[$0.path]?.content.frozen }
        if seen.isEmpty { return due }
        let between = holes(of: output, in: part, files(of: output, in: part)).filter { $0.cause == nil }
            .reduce(0) { sum, hole in
                freezes.reduce(sum) {
                    $0 +| frames(max(hole.from, $1.from.nanoseconds), min(hole.to, $1.to.nanoseconds))
                }
            }
        return min(due, seen.reduce(between, +|))
    }

    private func cause(
        of hole: Hole, _ part: Int, _ end: Int64, _ output: OutputName, _ files: [RecordedFile]
    ) -> Hole.Cause? {
        let absences = absences(coveringAll: hole, part, output, files)
        if rested(hole, absences, part) { return .rest }
        if let first = absences.first { return .absences(first, times: absences.count) }
        let isCrash =
            (history.parts[part].end == nil || planted(.crashExcuses))
            && (hole.to == end || followsCutFile(hole, files))
        return isCrash ? .crash : nil
    }

    /// Adds a finding to the audit for each file that begins before the end of the previous file of its output.
    mutating func tellOverlaps(of files: [RecordedFile], _ part: Int, _ output: OutputName) {
        guard let frame = index.frameLength(of: output) else { return }
        let pauses = history.pauses(in: part)
        var last = history.parts[part].start.nanoseconds
        for (index, file) in files.enumerated() {
            let start = start(file)
            let frames = Double(start -| last -| pauses.within(last, start, frame)) / frame
            // If the camera numbers its frames, no frame can be in both files.
            if frames < -0.5, index > 0, file.summary?.count?.before == nil, pauses.overlap(last, start) > 0.5 * frame {
                let doubled = Self.count(Int(saturating: -frames), "frame")
                add(.unaccounted, file.name, "begins \(doubled) before the end of the file before it")
            }
            last = max(last, file.summary?.end.nanoseconds ?? start)
        }
    }

    /// Returns true if the output had no file in this interval only because it was stopped to reduce load or heat.
    private func rested(_ hole: Hole, _ absences: [SessionHistory.Absence], _ part: Int) -> Bool {
        guard !absences.isEmpty, absences.allSatisfy({ $0.subject == .output(.combined) }) else { return false }
        return history.shed.contains { shed in
            shed.part == part && shed.step == ShedStep.combined.rawValue && shed.from.nanoseconds < hole.to
                && shed.to?.nanoseconds ?? .max > hole.from
        }
    }

    /// Returns true if the interval without frames begins at the end of a file that a crash cut off. This file is not
    /// always the last one, because the next file may begin before the previous one is closed.
    private func followsCutFile(_ hole: Hole, _ files: [RecordedFile]) -> Bool {
        files.contains { $0.recovery != nil && $0.summary?.end.nanoseconds == hole.from }
    }

    private func start(_ file: RecordedFile) -> Int64 { file.summary?.start.nanoseconds ?? 0 }

    /// Returns the running time, in nanoseconds, at which a part ends for all outputs; `nil` if unknown. For a part
    /// that ended in a crash, this is the end of its last playable file. It is later if the part is known to have
    /// recorded longer.
    func end(of part: Int) -> Int64? {
        let (known, longest) = (history.parts[part], index.end(of: part))
        return known.end?.nanoseconds ?? [known.reach?.nanoseconds, longest].compactMap(\.self).max()
    }

    /// Returns the consecutive absences of the output or its camera that together cover an interval without frames;
    /// empty if they do not cover all of it.
    ///
    /// An absence may begin later than the interval, because a stalled camera is noticed only after a timeout. It may
    /// also end earlier, because recording resumes only when the next requested file begins. If a camera returns too
    /// briefly for a new file, there are two absences without a file between them.
    private func absences(
        coveringAll hole: Hole, _ part: Int, _ output: OutputName, _ files: [RecordedFile]
    ) -> [SessionHistory.Absence] {
        // All times here are recorded times, which do not include pauses. A file that is requested during a pause
        // begins after it, and a camera that stalls during a pause is noticed only after it.
        let (pauses, timeouts) = (history.pauses(in: part), index.timeouts(of: output))
        let recorded = { (time: RunningTime) in pauses.recorded(time).nanoseconds }
        let next = files.first { start($0) >= hole.to }?.boundary.map(recorded)
        let end = recorded(RunningTime(nanoseconds: hole.to))
        var reach = recorded(RunningTime(nanoseconds: hole.from))
        var found: [SessionHistory.Absence] = []
        for absence in index.absences(of: output, in: part).sorted(by: { $0.from < $1.from }) where reach < end {
            let slack = absence.subject == .output(output) ? Self.outputSlack : timeouts.stall.nanoseconds
            let to = absence.to.map(recorded) ?? .max
            guard recorded(absence.from) -| slack <= reach, to >= reach else { continue }
            found.append(absence)
            reach = to
        }
        let slack = next == nil ? Self.shortestRest(timeouts) : timeouts.stall.nanoseconds
        // A file is requested as soon as a camera returns. If the next file begins much later, the absence does not
        // explain the interval.
        let isSoon = next.map { $0 -| timeouts.limit(.nanoseconds(Self.outputSlack)).nanoseconds <= reach } ?? false
        if isSoon, let next { reach = max(reach, next) }
        guard !found.isEmpty, planted(.anyAbsenceExcuses) || end -| slack <= reach else { return [] }
        return found
    }

    /// Returns how long before the end of a take, in nanoseconds, the last new file may begin. An input that returns
    /// later gets no new file, or a file without a frame if its camera is slow. The length follows from
    /// `SessionSettings.openLead`, `shortestFile` and the delay of the report.
    private static func shortestRest(_ timeouts: FrameTimeouts) -> Int64 {
        timeouts.limit(.milliseconds(1500)).nanoseconds
    }
}

extension CutList {
    /// Returns how many nanoseconds before the end `last` of a file the next file begins at `start`; negative if it
    /// begins later. Pauses do not count, so a file that extends into a pause ends where the pause begins. Otherwise, a
    /// camera that was lost during the pause and returned with other frame times could seem to overlap.
    fileprivate func overlap(_ last: Int64, _ start: Int64) -> Double {
        Double(
            recorded(RunningTime(nanoseconds: last)).nanoseconds
                -| recorded(RunningTime(nanoseconds: start)).nanoseconds)
    }

    /// Returns the total length, in nanoseconds, of the pauses between the end `last` of a file and the start of the
    /// next file. `frame` is the length of a frame in nanoseconds; a pause may begin or end that much outside.
    fileprivate func within(_ last: Int64, _ start: Int64, _ frame: Double) -> Int64 {
        length(
            from: RunningTime(nanoseconds: last), to: RunningTime(nanoseconds: start), slack: Int64(saturating: frame))
    }
}
