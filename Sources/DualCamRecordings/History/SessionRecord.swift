package import DualCamConfig
import DualCamPlan
import Glibc

/// The records of a session as read from its folder: the ledger and, if it can be read, `session.json`.
package struct SessionRecord: Sendable, Equatable {
    /// The path of the session's folder as the caller gave it, without a trailing slash.
    package var folder: String
    /// The session's `state`: `recording`, `finished`, `unfinished`, `recovered`, or a value of a newer dualcam.
    package var state: String
    /// `name`, `host` and `version`: the session's name, the host's name and dualcam's version; `pipeline`: the text of
    /// the pipeline file; `overrides`: the settings that the command line changed.
    package var name: String
    package var host: String?
    package var version: String?
    package var pipeline: String?
    package var overrides: [String]
    /// The time at which the session's recording began, in Unix nanoseconds; `nil` if unknown.
    package var start: Int64?
    /// The exit code of the recording, from `session.json`; `nil` if the recording has not ended or the code is
    /// unknown.
    package var exitCode: Int?
    package var ledger: LedgerText
    /// The history that follows from the ledger.
    package var history: SessionHistory
    /// The nominal frame rates of the outputs, before any reduction, from `session.json`.
    package var rates: [OutputName: FrameRate]
    /// True when the session's folder contains the file `UNFINISHED`, which is removed when all files are closed and
    /// listed.
    package var isMarked: Bool
    /// The reason why `session.json` could not be used and only the ledger was read; `nil` if it could be used.
    package var manifestProblem: SessionReadFailure?
    /// True when the ledger file contains every known line and ends with a line break, so that lines can be appended.
    var hasWholeLedger = false
    /// The members of `session.json` without the ledger; empty if `session.json` could not be used.
    var members: [JSONValue.Member]

    /// The maximum size, in bytes, of a ledger or `session.json` that is read in a process that also records. Other
    /// processes accept larger files.
    package static let largestWhileRecording: Int64 = 64 << 20

    /// True when every file of the session was closed and listed, and the `UNFINISHED` file was removed.
    package var isFinished: Bool { !isMarked && ["finished", "recovered"].contains(state) }

    /// The names of the microphones in each audio track; a single empty list if the tracks have no titles.
    package var tracks: [[String]] {
        let outputs = members.first { $0.key == "outputs" }?.value.list ?? []
        let titles = outputs.compactMap { $0["tracks"]?.list?.compactMap(\.text) }.first ?? []
        return titles.isEmpty ? [[]] : titles.map { $0.split(separator: "+").map(String.init) }
    }

    /// Reads a session's records from its folder. Blocks. Throws `SessionReadFailure`.
    ///
    /// - Parameters:
    ///   - usingLedgerAlone: True to use the ledger alone if `session.json` of an unfinished session is missing or
    ///     damaged. The reason is then in `manifestProblem`.
    ///   - limit: The maximum size of the ledger and of `session.json`, in bytes. Larger files are not read.
    package static func read(
        _ path: String, usingLedgerAlone: Bool = false, limit: Int64 = SessionFolder.largestRecord
    ) throws(SessionReadFailure) -> SessionRecord {
        let directory = try SessionReadFailure.opening(path)
        let folder = directory.path
        let isMarked = directory.has(.mark)
        let own = try SessionReadFailure.translate(directory.text(of: .ledger, upTo: limit).map { LedgerText($0) })
        do throws(SessionReadFailure) {
            let manifest = try manifest(in: directory, isMarked: isMarked || own != nil, limit)
            return SessionRecord(folder, manifest, own, isMarked: isMarked)
        } catch {
            guard usingLedgerAlone, error.canBeMadeUpFor, isMarked else { throw error }
            var record = SessionRecord(folder, .object([]), own, isMarked: isMarked)
            record.manifestProblem = error
            return record
        }
    }

    private static func manifest(
        in directory: SessionDirectory, isMarked: Bool, _ limit: Int64
    ) throws(SessionReadFailure) -> JSONValue {
        let path = directory.path(of: .manifest)
        let found = try SessionReadFailure.translate(directory.text(of: .manifest, upTo: limit))
        guard let text = found else {
            throw isMarked ? .noManifest(directory.path) : .notASession(directory.path)
        }
        let value: JSONValue
        do throws(JSONFailure) { value = try JSONValue(parsing: text) } catch { throw .damaged(path, error) }
        guard value.members != nil, value["outputs"]?.list != nil, value["state"]?.text != nil else {
            throw .foreign(path)
        }
        // The first versions of dualcam wrote no format number.
        let format = value["format"].map { $0.count ?? .max } ?? Manifest.format
        guard format <= Manifest.format else { throw .newer(path, format: format) }
        if let refused = ReadingRange.firstRefused(in: value, besides: ["ledger"]) {
            throw .impossible(path, refused)
        }
        return value
    }

    private init(_ folder: String, _ manifest: JSONValue, _ own: LedgerText?, isMarked: Bool) {
        (self.folder, self.isMarked) = (folder, isMarked)
        let repeated = LedgerText(manifest["ledger"]?.list ?? [])
        // After a power cut, the copy of the ledger in `session.json` may contain more lines than the ledger file does.
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
            ?? history.parts.first?.wallStart
        rates = [:]
        // If the clock was corrected during the recording, the start is corrected, too.
        if let told = start { start = told +| history.wallClock.correction }
        var known = Set(history.outputs)
        for output in manifest["outputs"]?.list ?? [] { read(output, &known) }
    }

    /// The recorded SHA-256 of the colour tables and overlay images that were used for the combined picture, keyed by
    /// their paths.
    package var pictureDigests: [String: String] {
        let lists = ["colour-tables", "overlay-images"].flatMap { key in
            members.first { $0.key == key }?.value.list ?? []
        }
        let pairs = lists.compactMap { entry -> (String, String)? in
            guard let path = entry["file"]?.text, let digest = entry["digest"]?.text, !digest.isEmpty else {
                return nil
            }
            return (path, digest)
        }
        return Dictionary(pairs) { $1 }
    }

    /// Adds an output that `session.json` lists, with its rate and those facts about its files that the ledger does not
    /// contain.
    private mutating func read(_ output: JSONValue, _ known: inout Set<OutputName>) {
        guard let name = output["output"]?.text else { return }
        let word = OutputName(name)
        if known.insert(word).inserted { history.outputs.append(word) }
        rates[word] = output["rate"].flatMap(FrameRate.init(manifest:))
        for file in output["files"]?.list ?? [] { history.add(file: file, of: word, in: folder) }
    }

    /// The process that records into the session's folder now, as `pid N on HOST since TIME`; `nil` if none is found.
    package var holder: String? {
        guard isMarked else { return nil }
        do throws(FolderFailure) { return try FolderLock.holder(of: folder) } catch { return nil }
    }
}

extension SessionHistory {
    /// Adds a file that `session.json` lists, or completes a known file with its digest, size and summary.
    mutating func add(file value: JSONValue, of output: OutputName, in folder: String) {
        guard let name = value["file"]?.text else { return }
        let path = path(of: name, in: folder)
        let request = FileRequest(output: output, segment: value["segment"]?.count ?? 0, path: path)
        add(RecordedFile(request, part: value["part"]?.count ?? 0))
        index.change(path) { file in
            file.digest = file.digest ?? value["digest"]?.text
            file.size = file.size ?? value["size"]?.whole
            guard file.summary == nil, let frames = value["frames"]?.count, let start = value["start"]?.time,
                let end = value["end"]?.time
            else { return }
            var summary = FileSummary(
                output: output, segment: file.segment, path: path, frames: frames, start: start, end: end)
            // If the recorded duration is shorter than the time from start to end, the difference was a pause.
            let recorded = value["duration"]?.nanoseconds ?? end.nanoseconds -| start.nanoseconds
            summary.paused = max(0, end.nanoseconds -| start.nanoseconds -| recorded)
            file.summary = summary
        }
    }
}

extension FrameRate {
    /// Parses a frame rate from `session.json`: `30`, `"30"` or `"30000/1001"`. It must be 1/1000 to 1000 frames per
    /// second; `nil` for anything else.
    init?(manifest value: JSONValue) {
        let words = (value.text ?? value.whole.map(String.init) ?? "").split(separator: "/").map { Int($0) }
        let (parts, rates) = (1...1_000_000_000, 0.001...1000)
        guard let top = words.first ?? nil, words.count <= 2, let bottom = words.count == 2 ? words[1] : 1,
            parts.contains(top), parts.contains(bottom), rates.contains(Double(top) / Double(bottom))
        else { return nil }
        self.init(top, bottom)
    }
}
