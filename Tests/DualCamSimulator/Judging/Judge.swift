import DualCamConfig
import DualCamPlan
import Kernel

@testable import DualCamRecordings
@testable import DualCamSession

/// Checks what is left on the disk after a run. It first repairs what a user would repair, then compares the result
/// with what really happened.
struct Judge {
    let world: World
    /// The paths of the files that sessions list.
    private var listed: Set<String> = []
    /// The sessions that the audit does not prove, each with the audit's words.
    private var doubts: [(folder: String, text: String)] = []
    /// The rows of all audits.
    private var rows: [Audit.Row] = []

    init(_ world: World) { self.world = world }

    mutating func judge() {
        repair()
        let folders = sessions()
        checkMarks(folders)
        for folder in folders where isMarked(folder) { recover(folder) }
        // A power cut during a recovery may have restored the marker of an unfinished session.
        for folder in folders where isMarked(folder) { Recovery(world).recover(folder) }
        for folder in folders where hasBegun(folder) { audit(folder) }
        checkExit()
        checkWhole()
        RetentionJudge(world).judgeEnd()
        checkLoss()
        checkTrespasses()
        checkFiles()
    }

    /// Mounts the disks again and removes their faults.
    private func repair() {
        let disk = world.disk
        disk.mount(1)
        for index in disk.volumes.indices {
            disk.volumes[index].refusal = nil
            disk.volumes[index].failures = []
            disk.volumes[index].foreignBytes = 0
            disk.volumes[index].capacity += 1 << 40
        }
    }

    /// Returns the folders of the sessions that this run recorded.
    private func sessions() -> [String] {
        guard let directory = world.disk.find(Scenario.directory) else { return [] }
        let spare = world.disk.find(Scenario.fallback)
        let older = ["holiday", "broken", "sly", "link"]
        let names = directory.sortedNames.filter { !$0.hasPrefix("old-") && !older.contains($0) }
        let namesakes = directory.sortedNames.filter { directory.names[$0]?.names["letter.txt"] != nil }
        let own =
            names.filter { !namesakes.contains($0) }.map { Scenario.directory + "/" + $0 }
            + (spare?.sortedNames ?? []).map { Scenario.fallback + "/" + $0 }
        return own.filter { path in
            let folder = world.disk.find(path)
            return folder?.kind == .folder
                && (folder?.names[SessionFolder.manifest] != nil || folder?.names[SessionFolder.mark] != nil)
        }
    }

    /// Returns the path of a session's folder before a user moved it.
    private func origin(of folder: String) -> String { folder.replacing("/moved-", with: "/") }

    private func isMarked(_ folder: String) -> Bool { world.disk.find(folder)?.names[SessionFolder.mark] != nil }

    /// True if the session has recorded something; an empty session proves nothing.
    private func hasBegun(_ folder: String) -> Bool {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return world.truth.begun.keys.contains { $0.hasSuffix("/" + name) || name == "moved-" + Disk.name(of: $0) }
    }

    /// Checks that no session is left to be recovered if the exit code is 0.
    private func checkMarks(_ folders: [String]) {
        guard world.exit == .finished, !world.isCutOff, !world.scenario.serves, !world.truth.isLedgerHurt,
            let marked = folders.first(where: { isMarked($0) && hasBegun($0) })
        else { return }
        world.breach(.exitIsTrue, "the exit code is 0, and \(marked) is not finished")
    }

    // MARK: Recovery
    /// Recovers a session, after up to three attempts that are killed at a random call.
    private func recover(_ folder: String) {
        let recovery = Recovery(world)
        for _ in 0..<world.random.number(0...3) {
            recovery.recover(folder, lives: world.random.number(1...200))
            if world.random.isOne(in: 3) { world.disk.cutPower(&world.random) }
            if world.plant == .recoveryNotRepeatable { spoil(folder) }
        }
        for _ in 0..<3 where isMarked(folder) { recovery.recover(folder) }
        if isMarked(folder) {
            world.breach(.repeatable, "\(folder) cannot be finished")
        }
    }

    private func spoil(_ folder: String) {
        guard isMarked(folder) else { return }
        for inode in world.disk.find(folder)?.names.values.sorted(by: { $0.number < $1.number }) ?? [] {
            if let end = inode.media?.end, inode.media?.isClosed == false { inode.media?.cut(to: end - 5) }
        }
    }

    // MARK: Audit
    private mutating func audit(_ folder: String) {
        let system = world.makeSystem()
        defer { world.disk.end(system.process) }
        let (result, record) = SystemAccess.$current.withValue(system) {
            let audit = Result { () throws(SessionReadFailure) in
                try Audit.reading(folder, tools: Recovery.tools(world))
            }
            return (audit, try? SessionRecord.read(folder))
        }
        for file in record?.history.files ?? [] { listed.insert(file.path) }
        // A deletion may have removed only some files; the audit then rightly says that files are missing.
        if world.disk.deletions.contains(folder) { return }
        if record?.state == "recovered", world.scenario.faults.isEmpty, world.scenario.capacity > 1 << 40 {
            world.breach(.spares, "\(folder) had to be recovered, and nothing had gone wrong")
        }
        switch result {
        case .failure(let failure):
            doubts.append((folder, failure.message))
            if !world.truth.isLedgerShort { world.breach(.readable, "\(failure.message)") }
        case .success(let audit):
            compare(audit, folder)
            if let record { AuditJudge(world).judge(audit, record, origin(of: folder)) }
        }
    }

    private mutating func compare(_ audit: Audit, _ folder: String) {
        rows += audit.rows
        for row in audit.rows { compare(row, folder) }
        compare(audit.history, folder)
        guard audit.verdict != .note else { return }
        let findings = audit.findings.filter { $0.severity != .note }
        let text = findings.prefix(3).map { "\($0.subject): \($0.text)" }.joined(separator: "; ")
        doubts.append((folder, "\(folder): \(text)"))
        // Failures during the recording are true, and the exit code has reported them. The same holds for an output
        // without frames, if its take ended before anybody could know that its camera had stalled.
        let isTold = world.truth.told[origin(of: folder)].map { $0 != .finished } ?? false
        let unexpected = findings.filter { !$0.isFailure && !(isTold && $0.isLoss && $0.severity == .unaccounted) }
        if !world.truth.isLedgerShort, !endedAtOnce(folder), !unexpected.isEmpty {
            world.breach(.auditIsTrue, "\(folder) is not proven: \(text)")
        }
    }

    /// True if the session was ended before every output had a frame, and its exit code said so.
    private func endedAtOnce(_ folder: String) -> Bool {
        guard let code = world.truth.told[origin(of: folder)], code != .finished,
            let span = world.truth.spans[origin(of: folder)]?.last
        else { return false }
        return (span.lastWritten ?? span.begun) - span.begun < 100 * Span.millisecond
    }

    /// Checks the ledger's number of parts, the gaps between them, and the dropped frames.
    private func compare(_ history: SessionHistory, _ folder: String) {
        guard !world.truth.isLedgerShort else { return }
        let begun = world.truth.begun[origin(of: folder)] ?? 0
        // A session without frames is discarded, but a power cut may bring back some of its files.
        if history.parts.isEmpty,
            !world.disk.recorded.contains(where: { isIn($0, folder) && $0.media?.frames ?? 0 > 0 })
        {
            return
        }
        // A worker may die between its first frame and the ledger's line about the start.
        if history.parts.count > begun || (history.parts.count < begun && world.truth.brokenParts == 0) {
            world.breach(.auditIsTrue, "\(folder) was recorded in \(begun) parts, it tells of \(history.parts.count)")
        }
        if !world.isCutOff, history.gaps.count < history.parts.count - 1 {
            world.breach(
                .gapsTold, "\(folder) has \(history.parts.count) parts, and tells of \(history.gaps.count) gaps")
        }
        if world.truth.brokenParts == 0, !world.isCutOff { compare(pausesIn: history, folder) }
        for output in world.scenario.outputs {
            let told = history.losses.dropped.filter { $0.output == output }.reduce(0) { $0 + $1.count }
            let dropped = world.truth.dropped[output] ?? 0
            if told > dropped {
                world.breach(.auditIsTrue, "\(told) frames of \(output) are told as dropped, and \(dropped) were")
            }
        }
    }

    private func compare(pausesIn history: SessionHistory, _ folder: String) {
        let told = history.parts.indices.map { history.pauses(in: $0) }
        let cuts = world.truth.pauses[origin(of: folder)] ?? []
        guard told != cuts else { return }
        let words = { (lists: [CutList]) in lists.map { "\($0.cuts)" }.joined(separator: "; ") }
        world.breach(.auditIsTrue, "\(folder) tells of pauses that were others: \(words(told)), not \(words(cuts))")
    }

    private func compare(_ row: Audit.Row, _ folder: String) {
        let files = world.disk.recorded.filter {
            $0.links > 0 && $0.media?.output == row.output && isIn($0, folder) && isListed($0)
        }
        let frames = files.reduce(0) { $0 + ($1.media?.frames ?? 0) }
        guard frames != row.frames, !world.truth.isLedgerShort else { return }
        world.breach(.auditIsTrue, "\(row.output) holds \(frames) frames in \(folder), audit says \(row.frames)")
    }

    /// Returns true if the file is expected in a session's list. A file whose worker died before it had reported that
    /// it records may be listed or not.
    private func isListed(_ inode: Inode) -> Bool { !inode.isUnheardOf || listed.contains(inode.path) }

    private func isIn(_ inode: Inode, _ folder: String) -> Bool {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return inode.path.hasPrefix(folder + "/") || inode.path.hasPrefix("\(Scenario.fallback)/\(name)/")
    }

    // MARK: Exit codes and files
    private func checkExit() {
        guard !world.isCutOff else { return }
        // Lines that a full or slow disk did not take in time are lost with the process.
        if world.truth.isLedgerShort, world.truth.untold > 0 { return }
        if let doubt = doubts.first(where: { isTold($0.folder) }) {
            world.breach(.exitIsTrue, "the exit code is 0, and \(doubt.text)")
        }
        if world.deleted.contains(where: { world.truth.begun[$0] != nil && isTold($0) }) {
            world.breach(.exitIsTrue, "the exit code is 0, and a session was deleted")
        }
    }

    /// True if an exit code said that all is well with a session. With `serve` it is the exit code of the session,
    /// otherwise that of the program.
    private func isTold(_ folder: String) -> Bool {
        (world.scenario.serves ? world.truth.told[origin(of: folder)] : world.exit) == .finished
    }

    /// Checks that the exit code is 0 if nothing went wrong and no frame is missing. Users would ignore a false alarm
    /// and then a true one.
    private func checkWhole() {
        guard !world.isCutOff, let code = world.exit, code != .finished, doubts.isEmpty, !rows.isEmpty,
            !world.truth.hasTrouble, world.truth.brokenParts == 0, world.truth.dropped.isEmpty,
            world.scenario.capacity > 1 << 40, rows.allSatisfy({ $0.frames > 0 && $0.missing == 0 })
        else { return }
        world.breach(.wholeIsZero, "everything is whole, and the exit code is \(code)")
    }

    private func checkLoss() {
        guard let worst = world.truth.worstLoss, let most = world.scenario.pipeline.recording.maxLoss else { return }
        if worst.length > most.nanoseconds + 100 * Span.millisecond {
            world.breach(.maxLoss, "\(worst.length / Span.millisecond) ms of \(worst.output) were lost")
        }
    }

    private func checkTrespasses() {
        guard let first = world.disk.trespasses.first else { return }
        let invariant: Invariant = first.deed == "removes" ? .retentionSpares : .nothingOutside
        world.breach(invariant, "\(first.deed): \(first.path)")
    }

    /// Checks that every file with frames is listed by a session or removed.
    private func checkFiles() {
        guard !world.truth.isLedgerShort else { return }
        for inode in world.disk.recorded where inode.links > 0 && inode.media?.frames ?? 0 > 0 {
            let path = inode.path
            if inode.isUnheardOf { continue }
            if !path.contains("/old-"), !listed.contains(path) {
                world.breach(.filesAccounted, "\(path) is listed nowhere")
            }
        }
    }

    /// Returns the lines of the sessions' ledgers, followed by the content that the simulated graph gave their files.
    func ledgers() -> [String] {
        let system = world.makeSystem()
        defer { world.disk.end(system.process) }
        let records = sessions().compactMap { folder in
            SystemAccess.$current.withValue(system) { try? SessionRecord.read(folder, usingLedgerAlone: true) }
        }
        let files = world.disk.recorded.filter { $0.links > 0 && !$0.path.contains("/old-") }.map { inode in
            let runs = inode.media?.runs.map { "\($0.from)..<\($0.to)" }.joined(separator: ", ") ?? ""
            return "\(inode.path): frames \(runs) from \(inode.media?.grid.origin ?? 0)"
        }
        return records.flatMap { [$0.folder] + $0.ledger.lines } + files
    }
}
