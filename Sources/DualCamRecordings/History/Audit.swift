package import DualCamConfig
package import DualCamPlan

/// The size, digest and content of a recorded file, as an audit found them on the disk.
package struct FileEvidence: Sendable, Equatable {
    /// The recorded file's size in bytes; `nil` if the file is missing.
    package var size: Int64?
    /// The recorded file's SHA-256 in hexadecimal digits; `nil` if it could not be computed.
    package var digest: String?
    /// The frames that the file contains.
    package var content: FileContent
}

/// The result of `dualcam audit`: a comparison of a session's ledger with its files. The comparison itself does no I/O;
/// `reading` and `closing` collect the evidence from the files.
///
/// A session is proven if these three conditions hold:
/// - Every listed file exists with its recorded size and digest and contains the frames that the ledger states.
/// - All outputs cover the interval of their part; each file begins within half a frame of the end of the previous one.
/// - Every missing frame is recorded in the ledger as dropped or left out, or falls into an absence of its camera or
///   output.
package struct Audit: Sendable, Equatable {
    /// The severities of findings, from the least severe to the worst.
    package enum Severity: Sendable, Comparable, CaseIterable {
        /// The finding is harmless, or the ledger explains it.
        case note
        /// The number of frames is wrong, and the ledger does not explain why.
        case unaccounted
        /// The ledger does not say what was recorded, so nothing can be proven.
        case unknown
        /// A recorded file is missing or was changed after the recording.
        case damaged
    }

    /// The audit's totals for one output, over all parts of the session.
    package struct Row: Sendable, Equatable {
        package var output: OutputName
        /// The number of the output's files that exist; 0 if only the ledger was examined.
        package var files = 0
        /// The number of frames in the files; if only the ledger was examined, the number that it states.
        package var frames = 0
        /// The total length of all the output's files, in nanoseconds.
        package var nanoseconds: Int64 = 0
        /// `missing`: the number of the output's frames that are in no file. They are counted by reason: `dropped` (as
        /// the ledger reports), `away` (lost during an absence or a freeze) and `unaccounted` (unexplained).
        package var missing = 0
        package var dropped = 0
        package var away = 0
        package var unaccounted = 0
        /// The number of times that the combined file repeats an older picture of a camera because no newer one
        /// arrived in time.
        package var repeated = 0
        /// The number of the output's frames that were left out on purpose to reduce load or heat. They are not
        /// included in the missing frames.
        package var shed = 0
        /// The number of the output's frames left out on purpose in intervals for which the output has no file at all.
        var rested = 0
    }

    package internal(set) var findings: [Finding] = []
    package internal(set) var rows: [Row] = []

    /// The audit's verdict: the worst severity of all its findings. `note` means that the session is proven.
    package var verdict: Severity { findings.map(\.severity).max() ?? .note }

    /// The exit code for the audit's verdict. `dualcam run` also ends with this code unless the recording failed for
    /// another reason.
    package var exit: ExitCode {
        switch verdict {
        case .note: .finished
        case .unaccounted: history.ending?.exit == .unavailable ? .unavailable : .fault
        case .unknown, .damaged: planted(.unknownIsFault) && verdict == .unknown ? .fault : .diskFailed
        }
    }

    let history: SessionHistory
    let rates: [OutputName: FrameRate]
    let evidence: [String: FileEvidence]
    let index: AuditIndex
    /// The reasons why files of the session were not read, keyed by the files' paths.
    private let refused: [String: String]

    /// Creates an audit from a session's records and the evidence of its files.
    ///
    /// - Parameters:
    ///   - evidence: The size, digest and content of each file that exists, keyed by path.
    ///   - foreign: The names in the folder that do not belong to the session.
    ///   - refused: The reasons why files were not read, keyed by path.
    package init(
        _ record: SessionRecord, evidence: [String: FileEvidence], foreign: [String], refused: [String: String] = [:]
    ) {
        (history, rates, self.evidence, self.refused) = (record.history, record.rates, evidence, refused)
        index = AuditIndex(record.history, record.rates, evidence)
        judgeRecords(record)
        for file in history.files { judge(file) }
        for output in history.allOutputs { rows.append(row(of: output)) }
        judgeEmptyOutputs()
        judgeFailures()
        judgeForeign(foreign)
    }

    /// Creates an audit of a session's ledger alone, without looking at the session's files.
    ///
    /// - Parameter rates: The nominal frame rates of the outputs, before any reduction.
    init(_ history: SessionHistory, rates: [OutputName: FrameRate]) {
        (self.history, self.rates, evidence, refused) = (history, rates, [:], [:])
        index = AuditIndex(history, rates, [:])
        for output in history.allOutputs { rows.append(row(of: output)) }
    }

    mutating func add(_ severity: Severity, _ subject: String, _ text: String, isLoss: Bool = false) {
        findings.append(Finding(severity: severity, subject: subject, text: text, isLoss: isLoss))
    }

    private mutating func judgeRecords(_ record: SessionRecord) {
        if record.isMarked {
            add(.damaged, "", "the session is unfinished; run 'dualcam recover \(record.folder)' first")
        }
        judgeLedger(record)
        let link = record.ledger.entries.first { $0.kind == .started }?["continues"]
        if let link, let before = link["folder"]?.text, let reason = link["reason"]?.text {
            add(.note, "", "it goes on with the session in \(before), whose folder was lost: \(reason)")
        }
        if record.ledger.damaged > 0 {
            let lines = Self.count(record.ledger.damaged, "line")
            // Damaged ledger lines can result from a power cut. In a recovered session, everything else was examined.
            add(
                record.state == "recovered" ? .note : .unknown, "",
                "\(lines) of the ledger cannot be read, and what they told is not known")
        }
        for (kind, count) in record.ledger.unknownKinds.sorted(by: { $0.key < $1.key }) {
            add(.note, "", "\(Self.count(count, "entry", "entries")) '\(kind)' of a newer version were left aside")
        }
        for gap in history.gaps {
            let what = gap.reason == SessionHistory.Gap.frozen ? "nothing ran" : "nothing was recorded"
            add(
                .note, "",
                "\(what) for \(Self.seconds(gap.nanoseconds)) from \(gap.from) on: \(gap.reason)",
                isLoss: true)
        }
        tellLostSound()
        for sum in history.signalSums {
            let length = Self.seconds(sum.length.nanoseconds)
            add(.note, "", "\(sum.fault.text(of: sum.input)) for \(length), as the ledger says")
        }
        for sum in history.stillSums {
            let length = Self.seconds(sum.length.nanoseconds)
            add(.note, "", "\(sum.text) for \(length), though its inputs delivered, as the ledger says")
        }
    }

    /// The total time of each signal fault of each input, such as silence or black pictures. No data was lost in that
    /// time.
    package var signals: [SessionHistory.SignalSum] { history.signalSums }

    /// The total time for which each output wrote no frames although its inputs delivered.
    package var still: [SessionHistory.StillSum] { history.stillSums }

    private mutating func judgeLedger(_ record: SessionRecord) {
        if record.hasLostLedger {
            add(.unknown, "", "the ledger is lost: what was recorded is not known")
        } else if history.isAdopted {
            add(
                .unknown, "",
                "the ledger is lost, and the files were found by their tags: what is missing beside them is not known")
        } else if history.parts.isEmpty {
            let hasFrames = evidence.values.contains { $0.content.frames > 0 } && !planted(.unknownPartProven)
            add(
                hasFrames ? .unknown : .note, "",
                hasFrames
                    ? "the ledger has no entry about the recording of these files: missing frames cannot be found"
                    : "the ledger has no entry about a recording")
        }
    }

    /// Adds findings to the audit about files that are not listed in the session's records. If the ledger lists no file
    /// at all, recordings among these files may belong to the session.
    private mutating func judgeForeign(_ names: [String]) {
        for name in names {
            let isDoubtful = history.files.isEmpty && FileName(name)?.isRecording == true && !planted(.doubtfulForeign)
            add(
                isDoubtful ? .unknown : .note, name,
                isDoubtful
                    ? "may be the session's, but the ledger lists no file; it was left alone"
                    : "is not the session's; it was left alone")
        }
    }

    /// Formats a number with its noun, such as `3 frames`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Formats nanoseconds as seconds with three decimal places, such as `1.250 s`.
    static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        return "\(milliseconds / 1000).\(Wording.padded(milliseconds.magnitude % 1000, to: 3)) s"
    }

    // MARK: One file
    private mutating func judge(_ file: RecordedFile) {
        let name = file.name
        if let reason = refused[file.path] { return add(.damaged, name, reason) }
        guard let found = evidence[file.path], let size = found.size else {
            if let reason = file.recovery?.reasonOfAbsence { return add(.note, name, reason) }
            let wasNeverMade = !file.isPlayable && file.size == nil
            return add(
                wasNeverMade ? .note : .damaged, name,
                wasNeverMade ? "is not there: it was deleted, or never made" : "is missing", isLoss: true)
        }
        if let listed = file.size, listed != size {
            add(.damaged, name, "has \(size) bytes, listed are \(listed)")
        }
        judgeDigest(file, name, found)
        if let byte = file.summary?.cutAt {
            add(.damaged, name, "was cut by another process while it was recorded: not whole from byte \(byte) on")
        }
        if !file.isPlayable {
            let hasBegun = file.recovery != .unbegun && file.recovery != .removed
            add(
                .note, name,
                hasBegun ? "cannot be played: a crash ended it too early" : "had not begun when a crash came",
                isLoss: hasBegun)
        } else {
            judgeContent(file, name, found.content)
        }
    }

    private mutating func judgeDigest(_ file: RecordedFile, _ name: String, _ found: FileEvidence) {
        guard let listed = file.digest else { return add(.note, name, "has no digest, so that it cannot be compared") }
        guard let digest = found.digest else { return add(.damaged, name, "cannot be read to its end") }
        if digest != listed, !planted(.digestUnseen) {
            add(.damaged, name, "is not what was recorded: its SHA-256 differs")
        }
    }

    private mutating func judgeContent(_ file: RecordedFile, _ name: String, _ content: FileContent) {
        if let problem = content.problem, file.recovery == nil {
            add(.damaged, name, "cannot be read to its end: \(problem)")
        }
        guard let summary = file.summary else { return add(.damaged, name, "was never finished") }
        if content.frames != summary.frames, !planted(.countUnseen) {
            add(.unaccounted, name, "holds \(Self.count(content.frames, "frame")), the ledger says \(summary.frames)")
        }
        judgeLength(summary, name, content, in: file.part)
    }

    /// Compares a file's length with the ledger, and its number of frames with that length. Adds findings about
    /// differences. After a pause, a slow camera resumes with its next frame, so each pause may change the expected
    /// number by half a frame. The number is not checked if the camera numbers its frames, and less strictly if its
    /// rate was measured.
    private mutating func judgeLength(_ summary: FileSummary, _ name: String, _ content: FileContent, in part: Int) {
        guard content.frames > 1, let lengths = index.frameLengths(of: summary.output, in: part) else { return }
        let listed = Double(summary.nanoseconds)
        let found = Double(content.length)
        if abs(listed - found) > max(lengths.slack * (planted(.twoFramesTolerated) ? 4 : 1), listed * 0.0002) {
            let told =
                "\(Self.seconds(Int64(saturating: found))), the ledger says \(Self.seconds(Int64(saturating: listed)))"
            return add(.unaccounted, name, "is \(told) long")
        }
        if summary.count != nil { return }
        let due = lengths.frames(from: summary.start.nanoseconds, length: listed)
        let off = Double(content.frames +| content.missing +| content.leftOut) - due
        let isSlow = index.timeouts(of: summary.output).isSlow
        let pauses = isSlow ? Double(history.parts.reduce(0) { $0 + $1.pauses.cuts.count }) / 2 : 0
        guard abs(off) > max(planted(.frameTooFewExcused) ? 1.5 : 0.5, due * lengths.tolerance) + pauses else { return }
        let frames = Self.count(Int(saturating: abs(off)), "frame")
        add(.unaccounted, name, "has \(frames) \(off < 0 ? "less" : "more") than its length at the output's rate")
    }

    /// Audits a session by reading and hashing all its files. Blocks. Throws `recording` if it is still being recorded.
    package static func reading(_ folder: String, tools: RecoveryTools) throws(SessionReadFailure) -> Audit {
        let record = try SessionRecord.read(folder)
        if let holder = record.holder { throw .recording(folder, by: holder) }
        let storage = SessionStorage(record.folder)
        var evidence: [String: FileEvidence] = [:]
        var refused: [String: String] = [:]
        for file in record.history.files {
            do throws(FolderFailure) {
                guard let held = try storage.open(file.path, for: .read) else { continue }
                let content = judged(tools.probe(held), of: file, in: record.history, record.rates[file.output])
                // If the digest cannot be computed, the file counts as one that cannot be read to its end.
                evidence[file.path] = FileEvidence(size: held.size, digest: try? tools.digest(held), content: content)
            } catch {
                refused[file.path] =
                    error.refusal == nil
                    ? "cannot be read: \(error.reason)" : "was left alone: '\(file.path)': \(error.reason)"
            }
        }
        let foreign = try SessionReadFailure.translate(SessionFiles(record, in: storage.directory()).unlisted)
        return Audit(record, evidence: evidence, foreign: foreign, refused: refused)
    }

    /// The total size of all existing files of the session, in bytes.
    package var bytes: Int64 { evidence.values.reduce(0) { $0 +| ($1.size ?? 0) } }

    /// True when every existing file of the session has a recorded digest with which its content can be compared.
    package var hasDigests: Bool { history.files.allSatisfy { $0.digest != nil || evidence[$0.path] == nil } }
}
