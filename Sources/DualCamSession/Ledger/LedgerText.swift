/// A ledger as it was found on a disk: its entries, and what could not be read of it.
public struct LedgerText: Sendable, Equatable {
    /// In the order in which they were written.
    public var entries: [LedgerEntry] = []
    /// Kinds that this version does not know, written by a newer one; their entries are left aside.
    public var unknownKinds: [String: Int] = [:]
    /// Lines that are no entries; a crash leaves the last one cut.
    public var damaged = 0
    /// Every line that is whole, as it was found: what `session.json` repeats.
    public var lines: [String] = []

    public init() {}

    /// Reads `ledger.jsonl`.
    public init(_ text: String) {
        for line in text.split(separator: "\n") {
            guard let value = try? JSONValue(parsing: String(line)) else {
                damaged += 1
                continue
            }
            take(value, line: String(line))
        }
    }

    /// Reads the list under `ledger` in `session.json`.
    init(_ values: [JSONValue]) {
        for value in values { take(value, line: value.line) }
    }

    private mutating func take(_ value: JSONValue, line: String) {
        guard let entry = LedgerEntry(value) else {
            if let kind = value["kind"]?.text, LedgerEntry.Kind(rawValue: kind) == nil {
                unknownKinds[kind, default: 0] += 1
                lines.append(line)
            } else {
                damaged += 1
            }
            return
        }
        entries.append(entry)
        lines.append(line)
    }
}

extension LedgerEntry {
    /// `nil` for what is no entry, or one of a kind that this version does not know.
    init?(_ value: JSONValue) {
        guard let members = value.members, let time = value["time"]?.text,
            let unix = WallTime.unixNanoseconds(iso8601: time), let word = value["kind"]?.text,
            let kind = Kind(rawValue: word)
        else { return nil }
        self.init(
            kind, unixNanoseconds: unix, runningTime: value["running-time"]?.time,
            fields: members.filter { !["time", "running-time", "kind"].contains($0.key) })
    }

    subscript(_ key: String) -> JSONValue? { fields.first { $0.key == key }?.value }
}
