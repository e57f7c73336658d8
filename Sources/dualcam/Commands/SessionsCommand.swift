import DualCamConfig
import DualCamPlan
import DualCamSession

/// `dualcam sessions [DIR]`
struct SessionsCommand: Command {
    var directory: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "sessions", "list the recorded sessions of a folder",
        discussion: """
            DIR is the recording directory of a pipeline file; left out, ~/Videos/DualCam. The folder of one session \
            shows that one. Times are those of this machine's zone, as in the names of the folders; in JSON, UTC.

            Exit codes: 0 listed, 64 DIR is not there, 74 it cannot be read.
            """,
        parameters: [
            .optional(
                "DIR", \.directory, "a folder of sessions, or one session (default ~/Videos/DualCam)",
                completion: .directory)
        ],
        options: [.flag("json", \.json, "print a JSON array")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let path = directory?.path ?? Self.home(place)
        let sessions = try await BlockingCalls.perform { () throws(CommandFailure) in
            SessionFolder.isSession(path) ? [ListedSession(path)] : try SessionSearch.sessions(in: path)
        }
        place.output.write(
            json
                ? TerminalText(json: try JSONText.line(sessions.map(SessionReport.init)))
                : Self.text(sessions, in: path))
        return .finished
    }

    private static func home(_ place: ProcessEnvironment) -> String {
        let directory = Recording().directory
        return directory.hasPrefix("~/") ? place.environment["HOME", default: ""] + directory.dropFirst() : directory
    }

    static func text(_ sessions: [ListedSession], in path: String) -> TerminalText {
        if sessions.isEmpty { return "\(path): no session\n" }
        return sessions.map { session in
            TerminalText(lines: SessionReport(session).lines(begun: session.start.map { WallTime.local($0).text }))
        }.joined(separator: "\n")
    }
}

/// A session in `sessions --json`.
struct SessionReport: Encodable, Equatable {
    var folder: String
    var name: String
    /// `finished`, `recovered`, `recording`, `unfinished` or `unreadable`.
    var state: String
    /// The process that records it, or the reason why it cannot be read.
    var reason: String?
    /// ISO 8601; left out where it is not known.
    var start: String?
    /// Seconds.
    var length: Double
    var bytes: Int64
    var outputs: [String]
    var dropped: Int
    var gaps: Int
    var unplayable: Int
    /// Lines of its ledger that cannot be read; left out where there is none.
    var damagedLines: Int?

    init(_ session: ListedSession) {
        (folder, name) = (session.folder, session.name)
        (state, reason) = Self.words(session.state)
        start = session.start.map { WallTime.iso8601($0) }
        (length, bytes) = (Double(session.length) / 1e9, session.bytes)
        outputs = session.outputs.map(\.rawValue)
        (dropped, gaps, unplayable) = (session.dropped, session.gaps, session.unplayable)
        damagedLines = session.damagedLines > 0 ? session.damagedLines : nil
    }

    private static func words(_ state: ListedSession.State) -> (String, String?) {
        switch state {
        case .finished: ("finished", nil)
        case .recovered: ("recovered", nil)
        case .recording(let holder): ("recording", holder)
        case .unfinished: ("unfinished", nil)
        case .unreadable(let failure): ("unreadable", failure.message)
        }
    }

    /// - Parameter begun: When it began, for people.
    func lines(begun: String?) -> [String] {
        let facts: [String?] = [
            begun, lengthText, Wording.bytes(bytes),
            outputs.isEmpty ? nil : outputs.joined(separator: " "),
        ]
        return [name, "  " + facts.compactMap { $0 }.joined(separator: ", "), "  " + condition] + losses
    }

    /// Files that are still open, or were left so, add to what the closed ones hold.
    private var lengthText: String? {
        let text = Wording.clock(.seconds(Int64(saturating: length.rounded())))
        if ["finished", "recovered"].contains(state) { return text }
        return length < 1 ? nil : "at least " + text
    }

    private var condition: String {
        switch state {
        case "recording": "recording by \(reason ?? "another process")"
        case "unfinished": "unfinished: run 'dualcam recover \(folder)'"
        case "unreadable": "unreadable: \(reason ?? "")"
        default: state
        }
    }

    private var losses: [String] {
        let parts =
            [(dropped, "frame dropped", "frames dropped"), (gaps, "gap", "gaps")]
            + [(unplayable, "file cannot be played", "files cannot be played")]
            + [(damagedLines ?? 0, "line of its ledger cannot be read", "lines of its ledger cannot be read")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        return words.isEmpty ? [] : ["  losses: " + words.joined(separator: ", ")]
    }
}
