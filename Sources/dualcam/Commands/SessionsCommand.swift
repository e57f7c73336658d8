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
            json ? try TerminalText(encoding: sessions.map(\.report)) : Self.text(sessions, in: path))
        return .finished
    }

    private static func home(_ place: ProcessEnvironment) -> String {
        let directory = Recording().directory
        return directory.hasPrefix("~/") ? place.environment["HOME", default: ""] + directory.dropFirst() : directory
    }

    static func text(_ sessions: [ListedSession], in path: String) -> TerminalText {
        if sessions.isEmpty { return "\(path): no session\n" }
        return sessions.map { TerminalText(lines: $0.lines) }.joined(separator: "\n")
    }
}

extension ListedSession {
    /// A session in `sessions --json`: `reason` is the process that records it, or why it cannot be read; `length` is in seconds.
    fileprivate var report: JSONObject {
        [
            "folder": folder, "name": name, "state": state.word, "reason": state.reason,
            "start": start.map { WallTime.iso8601($0) }, "length": seconds, "bytes": bytes,
            "outputs": outputs.map(\.rawValue), "dropped": dropped, "gaps": gaps, "unplayable": unplayable,
            "damaged-lines": damagedLines > 0 ? damagedLines : nil,
        ]
    }

    /// The session for people.
    fileprivate var lines: [String] {
        let facts: [String?] = [
            start.map { WallTime.local($0).text }, lengthText, Wording.bytes(bytes),
            outputs.isEmpty ? nil : outputs.map(\.rawValue).joined(separator: " "),
        ]
        return [name, "  " + facts.compactMap { $0 }.joined(separator: ", "), "  " + condition] + losses
    }

    private var seconds: Double { Double(length) / 1e9 }

    /// Files that are still open, or were left so, add to what the closed ones hold.
    private var lengthText: String? {
        let text = Wording.clock(.seconds(Int64(saturating: seconds.rounded())))
        if [.finished, .recovered].contains(state) { return text }
        return seconds < 1 ? nil : "at least " + text
    }

    private var condition: String {
        switch state {
        case .finished, .recovered: state.word
        case .recording(let holder): "recording by \(holder)"
        case .unfinished: "unfinished: run 'dualcam recover \(folder)'"
        case .unreadable(let failure): "unreadable: \(failure.message)"
        }
    }

    private var losses: [String] {
        let parts =
            [(dropped, "frame dropped", "frames dropped"), (gaps, "gap", "gaps")]
            + [(unplayable, "file cannot be played", "files cannot be played")]
            + [(damagedLines, "line of its ledger cannot be read", "lines of its ledger cannot be read")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        return words.isEmpty ? [] : ["  losses: " + words.joined(separator: ", ")]
    }
}
