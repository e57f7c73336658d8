import DualCamSession

@testable import DualCamSession

/// Work that is done one after the other.
struct SerialQueue<Item> {
    private var items: [Item] = []
    private(set) var isBusy = false

    mutating func add(_ item: Item) { items.append(item) }

    /// The next piece of work, unless one is under way.
    mutating func begin() -> Item? {
        guard !isBusy, !items.isEmpty else { return nil }
        isBusy = true
        return items.removeFirst()
    }

    mutating func end() { isBusy = false }

    var count: Int { items.count + (isBusy ? 1 : 0) }
}

/// The journal of a session, which is written entry by entry.
struct JournalQueue {
    var works = SerialQueue<SessionJournal.Work>()
    var writer: SessionJournal?
    private(set) var place: SessionPlace?

    /// Lines that no disk has.
    var untold: Int { works.count + (writer?.waiting.count ?? 0) }

    mutating func begin(_ place: SessionPlace) {
        self.place = place
        writer = place.folder.map { SessionJournal($0) }
        works.add(.anchor)
    }
}
