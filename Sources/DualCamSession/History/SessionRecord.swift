public import DualCamConfig
import DualCamPlan
import Glibc

/// A session as its folder tells of it: `session.json`, where it can be read, and the ledger.
public struct SessionRecord: Sendable, Equatable {
    /// The folder, as it was asked for, without a slash at its end.
    public var folder: String
    /// The word under `state`: `recording`, `finished`, `unfinished`, `recovered`, or one of a newer version.
    public var state: String
    /// The session's `name`, `host`, version, and pipeline file with what the command line changed in it.
    public var name: String
    public var host: String?
    public var version: String?
    public var pipeline: String?
    public var overrides: [String]
    /// Unix nanoseconds of the first common instant.
    public var start: Int64?
    public var exitCode: Int?
    public var ledger: LedgerText
    public var history: SessionHistory
    /// Frame rates that `session.json` tells, by output.
    public var rates: [OutputName: FrameRate]
    /// `UNFINISHED` is there.
    public var isMarked: Bool
    /// Why `session.json` could not be used and the ledger alone was; `nil` when it could.
    public var manifestProblem: SessionReadFailure?
    /// The members of `session.json` as they were found, but the ledger; empty when it could not be used.
    var members: [JSONValue.Member]

    /// Whether every file was closed and listed, and the mark taken away.
    public var isFinished: Bool { !isMarked && ["finished", "recovered"].contains(state) }

    /// Reads a session's folder. Blocks.
    ///
    /// - Parameter usingLedgerAlone: a `session.json` that is missing or cut is made up for by the ledger, and said in
    ///   `manifestProblem`.
    public static func read(
        _ path: String, usingLedgerAlone: Bool = false
    ) throws(SessionReadFailure) -> SessionRecord {
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let isFolder = Disk.isFolder(folder) else { throw .missing(folder) }
        guard isFolder else { throw .notASession(folder) }
        let isMarked = Disk.size(folder + "/" + SessionFolder.mark) != nil
        let own = try SessionReadFailure.translate { () throws(FolderFailure) in try ownLedger(folder) }
        do throws(SessionReadFailure) {
            let manifest = try manifest(in: folder, isMarked: isMarked || own != nil)
            return SessionRecord(folder, manifest, own, isMarked: isMarked)
        } catch {
            guard usingLedgerAlone, error.canBeMadeUpFor, isMarked else { throw error }
            var record = SessionRecord(folder, .object([]), own, isMarked: isMarked)
            record.manifestProblem = error
            return record
        }
    }

    private static func ownLedger(_ folder: String) throws(FolderFailure) -> LedgerText? {
        let path = folder + "/" + SessionFolder.ledger
        return Disk.size(path) == nil ? nil : LedgerText(try Disk.read(path))
    }

    private static func manifest(in folder: String, isMarked: Bool) throws(SessionReadFailure) -> JSONValue {
        let path = folder + "/" + SessionFolder.manifest
        guard Disk.size(path) != nil else { throw isMarked ? .noManifest(folder) : .notASession(folder) }
        let text = try SessionReadFailure.translate { () throws(FolderFailure) in try Disk.read(path) }
        let value: JSONValue
        do throws(JSONFailure) { value = try JSONValue(parsing: text) } catch { throw .damaged(path, error) }
        guard value.members != nil, value["outputs"]?.list != nil, value["state"]?.text != nil else {
            throw .foreign(path)
        }
        // The first versions wrote no number.
        let format = value["format"].map { $0.count ?? .max } ?? ManifestText.format
        guard format <= ManifestText.format else { throw .newer(path, format: format) }
        return value
    }

    private init(_ folder: String, _ manifest: JSONValue, _ own: LedgerText?, isMarked: Bool) {
        (self.folder, self.isMarked) = (folder, isMarked)
        let repeated = LedgerText(manifest["ledger"]?.list ?? [])
        // After a power cut the repetition may know more than the file it was taken from.
        ledger = own.map { $0.lines.count >= repeated.lines.count ? $0 : repeated } ?? repeated
        members = manifest.members?.filter { $0.key != "ledger" } ?? []
        state = manifest["state"]?.text ?? "unfinished"
        name = manifest["name"]?.text ?? folder.split(separator: "/").last.map(String.init) ?? folder
        (host, version) = (manifest["host"]?.text, manifest["dualcam"]?.text)
        pipeline = manifest["pipeline"]?.text
        overrides = (manifest["overrides"]?.list ?? []).compactMap(\.text)
        exitCode = manifest["exit-code"]?.count
        history = SessionHistory(ledger: ledger.entries, in: folder)
        start =
            (manifest["start"]?["time"]?.text).flatMap { WallTime.unixNanoseconds(iso8601: $0) }
            ?? history.parts.first.map { $0.wallOffset + $0.start.nanoseconds }
        rates = [:]
        for output in manifest["outputs"]?.list ?? [] { take(output) }
    }

    /// What `session.json` tells of an output, where the ledger does not.
    private mutating func take(_ output: JSONValue) {
        guard let name = output["output"]?.text else { return }
        let word = OutputName(name)
        if !history.outputs.contains(word) { history.outputs.append(word) }
        rates[word] = output["rate"].flatMap(FrameRate.init(manifest:))
        for file in output["files"]?.list ?? [] { history.take(file: file, of: word, in: folder) }
    }

    public static func == (left: SessionRecord, right: SessionRecord) -> Bool {
        left.folder == right.folder && left.state == right.state && left.history == right.history
            && left.ledger == right.ledger && left.isMarked == right.isMarked
    }
}

extension SessionHistory {
    /// A file of `session.json`.
    mutating func take(file value: JSONValue, of output: OutputName, in folder: String) {
        guard let name = value["file"]?.text else { return }
        let path = path(of: name, in: folder)
        let request = FileRequest(output: output, segment: value["segment"]?.count ?? 0, path: path)
        add(RecordedFile(request, part: value["part"]?.count ?? 0))
        change(path) { file in
            file.digest = file.digest ?? value["digest"]?.text
            file.size = file.size ?? value["size"]?.whole
            guard file.summary == nil, let frames = value["frames"]?.count, let start = value["start"]?.time,
                let end = value["end"]?.time
            else { return }
            var summary = FileSummary(
                output: output, segment: file.segment, path: path, frames: frames, start: start, end: end)
            // What is neither recorded nor told was a pause.
            let recorded = value["duration"]?.nanoseconds ?? end.nanoseconds - start.nanoseconds
            summary.paused = max(0, end.nanoseconds - start.nanoseconds - recorded)
            file.summary = summary
        }
    }
}

extension FrameRate {
    /// `30`, `"30"` or `"30000/1001"`.
    init?(manifest value: JSONValue) {
        let words = (value.text ?? value.whole.map(String.init) ?? "").split(separator: "/").map { Int($0) }
        guard let top = words.first ?? nil, top > 0, words.count <= 2 else { return nil }
        guard let bottom = words.count == 2 ? words[1] : 1, bottom > 0 else { return nil }
        self.init(top, bottom)
    }
}
