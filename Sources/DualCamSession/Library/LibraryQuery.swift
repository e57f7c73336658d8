/// What somebody wants to see of the sessions of a directory.
package struct LibraryQuery: Sendable, Equatable {
    /// The place behind which a page begins: that of the last session on the page before.
    package struct Place: Sendable, Equatable {
        /// Unix nanoseconds; the lowest number where it is not known.
        var start: Int64
        var name: String

        /// `1795443716908000000~take`
        package var text: String { "\(start)~\(name)" }

        init(_ session: ListedSession) { (start, name) = (session.start ?? .min, session.name) }

        package init?(_ text: String) {
            let words = text.split(separator: "~", maxSplits: 1)
            guard words.count == 2, let start = Int64(words[0]) else { return nil }
            (self.start, name) = (start, String(words[1]))
        }

        /// Newest first; of equal age, by name.
        static func < (one: Place, other: Place) -> Bool {
            (other.start, one.name) < (one.start, other.name)
        }
    }

    package static let longestPage = 200

    /// One of `ListedSession.State.word`.
    package var state: String?
    /// Unix nanoseconds of the start: not before, and before.
    package var from: Int64?
    package var to: Int64?
    /// Lengths in seconds.
    package var longer: Double?
    package var shorter: Double?
    package var after: Place?
    package var limit = 50

    package init() {}

    func takes(_ session: ListedSession) -> Bool {
        let (start, length) = (session.start ?? .min, Double(session.length) / 1e9)
        return (state.map { $0 == session.state.word } ?? true) && (from.map { start >= $0 } ?? true)
            && (to.map { start < $0 } ?? true) && (longer.map { length >= $0 } ?? true)
            && (shorter.map { length <= $0 } ?? true)
    }
}

extension ListedSession.State {
    /// The word that stands for it in JSON.
    package var word: String {
        switch self {
        case .finished: "finished"
        case .recovered: "recovered"
        case .recording: "recording"
        case .unfinished: "unfinished"
        case .unreadable: "unreadable"
        }
    }

    /// The process that records, or why it cannot be read.
    package var reason: String? {
        switch self {
        case .recording(let holder): holder
        case .unreadable(let failure): failure.message
        case .finished, .recovered, .unfinished: nil
        }
    }
}
