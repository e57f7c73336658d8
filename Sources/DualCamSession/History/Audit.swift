public import DualCamConfig
public import DualCamPlan

/// What a file was found to be when it was read again.
public struct FileEvidence: Sendable, Equatable {
    /// `nil`: there is no such file.
    public var size: Int64?
    /// SHA-256; `nil` when it could not be computed.
    public var digest: String?
    public var content: FileContent

    public init(size: Int64?, digest: String?, content: FileContent) {
        (self.size, self.digest, self.content) = (size, digest, content)
    }
}

/// The arithmetic of `dualcam audit`: a session's ledger against its files. Pure.
///
/// Proven is: every listed file is there with its size and digest and holds the frames that the ledger says; all outputs
/// cover the interval of their part, one file beginning within half a frame of where the one before ended; and every
/// frame that is missing in between was told by the ledger as dropped or left out, or lies where its camera or output was
/// away.
public struct Audit: Sendable, Equatable {
    public enum Severity: Int, Sendable, Comparable, CaseIterable {
        /// Accounted for, or harmless.
        case note
        /// Frames are missing, or too many, and the ledger does not say why.
        case unaccounted
        /// A file is missing or not what it was.
        case damaged

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    public struct Finding: Sendable, Equatable {
        public var severity: Severity
        /// What it is about: a file's name or an output's; empty: the session.
        public var subject: String
        /// Without a full stop.
        public var text: String
    }

    /// One output over all parts.
    public struct Row: Sendable, Equatable {
        public var output: OutputName
        public var files = 0
        public var frames = 0
        /// Length of all files in nanoseconds.
        public var nanoseconds: Int64 = 0
        /// Frames missing between the files' first and last, and of those: told as dropped, lying where a camera or the
        /// output was away, and neither.
        public var missing = 0
        public var dropped = 0
        public var away = 0
        public var unaccounted = 0
        /// Frames in which a camera's picture was an older one.
        public var repeated = 0
    }

    public internal(set) var findings: [Finding] = []
    public internal(set) var rows: [Row] = []

    /// The worst of all findings; `note`: proven.
    public var verdict: Severity { findings.map(\.severity).max() ?? .note }

    let history: SessionHistory
    let rates: [OutputName: FrameRate]
    let evidence: [String: FileEvidence]

    /// - Parameters:
    ///   - evidence: by path.
    ///   - foreign: names in the folder that are not the session's.
    public init(_ record: SessionRecord, evidence: [String: FileEvidence], foreign: [String]) {
        (history, rates, self.evidence) = (record.history, record.rates, evidence)
        judgePapers(record)
        for file in history.files { judge(file) }
        for output in outputs { rows.append(row(of: output)) }
        for name in foreign { add(.note, name, "is not the session's; it was left alone") }
    }

    private var outputs: [OutputName] {
        history.files.reduce(into: history.outputs) { if !$0.contains($1.output) { $0.append($1.output) } }
    }

    mutating func add(_ severity: Severity, _ subject: String, _ text: String) {
        findings.append(Finding(severity: severity, subject: subject, text: text))
    }

    private mutating func judgePapers(_ record: SessionRecord) {
        if record.isMarked {
            add(.damaged, "", "the session is unfinished; run 'dualcam recover \(record.folder)' first")
        }
        if history.parts.isEmpty { add(.note, "", "the ledger tells of no recording") }
        if record.ledger.damaged > 0 {
            add(.note, "", "\(Self.count(record.ledger.damaged, "line")) of the ledger cannot be read")
        }
        for (kind, count) in record.ledger.unknownKinds.sorted(by: { $0.key < $1.key }) {
            add(.note, "", "\(Self.count(count, "entry", "entries")) '\(kind)' of a newer version were left aside")
        }
        for gap in history.gaps {
            add(
                .note, "",
                "nothing was recorded for \(Self.seconds(gap.nanoseconds)) from \(gap.from) on: \(gap.reason)")
        }
    }

    /// `3 frames`
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `1.250 s`
    static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        return "\(milliseconds / 1000).\(Wording.padded(milliseconds.magnitude % 1000, to: 3)) s"
    }
}

// MARK: One file
extension Audit {
    private mutating func judge(_ file: RecordedFile) {
        let name = file.name
        guard let found = evidence[file.path], let size = found.size else {
            let wasNeverMade = history.unplayable.contains(file.path) && file.size == nil
            return add(
                wasNeverMade ? .note : .damaged, name,
                wasNeverMade ? "is not there: it was deleted, or never made" : "is missing")
        }
        if let listed = file.size, listed != size {
            add(.damaged, name, "has \(size) bytes, listed are \(listed)")
        }
        judgeDigest(file, name, found)
        if history.unplayable.contains(file.path) {
            let hasBegun = !history.unbegun.contains(file.path)
            add(
                .note, name,
                hasBegun ? "cannot be played: a crash ended it too early" : "had not begun when a crash came")
        } else {
            judgeContent(file, name, found.content)
        }
    }

    private mutating func judgeDigest(_ file: RecordedFile, _ name: String, _ found: FileEvidence) {
        guard let listed = file.digest else { return add(.note, name, "has no digest, so that it cannot be compared") }
        guard let digest = found.digest else { return add(.damaged, name, "cannot be read to its end") }
        if digest != listed { add(.damaged, name, "is not what was recorded: its SHA-256 differs") }
    }

    private mutating func judgeContent(_ file: RecordedFile, _ name: String, _ content: FileContent) {
        if let problem = content.problem, !history.recovered.contains(file.path) {
            add(.damaged, name, "cannot be read to its end: \(problem)")
        }
        guard let summary = file.summary else { return add(.damaged, name, "was never finished") }
        if content.frames != summary.frames {
            add(.unaccounted, name, "holds \(Self.count(content.frames, "frame")), the ledger says \(summary.frames)")
        }
        judgeLength(summary, name, content)
    }

    /// The camera's clock may differ from the pipeline's by 200 millionths.
    private mutating func judgeLength(_ summary: FileSummary, _ name: String, _ content: FileContent) {
        guard content.frames > 1, let frame = frameLength(of: summary.output) else { return }
        let listed = Double(summary.end.nanoseconds - summary.start.nanoseconds - summary.paused)
        let found = Double(content.end - content.first)
        if abs(listed - found) > max(frame / 2, listed * 0.0002) {
            let told = "\(Self.seconds(Int64(found))), the ledger says \(Self.seconds(Int64(listed)))"
            return add(.unaccounted, name, "is \(told) long")
        }
        let off = Double(content.frames + content.missing + content.leftOut) - listed / frame
        guard abs(off) > max(0.5, listed / frame * 0.0002) else { return }
        let frames = Self.count(Int(abs(off).rounded()), "frame")
        add(.unaccounted, name, "has \(frames) \(off < 0 ? "less" : "more") than its length at the output's rate")
    }

    /// In nanoseconds: by the output's rate or, where that is not told, by the distance of its files' frames.
    func frameLength(of output: OutputName) -> Double? {
        if let rate = rates[output] { return 1e9 / rate.framesPerSecond }
        let contents = history.files.filter { $0.output == output }.compactMap { evidence[$0.path]?.content }
        guard let content = contents.max(by: { $0.frames < $1.frames }), content.frames > 1 else { return nil }
        return Double(content.end - content.first) / Double(content.frames + content.missing)
    }
}
