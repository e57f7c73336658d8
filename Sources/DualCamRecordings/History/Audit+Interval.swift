package import DualCamConfig
import DualCamPlan

// MARK: One output over its parts
extension Audit {
    mutating func row(of output: OutputName) -> Row {
        var row = Row(output: output)
        let files = index.files(of: output)
        row.files = files.filter { evidence[$0.path]?.size != nil }.count
        for file in files {
            // If no file was examined, the ledger's number of frames is used.
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
        tellCadences(output)
        if row.rested > 0 {
            add(
                .note, output.rawValue,
                "\(Self.count(row.rested, "frame")) not recorded while \(output.rawValue) was shed, as the ledger says",
                isLoss: true)
        }
        if row.dropped > 0 {
            add(.note, output.rawValue, "\(Self.count(row.dropped, "frame")) dropped, as the ledger says", isLoss: true)
        }
        tellDamaged(output)
        if row.repeated > 0 {
            add(
                .note, output.rawValue,
                "\(Self.count(row.repeated, "picture")) of a camera repeated, as the ledger says")
        }
        return row
    }

    private mutating func judge(_ part: Int, of output: OutputName, into row: inout Row) {
        let files = files(of: output, in: part)
        guard index.frameLength(of: output) != nil, end(of: part) != nil else { return }
        tellOverlaps(of: files, part, output)
        let holes = holes(of: output, in: part, files)
        var missing = missing(in: files, part, output, &row)
        row.missing = row.missing +| missing
        for hole in holes {
            row.shed = row.shed +| hole.leftOut
            if hole.frames == 0 { continue }
            switch hole.cause {
            case .rest:
                row.shed = row.shed +| hole.frames
                row.rested = row.rested +| hole.frames
                continue
            case .absences(let first, let times):
                row.away = row.away +| hole.frames
                let pauses = history.pauses(in: part)
                let ends = [hole.from, hole.to].map { pauses.recorded(RunningTime(nanoseconds: $0)).nanoseconds }
                tell(hole.frames, ends[1] -| ends[0], first, times: times, output)
            case .crash:
                row.away = row.away +| hole.frames
                let lost = Self.count(hole.frames, "frame")
                add(.note, output.rawValue, "\(lost) lost when part \(part + 1) broke off", isLoss: true)
            case nil: missing = missing +| hole.frames
            }
            row.missing = row.missing +| hole.frames
        }
        account(missing, part, output, &row)
    }

    /// Returns the total number of frames that are missing within an output's files, between the first and the last
    /// frame of each file. The number follows from the ledger. If a file on the disk has fewer frames than the ledger
    /// explains, the difference is included. Adds the frames that were left out on purpose to `row.shed`.
    private func missing(in files: [RecordedFile], _ part: Int, _ output: OutputName, _ row: inout Row) -> Int {
        var (told, found) = (0, 0)
        let contents = contents(of: output, in: part)
        for file in files {
            guard let content = contents[file.path] else { continue }
            (told, row.shed) = (told +| content.missing, row.shed +| content.leftOut)
            guard let seen = evidence[file.path]?.content else { continue }
            // If the camera numbers its frames, the times between them prove nothing.
            let lacking = file.summary?.count == nil ? seen.missing : content.missing
            // Frames that the ledger lists and that the shorter file does not contain are missing, too.
            found = found +| max(lacking, content.frames -| seen.frames)
        }
        let excused =
            history.droppedFrames(of: output, in: part) +| absentFromClip(output, part) +| delayed(output, part)
        return told +| max(0, found -| max(told, excused +| frozen(output, part)))
    }

    private func absentFromClip(_ output: OutputName, _ part: Int) -> Int {
        history.losses.absentFromClip[part]?[output] ?? 0
    }

    private func delayed(_ output: OutputName, _ part: Int) -> Int {
        history.losses.delayedClip[part]?[output] ?? 0
    }

    /// Adds a finding to the audit about frames that are missing because the output or its camera was missing.
    ///
    /// - Parameter length: The length of the interval without frames, in nanoseconds of recorded time.
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
        let later = min(missing - dropped - still - absent, delayed(output, part))
        if later > 0 {
            row.away = row.away +| later
            let held = Self.count(later, "frame")
            add(.note, output.rawValue, "\(held) missing where its pictures were made later (`delay`)", isLoss: true)
        }
        let unaccounted = missing - dropped - still - absent - later
        guard unaccounted > 0 else { return }
        row.unaccounted = row.unaccounted +| unaccounted
        let place = history.parts.count > 1 ? " in part \(part + 1)" : ""
        add(
            .unaccounted, output.rawValue,
            "\(Self.count(unaccounted, "frame")) missing\(place), and the ledger does not say why")
    }
}

extension SessionHistory.Loss {
    /// Returns true if the lost frames are missing in the files of the output `name`. This is so if they were lost in
    /// the output's own branches or at its camera. A picture that never arrives at the mixer is not missing in the
    /// combined file, which shows an older picture instead.
    package func isOf(_ name: OutputName) -> Bool {
        if case .mixerInput = branch { return false }
        return output == name || (output == nil && branch.feeds(name))
    }

    fileprivate var isAtCamera: Bool { if case .source = branch { true } else { false } }
}

extension SessionHistory {
    /// Returns the number of frames of an output that the ledger reports as dropped in a part.
    ///
    /// A picture that is lost before conversion to another frame rate does not count, because the converter repeats the
    /// previous picture instead.
    func droppedFrames(of output: OutputName, in part: Int) -> Int {
        let isConverted = convertsRate(of: output, in: part)
        return (losses.droppedByPart[part] ?? []).filter { $0.isOf(output) && !(isConverted && $0.isAtCamera) }
            .reduce(0) { $0 +| $1.count }
    }

    /// Returns how many pictures of an output's camera were lost before they were converted to the output's frame rate.
    /// Parts without such a conversion do not count.
    func lostBeforeConversion(of output: OutputName) -> Int {
        parts.indices.filter { convertsRate(of: output, in: $0) }.reduce(0) { sum, part in
            (losses.droppedByPart[part] ?? []).filter { $0.isOf(output) && $0.isAtCamera }.reduce(sum) {
                $0 +| $1.count
            }
        }
    }
}
