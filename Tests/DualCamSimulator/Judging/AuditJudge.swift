import DualCamConfig
import DualCamPlan

@testable import DualCamRecordings

/// Checks what a session's ledger says about parts and gaps, and whether the audit would notice a loss.
struct AuditJudge {
    let world: World

    init(_ world: World) { self.world = world }

    /// Runs all checks of a session's audit and ledger. Records each violation in the world.
    ///
    /// - Parameter origin: The path of the session's folder before a user moved it.
    func judge(_ audit: Audit, _ record: SessionRecord, _ origin: String) {
        guard !world.truth.isLedgerShort else { return }
        checkParts(record, origin)
        checkGaps(record.history, origin)
        checkLength(origin)
        checkExcuses(audit, record)
        checkEvidence(audit, record)
        checkNumbers(audit, record)
    }

    // MARK: Numbers
    /// Checks that the audit counts the lost frames that a camera's frame numbers reveal, within files and between
    /// them. Leaves out files of which a part was lost later; other checks cover those.
    private func checkNumbers(_ audit: Audit, _ record: SessionRecord) {
        let inodes = Dictionary(world.disk.recorded.filter { $0.links > 0 }.map { ($0.path, $0) }) { $1 }
        let cameras = Set(world.scenario.inputs.map(\.rawValue))
        var (lost, ends): ([OutputName: Int], [OutputName: Int]) = ([:], [:])
        let files = record.history.files.filter { cameras.contains($0.output.rawValue) && $0.recovery == nil }
        for file in files.sorted(by: { ($0.part, $0.segment) < ($1.part, $1.segment) }) {
            guard let summary = file.summary, let media = inodes[file.path]?.media, media.frames == summary.frames,
                let first = media.first
            else { continue }
            guard let count = summary.count else {
                world.breach(.numbersCount, "\(file.path) tells nothing of its camera's numbers")
                continue
            }
            let told = count.missing(among: summary.frames)
            if told != media.lost {
                world.breach(
                    .numbersCount, "\(file.path) lacks \(media.lost) frames, and \(told) by its camera's numbers")
            }
            lost[file.output, default: 0] += media.lost + (count.before ?? 0)
            if count.before != nil, let end = ends[file.output], first < end {
                world.breach(.numbersCount, "\(file.path) begins with a frame that another file has")
            }
            ends[file.output] = media.end
        }
        for row in audit.rows where row.missing < lost[row.output] ?? 0 {
            world.breach(
                .numbersCount,
                "\(row.output) lacks \(lost[row.output] ?? 0) frames in \(record.folder), and \(row.missing) by audit")
        }
    }

    // MARK: Parts
    private func checkParts(_ record: SessionRecord, _ origin: String) {
        guard record.history.parts.count == world.truth.begun[origin] else { return }
        let inodes = Dictionary(world.disk.recorded.filter { $0.links > 0 }.map { ($0.path, $0) }) { $1 }
        for file in record.history.files {
            guard let part = inodes[file.path]?.part?.index, part != file.part else { continue }
            world.breach(
                .rightPart, "\(file.path) was written in part \(part + 1), and is listed in part \(file.part + 1)")
        }
    }

    // MARK: Gaps
    /// Checks the length of the gap between two parts. Skips gaps in which the wall clock was set, because their length
    /// is unknown.
    private func checkGaps(_ history: SessionHistory, _ origin: String) {
        let (spans, gaps) = (
            world.truth.spans[origin] ?? [], history.gaps.filter { $0.reason != SessionHistory.Gap.frozen }
        )
        guard spans.count == history.parts.count, gaps.count == spans.count - 1 else { return }
        for (index, gap) in gaps.enumerated() {
            let (before, behind) = (spans[index], spans[index + 1])
            guard let last = before.lastWritten, before.shift.begin == behind.shift.begin,
                gap.reason != StopReason.folderLost.rawValue
            else { continue }
            let length = behind.begun - last
            if abs(length - gap.nanoseconds) > 2 * Span.second {
                let told = "\(gap.nanoseconds / Span.millisecond) ms are told (\(gap.reason))"
                world.breach(.gapLength, "a gap of \(length / Span.millisecond) ms in \(origin), and \(told)")
            }
        }
    }

    // MARK: Length
    /// Checks `recording.duration`. It counts from the first frame, includes the time between two workers, and excludes
    /// pauses.
    private func checkLength(_ origin: String) {
        let (recording, kinds) = (world.scenario.pipeline.recording, Set(world.scenario.faults.map(\.kind)))
        let (spans, pauses) = (world.truth.spans[origin] ?? [], world.truth.pauses[origin] ?? [])
        guard let duration = recording.duration, recording.until == nil, !world.scenario.serves,
            world.truth.reasons[origin] == .duration, kinds.isDisjoint(with: [.clockJumps, .suspends, .folderMoves]),
            !world.truth.hasTrouble || kinds.isSubset(of: [.workerDies, .command, .framesDrop]),
            spans.count == pauses.count,
            !pauses.contains(where: \.isOpen), let first = spans.first, let last = spans.last?.lastWritten
        else { return }
        let paused = pauses.flatMap(\.cuts).reduce(Int64(0)) { sum, cut in
            sum + (cut.to.map { $0.nanoseconds - cut.from.nanoseconds } ?? 0)
        }
        let length = last - first.begun - paused
        if abs(length - duration.nanoseconds) > 2 * Span.second {
            world.breach(.isAsLong, "\(origin) is \(length / Span.millisecond) ms long, and not \(duration)")
        }
    }

    // MARK: Excuses
    /// Checks that the audit does not accept a file that lacks a frame or was replaced by another.
    private func checkEvidence(_ audit: Audit, _ record: SessionRecord) {
        guard audit.verdict == .note,
            let file = record.history.files.first(where: { $0.recovery == nil && $0.digest != nil }),
            let found = audit.evidence[file.path], found.content.frames > 1
        else { return }
        var (fewer, other) = (found, found)
        fewer.content.frames -= 1
        other.digest = "0"
        for (what, evidence) in [("lacks a frame", fewer), ("is another one", other)] {
            var all = audit.evidence
            all[file.path] = evidence
            guard Audit(record, evidence: all, foreign: []).verdict == .note else { continue }
            world.breach(.auditIsTrue, "\(file.path) \(what), and audit says that all is proven")
        }
    }

    /// Checks that the audit notices a missing file even if the ledger does not mention it. Frames that were recorded
    /// while nothing was wrong are then missing without an excuse.
    private func checkExcuses(_ audit: Audit, _ record: SessionRecord) {
        guard audit.verdict == .note else { return }
        let history = record.history
        for file in history.files {
            guard let summary = file.summary, file.recovery == nil, history.parts.indices.contains(file.part),
                history.parts[file.part].end != nil, summary.nanoseconds > 10 * Span.second,
                summary.frames > 50 + 2 * history.droppedFrames(of: file.output, in: file.part),
                !(file.output == .combined && history.shed.contains { $0.part == file.part })
            else { continue }
            var poorer = record
            poorer.history.index.forget { $0.path == file.path }
            var evidence = audit.evidence
            evidence[file.path] = nil
            guard Audit(poorer, evidence: evidence, foreign: []).verdict == .note else { continue }
            let length = summary.nanoseconds / Span.millisecond
            return world.breach(
                .excuseIsShort, "without \(file.path) (\(length) ms) audit still says that all is proven")
        }
    }
}
