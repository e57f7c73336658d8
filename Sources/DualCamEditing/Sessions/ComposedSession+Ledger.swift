import DualCamConfig
import DualCamPlan
import DualCamRecordings

extension ComposedSession {
    init(_ record: SessionRecord, needsPicture: Bool = true) throws(SessionReadFailure) {
        let history = record.history
        guard record.isFinished else { throw .unfinished(record.folder) }
        guard let timeline = CompositionTimeline(record), let text = record.pipeline else {
            throw .empty(record.folder)
        }
        var files: [OutputName: [File]] = [:]
        for output in history.allOutputs {
            let own = history.files.filter { $0.output == output }
            files[output] = own.compactMap(timeline.file)
        }
        let told = LedgerPicture(record.ledger.entries, timeline)
        let isOfCombined = !files.contains { $0.key != .combined && !$0.value.isEmpty }
        guard !isOfCombined || (!needsPicture && files[.combined]?.isEmpty == false) else {
            throw .empty(record.folder)
        }
        guard told.isTold || !needsPicture else { throw .untold(record.folder) }
        let beginning = Decision(
            at: timeline.clock.unix(at: timeline.start), place: timeline.start, settings: record.overrides,
            directed: [], change: .atOnce)
        let combined = files[.combined] ?? []
        if isOfCombined { files = [Self.picture: combined] }
        let outline = SessionOutline(record, timeline)
        self.init(
            name: record.name, folder: record.folder, pipeline: text, pipelineFolder: told.folder,
            digests: record.pictureDigests, files: files,
            decisions: told.decisions.isEmpty || isOfCombined ? [beginning] : told.decisions, clock: timeline.clock,
            start: outline.moments.whole.lowerBound, end: outline.moments.whole.upperBound,
            tracks: outline.tracks, late: told.late, jumps: told.jumps,
            marks: outline.moments.marks, isOfCombined: isOfCombined)
    }

    /// The name of the output that represents the combined file if no camera has files.
    static let picture = OutputName("picture")
}

extension [String] {
    /// Returns these `KEY=VALUE` settings merged with newer ones, like `[Setting].merged`. Newer values replace older
    /// ones, so the list does not grow with the length of the recording.
    func merged(with newer: [String]) -> [String] {
        compactMap(Setting.init(override:)).merged(with: newer.compactMap(Setting.init(override:))).map(\.override)
    }
}

/// Collects the changes of the combined picture, and its late camera pictures, from the ledger's entries.
private struct LedgerPicture {
    var decisions: [ComposedSession.Decision] = []
    var folder: String?
    var late: [String: [LatePictures.Change]] = [:]
    var jumps: [String: [LatePictures.Jump]] = [:]
    /// True when the ledger contains the settings of the combined picture for the start of every part.
    var isTold = true

    init(_ entries: [LedgerEntry], _ timeline: CompositionTimeline) {
        var (part, settings, directed) = (-1, [String](), [String]())
        for entry in entries {
            switch entry.kind {
            case .adopted: (part, isTold) = (part + 1, false)
            case .recording:
                part += 1
                beginPart(entry.runningTime, part, timeline)
                let picture = entry["picture"]
                guard let list = picture?["settings"]?.list else {
                    isTold = false
                    continue
                }
                folder = picture?["folder"]?.text ?? folder
                (settings, directed) = (list.compactMap(\.text), [])
                add(settings, directed, .atOnce, entry.runningTime, part, timeline)
            case .picture:
                guard let decision = PictureEntry(entry) else { continue }
                directed = directed.merged(with: decision.settings)
                add(settings, directed, decision.change, entry.runningTime, part, timeline)
            case .repeated: note(.repeated, entry, part, timeline)
            case .dropped: note(.lost, entry, part, timeline)
            case .jumped: jump(entry, part, timeline)
            default: continue
            }
        }
        if decisions.isEmpty { isTold = false }
    }

    private mutating func note(
        _ kind: LatePictures.Change.Kind, _ entry: LedgerEntry, _ part: Int, _ timeline: CompositionTimeline
    ) {
        guard case .mixerInput(let camera) = BranchID(ledger: entry["branch"]?.text ?? ""),
            let count = entry["count"]?.count,
            let time = entry.runningTime, let at = timeline.time(of: time, in: part)
        else { return }
        late[camera.rawValue, default: []].append(.init(kind, at: at, count: count))
    }

    /// Records that no camera's pictures are late at the start of a part, because each part has a new mixer.
    private mutating func beginPart(_ time: RunningTime?, _ part: Int, _ timeline: CompositionTimeline) {
        guard let time, let at = timeline.time(of: time, in: part) else { return }
        for camera in jumps.keys { jumps[camera]?.append(.inTime(from: at)) }
    }

    private mutating func jump(_ entry: LedgerEntry, _ part: Int, _ timeline: CompositionTimeline) {
        guard case .mixerInput(let camera) = BranchID(ledger: entry["branch"]?.text ?? "") else { return }
        for told in entry["jumps"]?.list ?? [] {
            // The first recorded picture may be reported before the recording begins.
            let times = (told.list ?? []).compactMap(\.time).compactMap { timeline.time(of: $0, in: max(0, part)) }
            guard times.count == 3 else { continue }
            jumps[camera.rawValue, default: []].append(.init(at: times[0], last: times[1], next: times[2]))
        }
    }

    private mutating func add(
        _ settings: [String], _ directed: [String], _ change: PictureChange, _ time: RunningTime?, _ part: Int,
        _ timeline: CompositionTimeline
    ) {
        guard let time, let at = timeline.unix(of: time, in: part), let place = timeline.time(of: time, in: part) else {
            return
        }
        decisions.append(.init(at: at, place: place, settings: settings, directed: directed, change: change))
    }
}

/// The common timeline of all parts of a session, in nanoseconds, without pauses and gaps.
struct CompositionTimeline: Sendable {
    /// `start`, `end`: the times on the timeline, in nanoseconds, at which the recording starts and ends.
    let start: Int64
    let end: Int64
    let clock: CompositionClock
    /// For each part, the nanoseconds to add to its running time without pauses to get the time on the timeline.
    private let shifts: [Int64]
    private let pauses: [CutList]
    /// For each part, the nanoseconds to add to its running time to get the Unix time.
    private let offsets: [Int64]

    /// Creates the common timeline of a session's parts; `nil` if nothing was recorded.
    init?(_ record: SessionRecord) {
        let history = record.history
        guard let first = history.parts.first else { return nil }
        let recorded = RecordedTimeline(history)
        let rate = record.rates[.combined] ?? record.rates.values.max() ?? FrameRate(30)
        let base = Self.base(before: first.start.nanoseconds, rate)
        let beginning = first.start.nanoseconds -| base
        offsets = history.parts.map(\.wallOffset)
        pauses = history.parts.indices.map { history.pauses(in: $0) }
        var (shifts, stretches, last) = ([Int64](), [CompositionClock.Stretch](), beginning)
        for (index, part) in history.parts.enumerated() {
            let start = pauses[index].recorded(part.start).nanoseconds
            let place = beginning +| (recorded.recorded(part.start, in: index) ?? 0)
            // The frames of later parts are moved so that they fit the frame times of the first part.
            let shift =
                index == 0 ? 0 &- base : planted(.partBetweenFrames) ? place -| start : Self.whole(place -| start, rate)
            shifts.append(shift)
            stretches.append(.init(from: start +| shift, offset: part.wallOffset -| shift, part: index))
            for cut in pauses[index].cuts {
                guard let to = cut.to else { continue }
                let behind = pauses[index].recorded(to).nanoseconds +| shift
                stretches.append(
                    .init(from: behind, offset: part.wallOffset +| to.nanoseconds -| behind, part: index))
            }
            let ends = history.files.filter { $0.part == index }.compactMap { $0.summary?.end }
            last = pauses[index].recorded(part.end ?? ends.max() ?? part.start).nanoseconds +| shift
        }
        (self.shifts, start, end) = (shifts, beginning, last)
        clock = CompositionClock(start: beginning, stretches: stretches)
    }

    /// Returns the largest time, in nanoseconds and not after `time`, that is a whole number of seconds and also a
    /// whole number of frames. The timeline starts at this time, so it has little empty time before the recording.
    private static func base(before time: Int64, _ rate: FrameRate) -> Int64 {
        let unit = Int64(rate.denominator) * 1_000_000_000
        return max(0, time) / unit * unit
    }

    /// Rounds a length in nanoseconds to the nearest whole number of frames, and returns it in nanoseconds.
    private static func whole(_ length: Int64, _ rate: FrameRate) -> Int64 {
        let frame = 1e9 / rate.framesPerSecond
        return Int64(
            saturating: ((Double(length) / frame).rounded(planted(.partRoundedDown) ? .down : .toNearestOrAwayFromZero)
                * frame).rounded())
    }

    /// Returns the time on the timeline, in nanoseconds, for a running time of a part; `nil` if there is no such part.
    func time(of running: RunningTime, in part: Int) -> Int64? {
        guard shifts.indices.contains(part) else { return nil }
        return pauses[part].recorded(running).nanoseconds +| shifts[part]
    }

    /// Returns the Unix time, in nanoseconds, for a running time of a part; `nil` if there is no such part.
    func unix(of running: RunningTime, in part: Int) -> Int64? {
        offsets.indices.contains(part) ? running.nanoseconds +| offsets[part] : nil
    }

    func marks(of history: SessionHistory) -> [SessionMark] {
        history.marks.compactMap { mark in
            time(of: mark.at, in: mark.part).map { SessionMark(text: mark.text, at: $0) }
        }
    }

    /// Returns a recorded file with its position on the timeline; `nil` if it cannot be played.
    func file(_ file: RecordedFile) -> ComposedSession.File? {
        guard let summary = file.summary, summary.frames > 0, file.isPlayable,
            let start = time(of: summary.start, in: file.part), let end = time(of: summary.end, in: file.part)
        else { return nil }
        return .init(
            path: file.path, start: start, end: end, isEstimated: file.recovery != nil, frames: summary.frames,
            digest: file.digest)
    }
}
