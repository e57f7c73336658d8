import CommandLine
import Dispatch
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Synchronization

/// The command `dualcam sessions [DIR]`, which lists recorded sessions.
struct SessionsCommand: Command {
    var directory: DirectoryPath?
    var query = LibraryQuery()
    var isFresh = false
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "sessions", "list the sessions in one folder or in all known folders",
        discussion: """
            DIR is the recording directory of a pipeline file, or the folder of one session. Without DIR, lists \
            ~/Videos/DualCam and every folder that was recorded into or listed before, except those that are not there \
            now. Times are in this machine's time zone, as in the names of the folders; in JSON they are UTC.

            Only sessions that meet all criteria are listed. Letter case is ignored.

            Finished sessions are cached in $XDG_CACHE_HOME/dualcam/sessions.sqlite (or ~/.cache), and read again when \
            something in their folders has changed. The file may be deleted at any time.

            Exit codes: 0 listed, 64 DIR does not exist, 74 it cannot be read.
            """,
        examples: ["sessions --name algebra --since 2026-11-01", "sessions . --tag lecture --rating 4 --longer 10min"],
        parameters: [
            .optional(
                "DIR", \.directory, "a folder of sessions, or one session (default: all known folders)",
                completion: .directory)
        ],
        options: LibraryCriterion.all.map { .criterion($0, \.query) } + [
            .flag("fresh", \.isFresh, "ignore the cache and read every session again"),
            .flag("json", \.json, "print a JSON array"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let survey = try await BlockingCalls.perform { () throws(CommandFailure) in try look(in: place) }
        for failure in survey.failures { place.note("warning: \(failure.message)", .warning) }
        place.noteUnnameable(survey.unnameable)
        let sessions = query == LibraryQuery() ? survey.sessions : survey.sessions.filter { query.matches($0) }
        place.output.write(json ? Self.json(sessions) : Self.text(sessions, in: survey.folders))
        return .finished
    }

    private static func json(_ sessions: [ListedSession]) -> TerminalText {
        let parts = inParts(sessions) { some in
            var writer = JSONWriter()
            for index in some.indices {
                if index > some.startIndex { writer.add(",") }
                some[index].write(to: &writer)
            }
            return writer.text
        }
        return TerminalText(json: "[" + parts.joined(separator: ",") + "]")
    }

    /// Formats the listed sessions as text or JSON, in up to four parallel groups, because there may be thousands.
    /// Returns the formatted groups in order.
    private static func inParts<Told: Sendable>(
        _ sessions: [ListedSession], _ tell: @Sendable (ArraySlice<ListedSession>) -> Told
    ) -> [Told] {
        let count = min(4, sessions.count)
        let told = Mutex([Told?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { part in
            let some = tell(sessions[(sessions.count * part / count)..<(sessions.count * (part + 1) / count)])
            told.withLock { $0[part] = some }
        }
        return told.withLock { $0.compactMap(\.self) }
    }

    /// Reads the sessions to list from the recording directories. Throws a failure if a folder given by the user cannot
    /// be read.
    private func look(in place: ProcessEnvironment) throws(CommandFailure) -> SessionIndex.Survey {
        let (index, path) = (place.sessionIndex, directory?.path ?? Self.home(place))
        if directory != nil, SessionFolder.isSession(path) {
            return SessionIndex.Survey(sessions: [ListedSession(path)], folders: [path])
        }
        if directory == nil {
            let survey = index.survey(and: path, isFresh: isFresh)
            if !survey.folders.isEmpty { return survey }
        }
        do throws(FolderFailure) {
            var survey = SessionIndex.Survey()
            survey.add(try index.sessions(in: path, isFresh: isFresh), of: path)
            return survey
        } catch {
            throw CommandFailure(ofSessions: error)
        }
    }

    private static func home(_ place: ProcessEnvironment) -> String {
        let directory = Recording().directory
        return directory.hasPrefix("~/") ? place.environment["HOME", default: ""] + directory.dropFirst() : directory
    }

    static func text(_ sessions: [ListedSession], in folders: [String]) -> TerminalText {
        if sessions.isEmpty { return TerminalText(lines: folders.map { "\($0): no session" }) }
        let parts = inParts(sessions) { some in
            some.map { session in
                TerminalText(lines: [folders.count > 1 ? session.folder : session.name] + session.lines)
            }.joined(separator: "\n")
        }
        return parts.joined(separator: "\n")
    }
}

extension ProcessEnvironment {
    /// Prints a warning for each session whose folder name is not UTF-8, because no command can open such a session.
    func noteUnnameable(_ paths: [String]) {
        for path in paths {
            note(
                "warning: the session '\(path)' is left out: the name of its folder is not UTF-8. Rename it with 'mv'.",
                .warning)
        }
    }
}

extension Argument {
    /// Declares the command-line option for a criterion by which sessions are selected.
    fileprivate static func criterion(
        _ criterion: LibraryCriterion, _ path: StoragePath<Root, LibraryQuery>
    ) -> Argument {
        let usage = ArgumentUsage(
            name: criterion.name, placeholder: criterion.placeholder, summary: "only sessions " + criterion.explanation,
            completion: criterion.words.isEmpty ? .nothing : .words(criterion.words))
        return Argument(usage: usage) { (root, text) throws(Refusal) in
            try criterion.add(text, to: &root[keyPath: path], in: .local)
        }
    }
}

extension ListedSession {
    /// Writes the JSON object of a session in `sessions --json`. `reason` names the process that records the session,
    /// or says why the session cannot be read. `length` is in seconds.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.begin()
        if isBackedUp { writer.member("backed-up", .bool(true)) }
        writer.member("bytes", bytes)
        if clockCorrection != 0 { writer.member("clock-corrected", .seconds(nanoseconds: clockCorrection)) }
        if damagedLines > 0 { writer.member("damaged-lines", Int64(damagedLines)) }
        writer.member("dropped", Int64(losses.dropped))
        writer.member("folder", folder)
        writer.member("gaps", Int64(gaps))
        let (whole, rest) = length.quotientAndRemainder(dividingBy: 1_000_000_000)
        writer.member("length", rest == 0 ? .integer(whole) : .seconds(nanoseconds: length))
        if !marks.isEmpty { writer.member("marks", marks) }
        if isFinished { writer.member("missing", Int64(losses.missing)) }
        writer.member("name", name)
        writer.member("outputs", outputs.lazy.map(\.rawValue))
        if let rating = tags.rating { writer.member("rating", Int64(rating)) }
        if let reason = state.reason { writer.member("reason", reason) }
        if isFinished { writer.member("repeated", Int64(losses.repeated)) }
        if isFinished { writer.member("shed", Int64(losses.shed)) }
        if let start { writer.member("start", WallTime.iso8601(start)) }
        if isStartDoubtful { writer.member("start-doubtful", .bool(true)) }
        writer.member("state", state.word)
        if !tags.tags.isEmpty { writer.member("tags", tags.tags) }
        if let title { writer.member("title", title) }
        if isFinished { writer.member("unaccounted", Int64(losses.unaccounted)) }
        writer.member("unplayable", Int64(unplayable))
        writer.end()
    }

    /// The lines that `dualcam sessions` prints about a session, below its name.
    fileprivate var lines: [String] {
        let facts: [String?] = [
            start.map { WallTime.local($0).text }, lengthText, Wording.bytes(bytes),
            outputs.isEmpty ? nil : outputs.map(\.rawValue).joined(separator: " "),
        ]
        let words = tags.tags + (tags.rating.map { ["rated \($0)"] } ?? [])
        return (title.map { ["  " + $0] } ?? []) + ["  " + facts.compactMap { $0 }.joined(separator: ", ")]
            + (words.isEmpty ? [] : ["  " + words.joined(separator: ", ")]) + ["  " + condition] + clockLines
            + lossLines
    }

    private var clockLines: [String] {
        if isStartDoubtful { return ["  recorded by a clock that was not synchronised: its date may be wrong"] }
        guard clockCorrection != 0 else { return [] }
        let length = Wording.number(Double(clockCorrection.magnitude) / 1e9, fractionDigits: 1) + " s"
        return [
            "  its name is \(length) too \(clockCorrection > 0 ? "early" : "late"): the clock was corrected during the recording"
        ]
    }

    private var seconds: Double { Double(length) / 1e9 }

    /// The session's length as text; `nil` if the session is unfinished and shorter than 1 s. The length of an
    /// unfinished session begins with "at least", because its open files are not counted.
    private var lengthText: String? {
        let text = Wording.clock(.seconds(Int64(saturating: seconds.rounded())))
        if [.finished, .recovered].contains(state) { return text }
        return seconds < 1 ? nil : "at least " + text
    }

    private var condition: String {
        switch state {
        case .finished, .recovered: state.word + (isBackedUp ? ", backed up" : "")
        case .recording(let holder): "recording by \(holder)"
        case .unfinished: "unfinished: run 'dualcam recover \(folder)'"
        case .unreadable(let failure): "unreadable: \(failure.message)"
        }
    }

    private var lossLines: [String] {
        let frames = [
            (isFinished ? losses.missing : losses.dropped, "frame lost", "frames lost"),
            (losses.repeated, "picture repeated", "pictures repeated"), (losses.shed, "frame shed", "frames shed"),
        ]
        guard max(frames.map(\.0).max() ?? 0, gaps, unplayable, damagedLines) > 0 else { return [] }
        let parts =
            frames + [(gaps, "gap", "gaps")]
            + [(unplayable, "file cannot be played", "files cannot be played")]
            + [(damagedLines, "line of its ledger cannot be read", "lines of its ledger cannot be read")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        return ["  losses: " + words.joined(separator: ", ")]
    }
}
