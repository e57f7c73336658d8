import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam audit SESSION`, which proves from the ledger that a session's files are complete.
struct AuditCommand: Command {
    var session: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "audit", "prove from the ledger that a session's files are complete",
        discussion: """
            Reads every file again and checks its size, its SHA-256 and its frames. All outputs must cover the same \
            interval without a gap, and the ledger must account for every missing frame.

            Exit codes: 0 proven; 70 frames are unaccounted for; 73 the session is being recorded; 74 a file is \
            missing or damaged, the ledger is lost, or the session cannot be read; 64 SESSION is not a session.
            """,
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [.flag("json", \.json, "print a JSON object")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await place.startGStreamer(quiet: json)
        let path = session?.path ?? ""
        let audit = try await BlockingCalls.perform { () throws(CommandFailure) in
            return try translated { () throws(SessionReadFailure) in try Audit.reading(path, tools: .ofThisProcess) }
        }
        place.output.write(
            json ? try TerminalText(encoding: audit.report(of: path)) : audit.text(of: path))
        return audit.exit
    }
}

extension Audit {
    /// Returns the audit's result as the JSON object that `audit --json` prints. Lengths are in seconds.
    ///
    /// - Parameter session: The path of the session's folder.
    fileprivate func report(of session: String) -> JSONObject {
        [
            "session": session, "verdict": verdict == .note ? "proven" : "\(verdict)",
            "outputs": rows.map { row -> JSONObject in
                [
                    "output": row.output.rawValue, "files": row.files, "frames": row.frames, "length": row.seconds,
                    "missing": row.missing, "dropped": row.dropped, "away": row.away,
                    "unaccounted": row.unaccounted, "repeated": row.repeated, "shed": row.shed,
                ]
            },
            // A finding with an empty subject concerns the whole session.
            "findings": findings.map { finding -> JSONObject in
                [
                    "severity": "\(finding.severity)", "subject": finding.subject.isEmpty ? nil : finding.subject,
                    "text": finding.text,
                ]
            },
        ]
    }
}

extension Audit.Row {
    fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension Audit {
    /// Returns the audit's result as text for users.
    ///
    /// - Parameter session: The path of the session's folder.
    fileprivate func text(of session: String) -> TerminalText {
        let head = [
            "output", "files", "frames", "length", "missing", "dropped", "away", "unaccounted", "repeated", "shed",
        ]
        let cells = rows.map { row in
            [row.output.rawValue, "\(row.files)", "\(row.frames)"]
                + ["\(Wording.number(row.seconds, fractionDigits: 3)) s"]
                + [row.missing, row.dropped, row.away, row.unaccounted, row.repeated, row.shed].map(String.init)
        }
        let found = findings.map { finding in
            "  \(finding.severity): " + (finding.subject.isEmpty ? "" : finding.subject + ": ")
                + Sentence.ended(finding.text)
        }
        let judgement =
            switch verdict {
            case .note: "Proven: every file is what was recorded, and every frame is accounted for."
            case .unaccounted: "Not proven: frames are unaccounted for."
            case .unknown: "Nothing is proven: what was recorded is not known."
            case .damaged: "Damaged: at least one file is missing or not what was recorded."
            }
        return TerminalText(
            lines: [session] + HelpText.columns([head] + cells, areFigures: true) + found + [judgement])
    }
}
