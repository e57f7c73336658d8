package import DualCamPlan

/// The report about a session that the HTTP interface shows.
///
/// Times are seconds of the session's recorded time: 0 is the start of the recording, and pauses and gaps are left out.
/// The `start` of a file is its position in this time, so that players of several files can show the same instant.
struct SessionReport: Sendable {
    /// The maximum number of files that the list of sessions shows for each session.
    private static let mostListed = 60

    private let session: ListedSession
    private let record: SessionRecord
    private let audit: Audit?
    private let files: [RecordedFile]
    private let sizes: [String: Int64]
    /// The derived facts about the streams of each recorded file, such as codecs, keyed by path.
    private let media: [String: JSONValue]
    /// The paths of the recorded files that have a proxy.
    private let proxies: Set<String>
    private let made: [MadeFile]
    private let backups: [SessionBackup]
    private let publications: [Publication]
    private let timeline: RecordedTimeline

    init(_ folder: String) throws(SessionReadFailure) {
        record = try SessionRecord.read(folder, usingLedgerAlone: true, limit: SessionRecord.largestWhileRecording)
        session = ListedSession(folder, limit: SessionRecord.largestWhileRecording)
        audit = record.isFinished ? try Audit.closing(folder) : nil
        let storage = SessionStorage(folder)
        files = record.history.files
        sizes = Dictionary(files.compactMap { file in storage.size(of: file.path).map { (file.path, $0) } }) { one, _ in
            one
        }
        timeline = RecordedTimeline(record.history)
        (media, proxies) = Self.derived(of: files, storage)
        let own = SessionDirectory.ifReadable(record.folder).map { DerivedFiles($0) }
        (made, backups, publications) = (own?.madeFiles ?? [], own?.backups ?? [], own?.publications ?? [])
    }

    private static func derived(
        of files: [RecordedFile], _ storage: SessionStorage
    ) -> (media: [String: JSONValue], proxies: Set<String>) {
        do throws(FolderFailure) {
            let derived = DerivedFiles(try storage.directory())
            guard derived.isThere else { return ([:], []) }
            var (media, proxies): ([String: JSONValue], Set<String>) = ([:], [])
            for file in files {
                guard let facts = try storage.facts(of: file.path) else { continue }
                let known = SessionLibrary.Facts(facts)
                media[file.path] = derived.facts(of: file.name, known)
                if derived.hasProxy(of: file.name, known) { proxies.insert(file.path) }
            }
            return (media, proxies)
        } catch {
            return ([:], [])
        }
    }

    /// The size of this report in the cache, measured as a number of files.
    var cost: Int { files.count + made.count + 1 }

    /// True while a process records into the session.
    var isRecorded: Bool { if case .recording = session.state { true } else { false } }

    /// The recorded files that can be read now, in the order in which they were begun. While a process records into the
    /// session, unfinished files are left out.
    var readable: [RecordedFile] { files.filter { ($0.isFinished || !isRecorded) && sizes[$0.path] != nil } }

    var state: ListedSession.State { session.state }

    var names: RecordedNames {
        RecordedNames(
            outputs: Set(files.map(\.output.rawValue) + session.outputs.map(\.rawValue)).sorted(),
            microphones: record.tracks.flatMap(\.self))
    }

    func file(named name: String) -> RecordedFile? { files.first { $0.name == name } }

    /// The summary of the session as JSON, with the members `id`, `name`, `start` (UTC), `state`, `reason`, `recorded`
    /// (seconds), `bytes`, `cameras`, `files` (the first 60), `file-count`, `marks`, `losses`, `proven`, `tags`,
    /// `rating`, `backed-up`, `clock-corrected` and `start-doubtful`.
    var summary: JSONValue { .object(members(of: files.prefix(Self.mostListed))) }

    /// The complete report of the session as JSON: the members of the summary with all files, and `folder`, `host`,
    /// `dualcam`, `exit-code`, `outputs`, `gaps`, `pauses`, `findings`, `tracks` (the microphones of each sound track),
    /// `made`, `backups` (`to`, `time`, `files`) and `published` (as `Publication.json`).
    var json: JSONValue {
        let more: [JSONValue.Member] = .of([
            "folder": record.folder, "host": record.host, "dualcam": record.version, "exit-code": record.exitCode,
            "outputs": rows, "gaps": gaps, "pauses": pauses, "findings": findings,
            "tracks": record.tracks,
            "made": made.map(\.json), "backups": copies, "published": publications.map(\.json),
        ])
        return .object(members(of: files[...]) + more)
    }

    /// Returns the summary of a session whose records cannot be read, as JSON.
    static func unreadable(_ session: ListedSession) -> JSONValue {
        .of([
            "id": session.name, "name": session.name, "start": session.start.map { WallTime.iso8601($0) },
            "state": session.state.word, "reason": session.state.reason, "recorded": Duration.zero,
            "bytes": session.bytes, "cameras": [String](), "files": [String](), "file-count": 0,
            "marks": [String](), "losses": JSONValue.null, "proven": JSONValue.null, "tags": session.tags.tags,
            "rating": session.tags.rating,
        ])
    }

    private func members(of files: ArraySlice<RecordedFile>) -> [JSONValue.Member] {
        .of([
            "id": session.name, "name": session.title ?? session.name,
            "start": session.start.map { WallTime.iso8601($0) },
            "state": session.state.word, "reason": session.state.reason,
            "recorded": Duration.nanoseconds(session.length), "bytes": session.bytes,
            "cameras": session.cameras, "files": files.map(json),
            "file-count": self.files.count, "marks": marks, "losses": losses, "proven": audit?.proof,
            "tags": session.tags.tags, "rating": session.tags.rating, "backed-up": session.isBackedUp,
            "clock-corrected": session.clockCorrection == 0 ? nil : Duration.nanoseconds(session.clockCorrection),
            "start-doubtful": session.isStartDoubtful,
        ])
    }

    private func json(of file: RecordedFile) -> JSONValue {
        let start = file.summary.flatMap { timeline.recorded($0.start, in: file.part) }
        let length = file.summary?.length
        let proxy: String? = proxies.contains(file.path) ? file.name : nil
        return .of([
            "output": file.output, "segment": file.segment, "path": file.name, "bytes": sizes[file.path],
            "finished": file.isFinished, "frames": file.summary?.frames, "start": start.map(Duration.nanoseconds),
            "end": start.flatMap { start in length.map { .nanoseconds(start) + $0 } },
            "container": file.container?.rawValue, "video": media[file.path]?["video"],
            "audio": media[file.path]?["audio"], "plays": media[file.path]?["plays"],
            "proxy": proxy,
        ])
    }

    private var copies: [JSONValue] {
        backups.map { .of(["to": $0.to, "time": $0.completed.map(WallTime.iso8601), "files": $0.files.count]) }
    }

    private var marks: [JSONValue] {
        record.history.marks.map { mark in
            .of([
                "at": timeline.recorded(mark.at, in: mark.part).map(Duration.nanoseconds), "text": mark.text,
            ])
        }
    }

    private var losses: JSONValue {
        let inputs = record.history.absences.count { if case .input = $0.subject { true } else { false } }
        let known = record.isFinished ? session.losses : nil
        return .of([
            "missing": known?.missing, "dropped": session.losses.dropped, "unaccounted": known?.unaccounted,
            "repeated": known?.repeated, "shed": known?.shed,
            "inputs-lost": inputs, "gaps": session.gaps, "unplayable": session.unplayable,
        ])
    }

    private var rows: [JSONValue] {
        (audit?.rows ?? []).map { row in
            .of([
                "output": row.output, "files": row.files, "frames": row.frames,
                "length": Duration.nanoseconds(row.nanoseconds), "missing": row.missing, "dropped": row.dropped,
                "away": row.away, "unaccounted": row.unaccounted, "repeated": row.repeated, "shed": row.shed,
            ])
        }
    }

    private var gaps: [JSONValue] {
        record.history.gaps.map {
            .of([
                "from": $0.from, "to": $0.to, "seconds": Duration.nanoseconds($0.nanoseconds), "reason": $0.reason,
            ])
        }
    }

    private var pauses: [JSONValue] {
        record.history.parts.indices.flatMap { part in
            record.history.pauses(in: part).cuts.map { cut -> JSONValue in
                .of([
                    "at": timeline.recorded(cut.from, in: part).map(Duration.nanoseconds),
                    "seconds": cut.to.map { Duration.nanoseconds($0.nanoseconds -| cut.from.nanoseconds) },
                ])
            }
        }
    }

    private var findings: [JSONValue] {
        (audit?.findings ?? []).map {
            .of(["severity": "\($0.severity)", "subject": $0.subject, "text": $0.text])
        }
    }
}

extension Audit {
    /// True if the audit's verdict is "proven", false if it is "not proven"; `nil` if it is "unknown".
    fileprivate var proof: Bool? {
        switch verdict {
        case .note: true
        case .unknown: nil
        case .unaccounted, .damaged: false
        }
    }
}

/// The recorded time of a session over all its parts, without pauses and gaps.
package struct RecordedTimeline: Sendable {
    private let history: SessionHistory
    /// The recorded time, in nanoseconds, before the start of each part.
    private let before: [Int64]

    package init(_ history: SessionHistory) {
        self.history = history
        var (sum, before): (Int64, [Int64]) = (0, [])
        for (part, stretch) in history.parts.enumerated() {
            before.append(sum)
            let last = history.files.lazy.filter { $0.part == part }.compactMap { $0.summary?.end }.max()
            let end = max(stretch.end ?? last ?? stretch.start, stretch.start)
            let pauses = history.pauses(in: part)
            sum = sum +| (pauses.recorded(end).nanoseconds -| pauses.recorded(stretch.start).nanoseconds)
        }
        self.before = before
    }

    /// Returns how many nanoseconds were recorded from the session's start to a running time of a part; `nil` if there
    /// is no such part.
    package func recorded(_ time: RunningTime, in part: Int) -> Int64? {
        guard before.indices.contains(part) else { return nil }
        let pauses = history.pauses(in: part)
        let start = pauses.recorded(history.parts[part].start).nanoseconds
        return max(0, before[part] +| (pauses.recorded(time).nanoseconds -| start))
    }
}
