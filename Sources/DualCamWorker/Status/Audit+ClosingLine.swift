import DualCamGraph
package import DualCamRecordings

extension Audit {
    /// The maximum number of findings to list in the closing line.
    private static let most = 3

    /// The last line that a recording prints: the number, length and size of its files, and the audit's verdict. An
    /// example is `3 files, 10:00 each, 214 MB, nothing lost: proven; microphone silent for 0:26`.
    package var closingLine: String {
        let rows = rows.filter { $0.files > 0 }
        let files = rows.reduce(0) { $0 + $1.files }
        let facts = ["\(files) \(files == 1 ? "file" : "files")", Self.length(rows), Wording.bytes(bytes)]
        return ([(facts.compactMap { $0 } + [losses]).joined(separator: ", ")] + faults).joined(separator: "; ")
    }

    /// The severity of the closing line: a warning if the audit found more than notes, a faulty input signal, or an
    /// output that wrote nothing.
    package var closingSeverity: DualCamRecordings.Severity {
        verdict == .note && signals.isEmpty && still.isEmpty ? .information : .warning
    }

    /// Descriptions of faults in which no frames were lost. A faulty input signal reads `microphone silent for 0:26`.
    /// An output that wrote nothing reads `no frame of combined written for 0:26`. A camera with another frame rate
    /// than requested reads `front at 15 fps where 30 were asked for`.
    private var faults: [String] {
        let all =
            signals.map { (text: $0.fault.text(of: $0.input), length: $0.length) }
            + still.map { (text: $0.text, length: $0.length) }
        let texts = all.map { "\($0.text) for \(Wording.rounded($0.length))" } + otherRates
        let words = Array(texts.prefix(Self.most))
        let rest = texts.count - words.count
        return words + (rest > 0 ? ["and \(rest) more ('dualcam audit' lists them)"] : [])
    }

    /// Returns the length of the audited outputs as text, rounded to seconds; `nil` if there are no outputs.
    private static func length(_ rows: [Audit.Row]) -> String? {
        let lengths = Set(rows.map { Wording.rounded(.nanoseconds($0.nanoseconds)) })
        guard let longest = rows.map(\.nanoseconds).max() else { return nil }
        let text = Wording.rounded(.nanoseconds(longest))
        if lengths.count > 1 { return "up to \(text)" }
        return rows.count > 1 && rows.allSatisfy { $0.files == 1 } ? "\(text) each" : text
    }

    private var losses: String {
        let open = findings.filter { $0.severity > .note }
        if !open.isEmpty { return "not proven: " + Self.list(open) }
        let losses = findings.filter(\.isLoss)
        if !losses.isEmpty { return "accounted for: " + Self.list(losses) }
        return hasDigests ? "nothing lost: proven" : "nothing lost, as the ledger says"
    }

    private static func list(_ findings: [Audit.Finding]) -> String {
        let words = findings.prefix(most).map { ($0.subject.isEmpty ? "" : $0.subject + ": ") + $0.text }
        let rest = findings.count - words.count
        return words.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more ('dualcam audit' lists them)" : "")
    }

    /// Audits a session that has just ended. Returns `nil` if the session cannot be read, or is not finished yet.
    /// Blocks.
    package static func ifReadable(closing folder: String) -> Audit? {
        do throws(SessionReadFailure) {
            return try closing(folder) { try FileDigest.sha256($0.path) }
        } catch { return nil }
    }
}
