/// The text format of `session.json`.
enum ManifestText {
    /// The number under `format`; it grows when an older dualcam would misread the file.
    static let format = 1

    /// One key a line, and the ledger one entry a line.
    static func text(_ members: [JSONValue.Member], ledger: [String]) -> String {
        let lines = members.map { "  \(JSONValue.string($0.key).line): \($0.value.line)" }
        let entries = ledger.map { "    " + $0 }.joined(separator: ",\n")
        let list = ledger.isEmpty ? "[]" : "[\n\(entries)\n  ]"
        return "{\n" + (lines + ["  \"ledger\": \(list)"]).joined(separator: ",\n") + "\n}"
    }
}
