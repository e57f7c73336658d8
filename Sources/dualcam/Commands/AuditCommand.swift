import DualCamConfig
import DualCamGraph
import DualCamSession

/// `dualcam audit SESSION`
struct AuditCommand: Command {
    var session: DirectoryPath?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "audit", "prove from the ledger that a session's files are whole",
        discussion: """
            Every file is read again: its size, its SHA-256 and its frames. All outputs must cover the \
            same interval without a gap, and every frame that is missing must be accounted for in the \
            ledger.

            Exit codes: 0 proven; 70 frames are unaccounted for; 73 the session is being recorded; 74 a file is \
            missing or damaged, the ledger is lost, or the session cannot be read; 64 SESSION is none.
            """,
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [.flag("json", \.json, "print a JSON object")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        let path = session?.path ?? ""
        let audit = try await BlockingCalls.perform { () throws(CommandFailure) in try Self.audit(path) }
        place.output.write(
            json ? TerminalText(json: try JSONText.line(AuditReport(audit, of: path))) : AuditText.text(audit, of: path)
        )
        switch audit.verdict {
        case .note: return .finished
        case .unaccounted: return .fault
        case .unknown, .damaged: return .disk
        }
    }

    private static func audit(_ path: String) throws(CommandFailure) -> Audit {
        do throws(SessionReadFailure) {
            let tools = RecoveryTools.ofThisProcess
            return try Audit.reading(path, tools: tools)
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// An audit in `audit --json`.
struct AuditReport: Encodable, Equatable {
    struct Output: Encodable, Equatable {
        var output: String
        var files: Int
        var frames: Int
        /// The length of all files together, in seconds.
        var length: Double
        var missing: Int
        var dropped: Int
        var away: Int
        var unaccounted: Int
        var repeated: Int
    }

    struct Finding: Encodable, Equatable {
        /// `note`, `unaccounted`, `unknown` or `damaged`.
        var severity: String
        /// A file or an output; left out for the session.
        var subject: String?
        var text: String
    }

    var session: String
    /// `proven`, `unaccounted`, `unknown` or `damaged`.
    var verdict: String
    var outputs: [Output]
    var findings: [Finding]

    init(_ audit: Audit, of session: String) {
        self.session = session
        verdict = audit.verdict == .note ? "proven" : "\(audit.verdict)"
        outputs = audit.rows.map { row in
            Output(
                output: row.output.rawValue, files: row.files, frames: row.frames,
                length: Double(row.nanoseconds) / 1e9, missing: row.missing, dropped: row.dropped, away: row.away,
                unaccounted: row.unaccounted, repeated: row.repeated)
        }
        findings = audit.findings.map {
            Finding(severity: "\($0.severity)", subject: $0.subject.isEmpty ? nil : $0.subject, text: $0.text)
        }
    }
}

/// An audit for people.
enum AuditText {
    static func text(_ audit: Audit, of session: String) -> TerminalText {
        let report = AuditReport(audit, of: session)
        let head = ["output", "files", "frames", "length", "missing", "dropped", "away", "unaccounted"]
        let rows = report.outputs.map { row in
            [row.output, "\(row.files)", "\(row.frames)", "\(Wording.number(row.length, fractionDigits: 3)) s"]
                + [row.missing, row.dropped, row.away, row.unaccounted].map(String.init)
        }
        let findings = report.findings.map { finding in
            "  \(finding.severity): " + (finding.subject.map { $0 + ": " } ?? "") + Sentence.ended(finding.text)
        }
        return TerminalText(lines: [session] + table([head] + rows) + findings + [verdict(audit)])
    }

    private static func verdict(_ audit: Audit) -> String {
        switch audit.verdict {
        case .note: "Proven: every file is what was recorded, and every frame is accounted for."
        case .unaccounted: "Not proven: frames are unaccounted for."
        case .unknown: "Nothing is proven: what was recorded is not known."
        case .damaged: "Damaged: at least one file is missing or not what was recorded."
        }
    }

    /// Lays rows out in columns, the first one to the left, the others to the right.
    static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + blanks : blanks + text
            }
            return HelpText.trimmed("  " + cells.joined(separator: "  "))
        }
    }
}
