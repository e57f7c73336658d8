import DualCamConfig
import DualCamPlan
import Glibc

@testable import DualCamRecordings

/// The fuzz targets for the records of a session, which are read, audited, recovered, resumed and checked for their
/// age.
enum SessionFuzz {
    private static let now: Int64 = 1_795_269_903_250_000_000

    private static let unfinished = """
        {"format":1,"name":"pip","state":"recording","end":null,"outputs":[{"output":"back","rate":"30","files":[]}],"ledger":[]}
        """

    static func run(ledger: [UInt8], in folder: String) {
        let session = folder + "/take"
        mkdir(session, 0o700)
        put(Array(unfinished.utf8), session + "/session.json")
        put(ledger, session + "/ledger.jsonl")
        put([], session + "/UNFINISHED")
        look(at: session, in: folder)
    }

    static func run(manifest: [UInt8], in folder: String) {
        let session = folder + "/done"
        mkdir(session, 0o700)
        put(manifest, session + "/session.json")
        look(at: session, in: folder)
    }

    private static func put(_ bytes: [UInt8], _ path: String) {
        guard let stream = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
    }

    private static func look(at session: String, in folder: String) {
        let library = SessionLibrary(folder)
        _ = try? library.page(LibraryQuery())
        _ = try? library.session(Disk.name(of: session)).line
        guard let record = try? SessionRecord.read(session, usingLedgerAlone: true) else { return }
        judge(record)
        goOn(record)
        rewrite(record)
        let sessions = ((try? ListedSession.all(in: folder)) ?? []).filter(\.isFinished)
        for rule in [Retention.age(.seconds(86_400 * 36_500)), .age(.seconds(1)), .size(ByteCount(bytes: 1))] {
            _ = sessions.beyond(rule, kept: 1 << 53, now: now)
        }
    }

    private static func judge(_ record: SessionRecord) {
        var evidence: [String: FileEvidence] = [:]
        for (index, file) in record.history.files.enumerated() {
            let content = Audit.judged(
                content(of: file, index), of: file, in: record.history, record.rates[file.output])
            evidence[file.path] = FileEvidence(size: file.size, digest: file.digest, content: content)
        }
        _ = Audit(record, evidence: evidence, foreign: ["x"]).verdict
    }

    /// Returns the usual content for most files, and sometimes one that only a manipulated file could have.
    private static func content(of file: RecordedFile, _ index: Int) -> FileContent {
        let length = file.summary?.nanoseconds ?? 1_000_000_000
        var content = FileContent(frames: file.summary?.frames ?? 30, end: length)
        switch index % 5 {
        case 1: (content.first, content.end) = (.min, .max)
        case 2: (content.frames, content.missing) = (.max, .max)
        case 3: (content.first, content.end) = (length, 0)
        default: break
        }
        content.times = (0..<20).map { content.first +| content.length / 20 *| $0 }
        return content
    }

    private static func goOn(_ record: SessionRecord) {
        let history = record.history
        _ = history.recorded(until: now)
        for file in history.files.prefix(50) {
            _ = history.start(of: file)
            _ = history.beginning(of: file.segment, file.output, in: file.part)
            guard let summary = file.summary else { continue }
            _ = history.marks.chapters(of: summary, in: file.part, history.pauses(in: file.part))
        }
        _ = history.nextSegment
        StateFuzz.resume(history)
    }

    private static func rewrite(_ record: SessionRecord) {
        let text = RecoveredManifest(record, SessionStorage(record.folder), version: "0.1").text
        precondition((try? JSONValue(parsing: text)) != nil, "a recovered session.json is not JSON")
        let lines = LedgerText(record.ledger.lines.joined(separator: "\n"))
        precondition(
            lines.lines.count == record.ledger.lines.count, "a ledger's lines are others when they are read again")
    }
}
