package import DualCamConfig
import DualCamPlan

/// The tags and the rating of a session, stored in `tags.json` in the session's subfolder `.dualcam`.
package struct SessionTags: Sendable, Equatable {
    /// The possible ratings.
    package static let ratings = 1...5
    /// The maximum number of tags of a session.
    package static let mostTags = 50
    /// The maximum length of a tag in characters.
    package static let longestTag = 50

    /// The session's tags in alphabetical order. No two tags differ only in case.
    package private(set) var tags: [String] = []
    /// The session's rating from 1 to 5; `nil` if none was given.
    package var rating: Int?

    package init() {}

    /// Parses tags and rating in the form that `json` returns. Leaves out invalid values.
    init(_ json: JSONValue) {
        add((json["tags"]?.list ?? []).compactMap(\.text).filter { Self.isTag($0) }.prefix(Self.mostTags))
        rating = json["rating"]?.count.flatMap { Self.ratings.contains($0) || planted(.ratingOutOfRange) ? $0 : nil }
    }

    /// The tags and the rating as JSON, with the members `tags` and `rating` (`null` if none was given).
    package var json: JSONValue { .of(["tags": tags, "rating": rating]) }

    var isEmpty: Bool { tags.isEmpty && rating == nil }

    /// Adds tags that the session does not have yet, ignoring case. Checks neither their form nor their number.
    package mutating func add(_ more: some Sequence<String>) {
        for tag in more where !has(tag) || (planted(.capitalTag) && !tags.contains(tag)) { tags.append(tag) }
        tags.sort { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }

    /// Removes tags, ignoring case. Tags that the session does not have are ignored.
    package mutating func remove(_ others: [String]) {
        tags.removeAll { tag in others.contains { $0.lowercased() == tag.lowercased() } }
    }

    /// Returns true if the session has the tag, ignoring case.
    package func has(_ tag: String) -> Bool { tags.contains { $0.lowercased() == tag.lowercased() } }

    /// Parses a list of tags as users write it, such as `lecture,algebra`. Throws `Refusal` if one of them is not a
    /// valid tag.
    package static func list(_ text: String) throws(Refusal) -> [String] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let tags = parts.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        if let strange = tags.first(where: { !isTag($0) }) {
            throw Refusal(
                "'\(strange.printable.prefix(60))' is not a tag",
                hint: "Write tags of at most \(longestTag) letters with commas between them: lecture,algebra.")
        }
        return tags
    }

    /// Returns true if the text is valid as a tag: printable, on one line, at most 50 characters, without commas, and
    /// without spaces at its ends.
    package static func isTag(_ text: String) -> Bool {
        text.printable == text && !text.contains(",") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && (1...longestTag).contains(text.count) && text.utf8.count <= 4 * longestTag
    }
}

extension SessionLibrary {
    /// Changes the tags and the rating of a session. Throws `tooManyTags` if it would have more than 50 tags.
    ///
    /// - Returns: The session's tags and rating after the change.
    package func tag(
        _ session: String, _ change: (inout SessionTags) -> Void
    ) throws(LibraryFailure) -> SessionTags {
        _ = try report(of: session)
        return try Self.change(derived(of: session), change)
    }

    /// Changes the tags and the rating of the session in a folder. Writes nothing if they stay the same. Throws
    /// `tooManyTags` if it would have more than 50 tags.
    ///
    /// - Returns: The session's tags and rating after the change.
    package static func tag(
        _ folder: String, _ change: (inout SessionTags) -> Void
    ) throws(LibraryFailure) -> SessionTags {
        let directory: SessionDirectory
        do throws(SessionReadFailure) {
            directory = try SessionReadFailure.opening(folder)
            guard directory.has(.manifest) || directory.has(.mark) else { throw .notASession(directory.path) }
        } catch {
            throw .unreadable(error)
        }
        return try Self.change(DerivedFiles(directory), change)
    }

    private static func change(
        _ derived: DerivedFiles, _ change: (inout SessionTags) -> Void
    ) throws(LibraryFailure) -> SessionTags {
        let before = derived.tags
        var tags = before
        change(&tags)
        guard tags.tags.count <= SessionTags.mostTags else { throw .tooManyTags(SessionTags.mostTags) }
        if tags != before { try LibraryFailure.translate(derived.write(tags)) }
        return tags
    }
}
