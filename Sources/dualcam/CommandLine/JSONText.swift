import FoundationEssentials

/// JSON for programs: one line, keys in alphabetical order, `likeThis` written `like-this`.
enum JSONText {
    /// The value as one line with its newline. Throws a failure with `ExitCode.fault` for a number that JSON cannot hold.
    static func line(_ value: some Encodable) throws(CommandFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .custom { HyphenatedKey(stringValue: hyphenated($0.last?.stringValue ?? "")) }
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw CommandFailure(.fault, "the result cannot be written as JSON: \(error)", next: "Please report this.")
        }
    }

    static func hyphenated(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

private struct HyphenatedKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
