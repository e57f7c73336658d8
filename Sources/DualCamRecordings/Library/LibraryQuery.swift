package import DualCamConfig
import DualCamPlan

/// A query for sessions of a recording directory. A session must meet all criteria that are set.
package struct LibraryQuery: Sendable, Equatable {
    /// The position of a session in the list of sessions, which is sorted from newest to oldest. A page begins after
    /// the position of the previous page's last session.
    package struct Place: Sendable, Equatable {
        /// The session's start time in Unix nanoseconds; `Int64.min` if unknown.
        var start: Int64
        var name: String

        /// The position in the list as text, such as `1795443716908000000~take`: the start time and the folder name.
        package var text: String { "\(start)~\(name)" }

        init(_ session: ListedSession) { (start, name) = (session.start ?? .min, session.name) }

        /// Parses a position that `text` has written; `nil` for any other text.
        package init?(_ text: String) {
            let words = text.split(separator: "~", maxSplits: 1)
            guard words.count == 2, let start = Int64(words[0]) else { return nil }
            (self.start, name) = (start, String(words[1]))
        }

        /// Returns true if `one` comes before `other`: newer sessions come first; sessions with equal start times are
        /// ordered by name.
        static func < (one: Place, other: Place) -> Bool {
            (other.start, one.name) < (one.start, other.name)
        }
    }

    /// The maximum number of sessions on a page that a client may request.
    package static let longestPage = 200

    /// The state that the session must have, one of `ListedSession.State.words`; `nil` for any session.
    package var state: String?
    /// A text that the session's title or folder name must contain, ignoring case; `nil` for any session.
    package var name: String?
    /// A text that one of the session's marks must contain, ignoring case; `nil` for any session.
    package var mark: String?
    /// The full name of a camera that the session must have recorded, ignoring case; `nil` for any session.
    package var camera: String?
    /// The tags that a session must have, all of them; empty for any session.
    package var tags: [String] = []
    /// The minimum rating that the session must have, 1 to 5; `nil` for any session.
    package var rating: Int?
    /// `since`: the earliest time at which the session may have started; `until`: the time before which it must have
    /// started; both in Unix nanoseconds, `nil` for any time.
    package var since: Int64?
    package var until: Int64?
    /// `longer`: the minimum length of the session; `shorter`: the maximum length; both in nanoseconds, `nil` for any.
    package var longer: Int64?
    package var shorter: Int64?
    /// The position after which the page begins; `nil` for the first page.
    package var after: Place?
    /// The maximum number of sessions on the page.
    package var limit = 50

    package init() {}

    /// Returns true if the session meets all criteria. `after` and `limit` are not criteria. A session with an unknown
    /// start time counts as older than all others.
    package func matches(_ session: ListedSession) -> Bool {
        let start = session.start ?? .min
        return state.map { $0 == session.state.word } ?? true && since.map { start >= $0 } ?? true
            && until.map { start < $0 || (start == $0 && planted(.untilIncluded)) } ?? true
            && longer.map { session.length >= $0 } ?? true
            && shorter.map { session.length <= $0 } ?? true
            && rating.map { session.tags.rating ?? 0 >= $0 } ?? true
            && (planted(.anyTag)
                ? tags.isEmpty || tags.contains { session.tags.has($0) } : tags.allSatisfy { session.tags.has($0) })
            && camera.map { Self.has($0, session.cameras) } ?? true
            && name.map { session.name.holds($0) || session.title?.holds($0) ?? false } ?? true
            && mark.map { text in session.marks.contains { $0.holds(text) } } ?? true
    }

    private static func has(_ camera: String, _ cameras: [OutputName]) -> Bool {
        cameras.contains { $0.rawValue.lowercased() == camera.lowercased() }
    }
}

extension ListedSession {
    /// The outputs of the session that are single cameras.
    package var cameras: [OutputName] { outputs.filter { $0 != .combined } }
}

extension String {
    /// Returns true if this text contains the text `part`, ignoring case.
    fileprivate func holds(_ part: String) -> Bool {
        let plain = utf8.withContiguousStorageIfAvailable { own in
            part.utf8.withContiguousStorageIfAvailable { own.holds($0) } ?? nil
        }
        // The same letter with a diacritic may be encoded in several ways, which a comparison of bytes does not
        // recognise.
        return (plain ?? nil) ?? lowercased().contains(part.lowercased())
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if this ASCII text contains the text `part`, ignoring case; `nil` if one of the texts is not ASCII.
    fileprivate func holds(_ part: Self) -> Bool? {
        guard allSatisfy({ $0 < 0x80 }), part.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { start in
            part.indices.allSatisfy { part[$0].small == self[start + $0].small }
        }
    }
}

extension UInt8 {
    fileprivate var small: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

extension ListedSession.State {
    /// The states' names in JSON, which are also the values of the criterion `state`.
    package static let words = ["recording", "finished", "recovered", "unfinished", "unreadable"]

    /// The name of the session's state in JSON.
    package var word: String {
        switch self {
        case .finished: "finished"
        case .recovered: "recovered"
        case .recording: "recording"
        case .unfinished: "unfinished"
        case .unreadable: "unreadable"
        }
    }

    /// The process that records into the session, or the reason why the session cannot be read; `nil` in other states.
    package var reason: String? {
        switch self {
        case .recording(let holder): holder
        case .unreadable(let failure): failure.message
        case .finished, .recovered, .unfinished: nil
        }
    }
}
