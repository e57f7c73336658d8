package import DualCamConfig
import DualCamPlan

/// A query for the sessions of a directory.
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

    /// One of `ListedSession.State.words`.
    package var state: String?
    /// A part of the session's name or its folder's, whatever letters are capital. So are the next two.
    package var name: String?
    /// A part of the text of one of its marks.
    package var mark: String?
    /// A camera that was recorded, by its whole name.
    package var camera: String?
    /// The tags that it has, all of them.
    package var tags: [String] = []
    /// The least rating.
    package var rating: Int?
    /// Unix nanoseconds of the start: not before, and before.
    package var since: Int64?
    package var until: Int64?
    /// The least and the greatest length, in nanoseconds.
    package var longer: Int64?
    package var shorter: Int64?
    package var after: Place?
    package var limit = 50

    package init() {}

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
    /// The outputs of single cameras.
    package var cameras: [OutputName] { outputs.filter { $0 != .combined } }
}

extension String {
    /// Returns true when the other text is a part of this one, whatever letters are capital.
    fileprivate func holds(_ part: String) -> Bool {
        let plain = utf8.withContiguousStorageIfAvailable { own in
            part.utf8.withContiguousStorageIfAvailable { own.holds($0) } ?? nil
        }
        // Letters with marks are equal however they are put together, which bytes do not tell.
        return (plain ?? nil) ?? lowercased().contains(part.lowercased())
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The same of texts in ASCII; `nil`: one of them is none.
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
    package static let words = ["recording", "finished", "recovered", "unfinished", "unreadable"]

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
