import DualCamRecordings
import FoundationEssentials

/// Encodes JSON for programs: on one line, with keys in alphabetical order, and the key `likeThis` written as
/// `like-this`.
package enum JSONText {
    /// Encodes a value as one line of JSON with a newline. Throws a failure with `ExitCode.fault` if a number cannot be
    /// represented in JSON.
    package static func line(_ value: some Encodable) throws(CommandFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .custom { HyphenatedKey(stringValue: hyphenated($0.last?.stringValue ?? "")) }
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw CommandFailure(.fault, "the result cannot be written as JSON: \(error)", next: "Please report this.")
        }
    }

    /// Returns the name `likeThis` as `like-this`.
    package static func hyphenated(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

/// A JSON object that a command prints. Members whose value is `nil` are omitted.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private let members: [(key: String, value: (any Encodable)?)]

    package init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members.map { ($0, $1) } }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: HyphenatedKey.self)
        for (key, value) in members {
            if let value { try container.encode(value, forKey: HyphenatedKey(stringValue: key)) }
        }
    }
}

private struct HyphenatedKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension TerminalText {
    /// Creates terminal text from a value, encoded by `JSONText`. Throws a failure with `ExitCode.fault` if a number
    /// cannot be represented in JSON.
    package init(encoding value: some Encodable) throws(CommandFailure) { self.init(json: try JSONText.line(value)) }
}
