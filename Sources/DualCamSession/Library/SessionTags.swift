package import DualCamConfig
import DualCamPlan

/// The tags of a session, and how good it is for those who look for it: `tags.json` in the folder `.dualcam` of the session's own.
package struct SessionTags: Sendable, Equatable {
    package static let ratings = 1...5
    package static let mostTags = 50
    package static let longestTag = 50

    /// Without two that differ in nothing but small and capital letters, in alphabetical order.
    package private(set) var tags: [String] = []
    /// 1 ... 5; `nil`: none was given.
    package var rating: Int?

    package init() {}

    /// Reads what `json` writes. What cannot be is left out.
    init(_ json: JSONValue) {
        add((json["tags"]?.list ?? []).compactMap(\.text).filter { Self.isTag($0) }.prefix(Self.mostTags))
        rating = json["rating"]?.count.flatMap { Self.ratings.contains($0) || planted(.ratingOutOfRange) ? $0 : nil }
    }

    /// Keys: `tags`, `rating` (`null`: none).
    package var json: JSONValue { .of(["tags": tags, "rating": rating]) }

    var isEmpty: Bool { tags.isEmpty && rating == nil }

    package mutating func add(_ more: some Sequence<String>) {
        for tag in more where !has(tag) || (planted(.capitalTag) && !tags.contains(tag)) { tags.append(tag) }
        tags.sort { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }

    package mutating func remove(_ others: [String]) {
        tags.removeAll { tag in others.contains { $0.lowercased() == tag.lowercased() } }
    }

    package func has(_ tag: String) -> Bool { tags.contains { $0.lowercased() == tag.lowercased() } }

    /// Reads a list as people write it: `lecture,algebra`.
    package static func list(_ text: String) throws(Refusal) -> [String] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let tags = parts.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        if let strange = tags.first(where: { !isTag($0) }) {
            throw Refusal(
                "'\(strange.printable.prefix(60))' is no tag",
                hint: "Write tags of at most \(longestTag) letters with commas between them: lecture,algebra.")
        }
        return tags
    }

    /// Returns true for a text that can be a tag: printable, on one line, without commas and blanks at its ends.
    package static func isTag(_ text: String) -> Bool {
        text.printable == text && !text.contains(",") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && (1...longestTag).contains(text.count) && text.utf8.count <= 4 * longestTag
    }
}

extension SessionLibrary {
    /// Changes the tags and the rating of a session.
    ///
    /// - Returns: as they are now.
    package func tag(
        _ session: String, _ change: (inout SessionTags) -> Void
    ) throws(LibraryFailure) -> SessionTags {
        _ = try report(of: session)
        return try Self.change(derived(of: session), change)
    }

    /// Changes the tags and the rating of the session in a folder, or tells them where nothing is changed.
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
