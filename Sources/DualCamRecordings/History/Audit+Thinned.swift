import DualCamConfig
import DualCamPlan

// MARK: Intervals with a reduced frame rate
extension FileContent {
    /// Sets `missing` and `leftOut`, so that frames that were left out on purpose do not count as missing. The two are
    /// distinguished by the distances between the file's frames. Does nothing without the frames' times.
    ///
    /// - Parameters:
    ///   - stretches: The intervals of the file's part in which its output left out frames on purpose.
    ///   - start: The running time of the file's first frame.
    ///   - frame: The length of a frame at the output's full rate, in nanoseconds.
    ///   - pauses: The pauses of the file's part.
    ///   - slack: The possible error of `start`, in nanoseconds.
    mutating func judge(
        by stretches: [SessionHistory.Thinning], from start: RunningTime, frame: Double, _ pauses: CutList = CutList(),
        slack: Int64 = 0
    ) {
        guard times.count > 1, frame > 0 else { return }
        let shift = pauses.recorded(start).nanoseconds -| first
        let running = { (time: Int64) in pauses.running(RunningTime(nanoseconds: time +| shift), .behind).nanoseconds }
        (missing, leftOut) = (0, 0)
        for (before, after) in zip(times, times.dropFirst()) {
            let steps = max(1, Int(saturating: Double(after -| before) / frame))
            let lost = stretches.share(from: running(before) -| slack, to: running(after) +| slack).lost(among: steps)
            missing = missing +| lost
            leftOut = leftOut +| (steps - 1 -| lost)
        }
        // In a file that a crash cut off, the last frame is assumed to last as long as the frame before it.
        guard let last = times.last, end > last,
            stretches.share(from: running(last) -| slack, to: running(end) +| slack) < .full
        else { return }
        leftOut = leftOut +| max(0, Int(saturating: Double(end -| last) / frame) - 1)
    }

    /// Returns true if so many frames are missing that the median distance between frames exceeds one and a half frames
    /// at this rate.
    fileprivate func lacksMost(at rate: FrameRate) -> Bool {
        let distances = zip(times.dropFirst(), times).map { $0 -| $1 }.sorted()
        return distances.isEmpty ? false : Double(distances[distances.count / 2]) > 1.5e9 / rate.framesPerSecond
    }
}

extension [SessionHistory.Thinning] {
    /// Returns the lowest fraction of frames that was recorded at any time between two running times in nanoseconds.
    /// Intervals that overlap this span by less than a millisecond are ignored. If no frames were left out, returns
    /// `full`.
    func share(from: Int64, to: Int64) -> RateShare {
        let slack: Int64 = 1_000_000
        let touched = filter { $0.from.nanoseconds < to -| slack && ($0.to?.nanoseconds ?? .max) > from +| slack }
        return touched.map(\.share).min() ?? .full
    }
}

extension RateShare {
    /// Returns how many frames are missing between two recorded frames if only this fraction of the frames is recorded.
    /// `steps` is the distance of the two frames in frame lengths at the full rate.
    func lost(among steps: Int) -> Int { Swift.max(0, Int(saturating: Double(steps) * fraction) - 1) }
}

extension SessionHistory {
    /// Returns the number of frames missing in a file because the recording process was frozen. This includes the
    /// second before and after each freeze, because data does not flow at once. `frame` is the length of a frame in
    /// nanoseconds.
    fileprivate func missing(
        in content: FileContent, of summary: FileSummary, _ file: RecordedFile, _ frame: Double
    ) -> Int {
        let (pauses, stretches) = (pauses(in: file.part), thinned(file.output, in: file.part))
        let shift = pauses.recorded(summary.start).nanoseconds -| content.first
        let running = { (time: Int64) in pauses.running(RunningTime(nanoseconds: time +| shift), .behind).nanoseconds }
        let slack: Int64 = 1_000_000_000
        return zip(content.times, content.times.dropFirst()).reduce(0) { sum, pair in
            let steps = Int(saturating: (Double(pair.1 -| pair.0) / frame).rounded())
            let (from, to) = (running(pair.0), running(pair.1))
            guard steps > 1,
                freezes.contains(where: {
                    $0.part == file.part && $0.from.nanoseconds -| slack < to && from < $0.to.nanoseconds +| slack
                })
            else { return sum }
            return sum +| stretches.share(from: from, to: to).lost(among: steps)
        }
    }

    /// Returns the intervals of a part in which an output left out frames on purpose.
    func thinned(_ output: OutputName, in part: Int) -> [Thinning] {
        thinned.filter { $0.output == output && $0.part == part }
    }
}

extension Audit {
    /// Returns the possible error, in nanoseconds, of the start of a file that a crash cut off. The file is assumed to
    /// begin at the requested time. It actually begins with its first key frame, which may be later.
    private static func estimatedStart(_ rate: FrameRate) -> Int64 {
        FrameTimeouts(slowest: [rate]).limit(.seconds(1)).nanoseconds
    }

    /// Returns the file's content with the numbers of its missing and left-out frames. They are determined from the
    /// camera's frame numbers or, if there are none, from the frame rate. Without both, they stay as they are.
    static func judged(
        _ content: FileContent, of file: RecordedFile, in history: SessionHistory, _ rate: FrameRate?
    ) -> FileContent {
        var content = content
        if let summary = file.summary, let count = summary.count {
            (content.missing, content.leftOut) = (count.missing(among: summary.frames), count.leftOut)
            content.times = []
            return content
        }
        let stretches = history.thinned(file.output, in: file.part)
        if let summary = file.summary, let rate,
            stretches.share(from: summary.start.nanoseconds, to: summary.end.nanoseconds) < .full
                || content.lacksMost(at: rate)
        {
            content.judge(
                by: stretches, from: summary.start, frame: 1e9 / rate.framesPerSecond, history.pauses(in: file.part),
                slack: file.recovery == nil ? 0 : estimatedStart(rate))
        }
        if let summary = file.summary, let rate, history.freezes.contains(where: { $0.part == file.part }) {
            content.frozen = history.missing(in: content, of: summary, file, 1e9 / rate.framesPerSecond)
        }
        content.times = []
        return content
    }

    /// Adds findings to the audit about how long an output recorded only a fraction of its frames, one for each
    /// fraction.
    mutating func tellThinned(_ output: OutputName) {
        for share in RateShare.allCases.reversed() {
            let stretches = history.thinned.filter { $0.output == output && $0.share == share }
            let whole = stretches.reduce(0) { $0 +| length(of: $1) }
            guard whole > 0 else { continue }
            add(
                .note, output.rawValue,
                "\(share.rawValue) of its frames recorded for \(Self.seconds(whole)), as the ledger says", isLoss: true)
        }
    }

    /// Adds findings to the audit about the intervals in which an output's camera delivered at another rate than
    /// requested. A different rate alone does not mean that frames are missing.
    mutating func tellCadences(_ output: OutputName) {
        tellConversion(output)
        for cadence in history.cadences
        where cadence.input.rawValue == output.rawValue && cadence.isOther && !cadence.isConverted {
            guard let asked = cadence.asked, history.parts.indices.contains(cadence.part) else { continue }
            let start = history.parts[cadence.part].start.nanoseconds
            let place = Self.seconds(max(0, cadence.from.nanoseconds -| start))
            let (found, wanted) = (SessionHistory.Cadence.text(cadence.rate), SessionHistory.Cadence.text(asked))
            let part = history.parts.count > 1 ? " of part \(cadence.part + 1)" : ""
            add(
                .note, output.rawValue,
                "its camera delivered \(found) pictures a second from \(place)\(part) on, where \(wanted) were asked for"
            )
        }
    }

    /// The cameras whose measured rate differed from the requested one for some time. The text is for users, such as
    /// `front at 15 fps where 30 were asked for`.
    package var otherRates: [String] {
        let texts = history.cadences.compactMap { cadence -> String? in
            guard cadence.isOther, !cadence.isConverted, let asked = cadence.asked else { return nil }
            let (found, wanted) = (SessionHistory.Cadence.text(cadence.rate), SessionHistory.Cadence.text(asked))
            return "\(cadence.input) at \(found) fps where \(wanted) were asked for"
        }
        return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Adds a finding to the audit about a camera whose pictures were converted to another rate, because less is proven
    /// for it. Its file contains every frame of the new rate, but the audit does not know how many of these frames show
    /// a new picture.
    private mutating func tellConversion(_ output: OutputName) {
        let converted = history.cadences.filter { $0.input.rawValue == output.rawValue && $0.isConverted }
        guard let rate = rates[output], !converted.isEmpty else { return }
        let found = converted.map { SessionHistory.Cadence.text($0.rate) }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }.enumeration
        add(
            .note, output.rawValue,
            "the \(found) pictures a second of its camera were brought to \(rate): frames are proven by this rate")
        let lost = history.lostBeforeConversion(of: output)
        guard lost > 0 else { return }
        add(
            .note, output.rawValue,
            "\(Self.count(lost, "picture")) of its camera lost, earlier ones shown once more, as the ledger says",
            isLoss: true)
    }

    private func length(of stretch: SessionHistory.Thinning) -> Int64 {
        guard history.parts.indices.contains(stretch.part) else { return 0 }
        let end = stretch.to ?? history.parts[stretch.part].end
        return max(0, (end?.nanoseconds ?? stretch.from.nanoseconds) -| stretch.from.nanoseconds)
    }
}
