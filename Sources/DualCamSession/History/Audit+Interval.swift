import DualCamConfig
import DualCamPlan

// MARK: One output over its parts
extension Audit {
    /// A stretch without frames in one part of an output.
    private struct Hole {
        var from: Int64
        var to: Int64
        var frames: Int
        /// The number of frames that were left out on purpose, besides.
        var leftOut = 0
    }

    mutating func row(of output: OutputName) -> Row {
        var row = Row(output: output)
        let files = index.files(of: output)
        row.files = files.filter { evidence[$0.path]?.size != nil }.count
        for file in files {
            // Without any evidence it is the ledger alone that is judged.
            let told = evidence.isEmpty ? file.summary?.frames : nil
            row.frames = row.frames +| (evidence[file.path]?.content.frames ?? told ?? 0)
            row.nanoseconds = row.nanoseconds +| (file.summary?.nanoseconds ?? 0)
        }
        if output == .combined { row.repeated = history.losses.repeated.reduce(0) { $0 +| $1.count } }
        if rates[output] == nil, !files.isEmpty {
            add(.note, output.rawValue, "its rate is not told, so that frames were judged by their own distance")
        }
        for part in history.parts.indices { judge(part, of: output, into: &row) }
        tellThinned(output)
        if row.rested > 0 {
            add(
                .note, output.rawValue,
                "\(Self.count(row.rested, "frame")) not recorded while \(output.rawValue) was shed, as the ledger says",
                isLoss: true)
        }
        if row.dropped > 0 {
            add(.note, output.rawValue, "\(Self.count(row.dropped, "frame")) dropped, as the ledger says", isLoss: true)
        }
        if row.repeated > 0 {
            add(
                .note, output.rawValue,
                "\(Self.count(row.repeated, "picture")) of a camera repeated, as the ledger says")
        }
        return row
    }

    private mutating func judge(_ part: Int, of output: OutputName, into row: inout Row) {
        let files = index.files(of: output, in: part).filter { ($0.summary?.frames ?? 0) > 0 }
            .sorted { start($0) < start($1) }
        guard let frame = index.frameLength(of: output), let end = end(of: part) else { return }
        var missing = missing(in: files, part, output, &row)
        row.missing = row.missing +| missing
        for hole in holes(files, part, end, frame, output) {
            row.shed = row.shed +| hole.leftOut
            let absences = absences(coveringAll: hole, part, output, files)
            if hole.frames == 0 { continue }
            if rested(hole, absences, part) {
                row.shed = row.shed +| hole.frames
                row.rested = row.rested +| hole.frames
                continue
            }
            row.missing = row.missing +| hole.frames
            if let first = absences.first {
                row.away = row.away +| hole.frames
                let pauses = history.pauses(in: part)
                let ends = [hole.from, hole.to].map { pauses.recorded(RunningTime(nanoseconds: $0)).nanoseconds }
                tell(hole.frames, ends[1] -| ends[0], first, times: absences.count, output)
            } else if history.parts[part].end == nil, hole.to == end || followsCutFile(hole, files) {
                row.away = row.away +| hole.frames
                let lost = Self.count(hole.frames, "frame")
                add(.note, output.rawValue, "\(lost) lost when part \(part + 1) broke off", isLoss: true)
            } else {
                missing = missing +| hole.frames
            }
        }
        account(missing, part, output, &row)
    }

    /// Counts the frames that are missing between the first and the last one of each file, by what the ledger tells of it, and those
    /// that were left out on purpose. Where a file that was read lacks more than the ledger explains, those count, too.
    private func missing(in files: [RecordedFile], _ part: Int, _ output: OutputName, _ row: inout Row) -> Int {
        var (told, found) = (0, 0)
        let contents = index.contents(of: output, in: part, history, rates[output])
        for file in files {
            guard let content = contents[file.path] else { continue }
            (told, row.shed) = (told +| content.missing, row.shed +| content.leftOut)
            guard let seen = evidence[file.path]?.content else { continue }
            // Frames that the ledger has and a shorter file has not are missing, too.
            found = found +| max(seen.missing, content.frames -| seen.frames)
        }
        let excused = history.droppedFrames(of: output, in: part) +| absentFromClip(output, part)
        return told +| max(0, found -| max(told, excused +| frozen(output, part)))
    }

    /// Counts the frames of an output that were due while nothing ran.
    private func frozen(_ output: OutputName, _ part: Int) -> Int {
        guard let frame = index.frameLength(of: output) else { return 0 }
        let due = history.freezes.filter { $0.part == part }.reduce(0) {
            $0 +| Int(saturating: (Double($1.to.nanoseconds -| $1.from.nanoseconds) / frame).rounded(.up)) +| 1
        }
        guard due > 0 else { return 0 }
        // Files that were read tell which of their frames are missing there.
        let seen = index.files(of: output, in: part).compactMap { evidence[$0.path]?.content.frozen }
        return seen.isEmpty ? due : min(due, seen.reduce(0, +|))
    }

    private func absentFromClip(_ output: OutputName, _ part: Int) -> Int {
        history.losses.absentFromClip[part]?[output] ?? 0
    }

    /// Returns true where an output had no file because it was shed for load or heat, and for nothing else.
    private func rested(_ hole: Hole, _ absences: [SessionHistory.Absence], _ part: Int) -> Bool {
        guard !absences.isEmpty, absences.allSatisfy({ $0.subject == .output(.combined) }) else { return false }
        return history.shed.contains { shed in
            shed.part == part && shed.step == ShedStep.combined.rawValue && shed.from.nanoseconds < hole.to
                && shed.to?.nanoseconds ?? .max > hole.from
        }
    }

    /// Returns true where the hole begins at the end of a file that a crash cut off: the next one may have begun before it was closed.
    private func followsCutFile(_ hole: Hole, _ files: [RecordedFile]) -> Bool {
        files.contains { $0.recovery != nil && $0.summary?.end.nanoseconds == hole.from }
    }

    private func start(_ file: RecordedFile) -> Int64 { file.summary?.start.nanoseconds ?? 0 }

    /// The common end; of a part that broke off, the end of the longest file.
    private func end(of part: Int) -> Int64? {
        history.parts[part].end?.nanoseconds ?? index.end(of: part)
    }

    /// Adds where the part's interval has no file, and where two files overlap. The first frame comes up to a frame after the
    /// common instant, the last one ends up to a frame before the end.
    private mutating func holes(
        _ files: [RecordedFile], _ part: Int, _ end: Int64, _ frame: Double, _ output: OutputName
    ) -> [Hole] {
        var holes: [Hole] = []
        var last = history.parts[part].start.nanoseconds
        let stretches = self.index.thinned(output, in: part)
        let pauses = history.pauses(in: part)
        for (index, file) in files.enumerated() {
            let start = start(file)
            let frames = Double(start -| last -| pauses.within(last, start, frame)) / frame
            let share = stretches.share(from: last -| Int64(saturating: frame), to: start)
            if frames < -0.5, index > 0, pauses.overlap(last, start) > 0.5 * frame {
                let doubled = Self.count(Int(saturating: -frames), "frame")
                add(.unaccounted, file.name, "begins \(doubled) before the end of the file before it")
            } else if frames > (index == 0 ? 1.5 : 0.5) {
                let count = max(1, Int(saturating: frames.rounded(index == 0 ? .down : .toNearestOrEven)))
                let lost = share.lost(among: count +| 1)
                holes.append(Hole(from: last, to: start, frames: lost, leftOut: count -| lost))
            }
            last = max(last, file.summary?.end.nanoseconds ?? start)
        }
        let share = stretches.share(from: last -| Int64(saturating: frame), to: end)
        let whole = Double(end -| last -| pauses.within(last, end, frame)) / frame
        let rest = whole * share.fraction
        if rest > 1.5 {
            let lost = Int(saturating: rest.rounded(.down))
            holes.append(
                Hole(from: last, to: end, frames: lost, leftOut: Int(saturating: whole.rounded(.down)) -| lost))
        }
        return holes
    }

    /// The absences of the output, or of its camera, that make up the hole, one after the other; empty where a part of it lies
    /// in none. A stall is noticed up to a second late, and the files go on where the next one was asked for; a camera that
    /// comes back for less than that has no file in between.
    private func absences(
        coveringAll hole: Hole, _ part: Int, _ output: OutputName, _ files: [RecordedFile]
    ) -> [SessionHistory.Absence] {
        // Recorded times: what was asked for in a pause begins behind it, and a camera that stalls in a pause is missed behind it.
        let (pauses, timeouts) = (history.pauses(in: part), index.timeouts(of: output))
        let recorded = { (time: RunningTime) in pauses.recorded(time).nanoseconds }
        let next = files.first { start($0) >= hole.to }?.boundary.map(recorded)
        let end = recorded(RunningTime(nanoseconds: hole.to))
        var reach = recorded(RunningTime(nanoseconds: hole.from))
        var found: [SessionHistory.Absence] = []
        for absence in index.absences(of: output, in: part).sorted(by: { $0.from < $1.from }) where reach < end {
            let slack: Int64 = absence.subject == .output(output) ? 5_000_000_000 : timeouts.stall.nanoseconds
            let to = absence.to.map(recorded) ?? .max
            guard recorded(absence.from) -| slack <= reach, to >= reach else { continue }
            found.append(absence)
            reach = to
        }
        let slack = next == nil ? Self.shortestRest(timeouts) : timeouts.stall.nanoseconds
        guard !found.isEmpty, end -| slack <= max(reach, next ?? 0) else { return [] }
        return found
    }

    /// What comes back later than this before the common end gets no file any more (`SessionSettings.openLead` and `shortestFile`, and
    /// the moment until it is heard of), or one without a frame of a slow camera, in nanoseconds.
    private static func shortestRest(_ timeouts: FrameTimeouts) -> Int64 {
        timeouts.limit(.milliseconds(1500)).nanoseconds
    }

    /// - Parameter length: nanoseconds of recorded time.
    private mutating func tell(
        _ frames: Int, _ length: Int64, _ absence: SessionHistory.Absence, times: Int, _ output: OutputName
    ) {
        let who =
            switch absence.subject {
            case .input: "its camera"
            case .output: "the output"
            }
        add(
            .note, output.rawValue,
            "\(Self.count(frames, "frame")) (\(Self.seconds(length))) missing while \(who) was away"
                + (times > 1 ? " \(times) times" : ""), isLoss: true)
    }

    private mutating func account(_ missing: Int, _ part: Int, _ output: OutputName, _ row: inout Row) {
        let dropped = min(missing, history.droppedFrames(of: output, in: part))
        row.dropped = row.dropped +| dropped
        let still = min(missing - dropped, frozen(output, part))
        if still > 0 {
            row.away = row.away +| still
            add(.note, output.rawValue, "\(Self.count(still, "frame")) missing while nothing ran", isLoss: true)
        }
        let absent = min(missing - dropped - still, absentFromClip(output, part))
        if absent > 0 {
            row.away = row.away +| absent
            let lacking = Self.count(absent, "frame")
            add(.note, output.rawValue, "\(lacking) missing that its clip does not hold", isLoss: true)
        }
        let unaccounted = missing - dropped - still - absent
        guard unaccounted > 0 else { return }
        row.unaccounted = row.unaccounted +| unaccounted
        let place = history.parts.count > 1 ? " in part \(part + 1)" : ""
        add(
            .unaccounted, output.rawValue,
            "\(Self.count(unaccounted, "frame")) missing\(place), and the ledger does not say why")
    }
}

extension CutList {
    /// Nanoseconds of recorded time by which a file begins before the end of another one. What reaches into a pause ends where that
    /// begins: a camera that was lost in it comes back with frames that lie otherwise.
    fileprivate func overlap(_ last: Int64, _ start: Int64) -> Double {
        Double(
            recorded(RunningTime(nanoseconds: last)).nanoseconds
                -| recorded(RunningTime(nanoseconds: start)).nanoseconds)
    }

    /// Nanoseconds of pauses between a file's last frame and the next one's first.
    fileprivate func within(_ last: Int64, _ start: Int64, _ frame: Double) -> Int64 {
        length(
            from: RunningTime(nanoseconds: last), to: RunningTime(nanoseconds: start), slack: Int64(saturating: frame))
    }
}

extension SessionHistory.Loss {
    /// Returns true when the frames are missing in the output's files: those lost in its own branches, or at its camera. A picture that
    /// never comes to the mixer is not a frame that the combined file lacks: an older one is shown in its place.
    func isOf(_ name: OutputName) -> Bool {
        if case .mixerInput = branch { return false }
        return output == name || (output == nil && branch.feeds(name))
    }
}

extension SessionHistory {
    /// Counts the frames that the ledger tells as dropped of an output in a part.
    func droppedFrames(of output: OutputName, in part: Int) -> Int {
        (losses.droppedByPart[part] ?? []).filter { $0.isOf(output) }.reduce(0) { $0 +| $1.count }
    }
}
