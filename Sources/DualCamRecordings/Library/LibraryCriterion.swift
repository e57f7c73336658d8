package import DualCamConfig
import DualCamPlan

/// A criterion for finding sessions, such as `camera`. The command-line option, the HTTP query field and their
/// descriptions are derived from it.
package struct LibraryCriterion: Sendable {
    /// The time zone that applies to dates and times without a zone.
    package enum Zone: Sendable { case utc, local }

    /// The criterion's name, which is also the name of the command-line option and of the HTTP query field.
    package var name: String
    /// The placeholder for the criterion's value in a usage line, such as `LENGTH`.
    package var placeholder: String
    /// The meaning of the criterion for the help, as a phrase that continues the words `only those`, such as
    /// `in this state`.
    package var explanation: String
    /// The expected format of the criterion's value, as text for error messages, such as `a number from 1 to 5`.
    package var form: String
    /// The possible values of the criterion if there are only a few; otherwise empty.
    package var words: [String] = []
    /// The JSON schema of the criterion's value in an HTTP query.
    package var schema: JSONValue
    private let read: @Sendable (inout LibraryQuery, String, Zone) -> Bool

    /// Adds this criterion to a query. Throws `Refusal` if `text` is not a valid value.
    ///
    /// - Parameters:
    ///   - text: The criterion's value as the user wrote it.
    ///   - zone: The time zone of dates and times without a zone.
    package func add(_ text: String, to query: inout LibraryQuery, in zone: Zone) throws(Refusal) {
        guard read(&query, text, zone) else {
            let short = text.printable.prefix(60)
            throw Refusal("'\(short)' is not a value for '\(name)'", hint: "Write \(form).")
        }
    }

    /// All criteria, in the order of the help.
    package static let all = [
        text("name", "whose name or folder contains this text", \.name),
        text("mark", "with a mark that contains this text", \.mark),
        text("camera", "with a camera of this name", \.camera), tag, rating,
        time("since", "started on this day, at this time, or later", \.since),
        time("until", "started before this day or time", \.until),
        length("longer", "at least this long", \.longer), length("shorter", "at most this long", \.shorter), state,
    ]

    private static func text(
        _ name: String, _ explanation: String, _ path: any WritableKeyPath<LibraryQuery, String?> & Sendable
    ) -> LibraryCriterion {
        LibraryCriterion(
            name: name, placeholder: "TEXT", explanation: explanation, form: "a text of at most 200 letters",
            schema: ["type": "string", "maxLength": .integer(200)]
        ) { query, text, _ in
            guard !text.isEmpty, text.count <= 200 else { return false }
            query[keyPath: path] = text
            return true
        }
    }

    private static func time(
        _ name: String, _ explanation: String, _ path: any WritableKeyPath<LibraryQuery, Int64?> & Sendable
    ) -> LibraryCriterion {
        LibraryCriterion(
            name: name, placeholder: "WHEN", explanation: explanation,
            form: "a time as in 2026-11-23, 2026-11-23T14:21 or 2026-11-23T14:21:56.908Z",
            schema: ["type": "string", "examples": .array(["2026-11-23", "2026-11-23T14:21:56.908Z"])]
        ) { query, text, zone in
            query[keyPath: path] = WallTime.unixNanoseconds(written: text, isLocal: zone == .local)
            return query[keyPath: path] != nil
        }
    }

    private static func length(
        _ name: String, _ explanation: String, _ path: any WritableKeyPath<LibraryQuery, Int64?> & Sendable
    ) -> LibraryCriterion {
        LibraryCriterion(
            name: name, placeholder: "LENGTH", explanation: explanation,
            form: "a length as in 10min, or a number of seconds",
            schema: ["type": "string", "examples": .array(["10min", "600"])]
        ) { query, text, _ in
            query[keyPath: path] = nanoseconds(text)
            return query[keyPath: path] != nil
        }
    }

    private static func nanoseconds(_ text: String) -> Int64? {
        if let seconds = Double(text) {
            return seconds >= 0 && seconds.isFinite ? Int64(saturating: seconds * 1e9) : nil
        }
        do throws(Refusal) { return try Duration(parsing: text).nanoseconds } catch { return nil }
    }

    private static let tag = LibraryCriterion(
        name: "tag", placeholder: "TAGS", explanation: "with all of these tags, separated by commas",
        form: "tags of at most \(SessionTags.longestTag) letters with commas between them: lecture,algebra",
        schema: ["type": "string", "examples": .array(["lecture", "lecture,algebra"])]
    ) { query, text, _ in
        do throws(Refusal) { query.tags = try SessionTags.list(text) } catch { return false }
        return true
    }

    private static let rating = LibraryCriterion(
        name: "rating", placeholder: "N", explanation: "with at least this rating, 1 to 5",
        form: "a number from 1 to 5",
        schema: ["type": "integer", "minimum": .integer(1), "maximum": .integer(5)]
    ) { query, text, _ in
        query.rating = Int(text).flatMap { SessionTags.ratings.contains($0) ? $0 : nil }
        return query.rating != nil
    }

    private static let state = LibraryCriterion(
        name: "state", placeholder: "STATE", explanation: "in this state",
        form: "one of \(ListedSession.State.words.joined(separator: ", "))", words: ListedSession.State.words,
        schema: ["type": "string", "enum": .array(ListedSession.State.words.map(JSONValue.string))]
    ) { query, text, _ in
        query.state = text
        return ListedSession.State.words.contains(text)
    }
}
