/// The content of a ledger file: its entries, and the lines that cannot be read.
package struct LedgerText: Sendable, Equatable {
    /// The ledger's entries, in the order in which they were written.
    package var entries: [LedgerEntry] = []
    /// The number of entries of each kind that this version of dualcam does not know, keyed by the kind. `entries` does
    /// not contain these entries.
    package var unknownKinds: [String: Int] = [:]
    /// The number of lines that are not ledger entries or contain impossible values. For example, a crash may leave the
    /// last line incomplete.
    package var damaged = 0
    /// The text of every ledger line that contains an entry, even of an unknown kind, in order. `session.json` lists
    /// the same lines.
    package var lines: [String] = []
    /// The text of every line that is not an entry, except a last line that a crash has cut off.
    private(set) var unread: [String] = []

    /// Parses the text of a `ledger.jsonl` file.
    package init(_ text: String) {
        for line in Self.lines(of: text) {
            if let value = line.value { append(value, line: String(line.text)) } else { leave(String(line.text)) }
        }
        if !text.utf8.isEmpty, text.utf8.last != UInt8(ascii: "\n"), text.hasSuffix(unread.last ?? "\n") {
            unread.removeLast()
        }
    }

    /// Returns the lines of a ledger's text in the form in which `session.json` lists them. A line that cannot be read
    /// is listed as a JSON string, so that it is not lost.
    static func listed(_ text: String) -> [String] {
        lines(of: text).map { $0.value == nil ? JSONValue.string(String($0.text)).line : String($0.text) }
    }

    /// Splits a ledger's text into lines, each with its JSON value; `nil` for a line that is not JSON. A line that a
    /// full disk cut off is left out if the next line is a complete copy of it.
    private static func lines(of text: String) -> [(text: Substring, value: JSONValue?)] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
        return lines.indices.compactMap { index in
            let line = lines[index]
            if let value = JSONValue(ifJSON: line) { return (line, value) }
            let isRepeated = index + 1 < lines.count && lines[index + 1].hasPrefix(line)
            return isRepeated ? nil : (line, nil)
        }
    }

    /// Reads the ledger from the elements of the list `ledger` in `session.json`.
    init(_ values: [JSONValue]) {
        for value in values { append(value, line: value.line) }
    }

    private mutating func leave(_ line: String) {
        damaged += 1
        unread.append(line)
    }

    private mutating func append(_ value: JSONValue, line: String) {
        guard let entry = LedgerEntry(value) else {
            if let kind = value["kind"]?.text, LedgerEntry.Kind(rawValue: kind) == nil {
                unknownKinds[kind, default: 0] += 1
                lines.append(line)
            } else {
                leave(value.text ?? line)
            }
            return
        }
        entries.append(entry)
        lines.append(line)
    }
}

extension LedgerEntry {
    /// Reads a ledger entry from JSON. Returns `nil` if the value is not an entry, has an unknown kind, or contains a
    /// number out of range.
    init?(_ value: JSONValue) {
        guard let members = value.members, let time = value["time"]?.text,
            let unix = WallTime.unixNanoseconds(iso8601: time), let word = value["kind"]?.text,
            let kind = Kind(rawValue: word), ReadingRange.firstRefused(in: value) == nil
        else { return nil }
        self.init(
            kind, unixNanoseconds: unix, runningTime: value["running-time"]?.time,
            fields: members.filter { $0.key != "time" && $0.key != "running-time" && $0.key != "kind" })
    }

    package subscript(_ key: String) -> JSONValue? { fields.first { $0.key == key }?.value }
}
