import DualCamSession

@testable import DualCamSession

/// A queue of work items that are carried out one at a time.
struct SerialQueue<Item> {
    private var items: [Item] = []
    private(set) var isBusy = false

    mutating func add(_ item: Item) { items.append(item) }

    /// Removes and returns the next item; `nil` if there is none, or if the last item is not done yet.
    mutating func begin() -> Item? {
        guard !isBusy, !items.isEmpty else { return nil }
        isBusy = true
        return items.removeFirst()
    }

    mutating func end() { isBusy = false }

    var count: Int { items.count + (isBusy ? 1 : 0) }
}

/// The journal of a session, which is written one entry at a time.
struct JournalQueue {
    var works = SerialQueue<SessionJournal.Work>()
    var writer: SessionJournal?
    private(set) var place: SessionPlace?

    /// The number of lines that are not on any disk.
    var untold: Int { works.count + (writer?.waiting.count ?? 0) }

    mutating func begin(_ place: SessionPlace) {
        self.place = place
        writer = place.folder.map { SessionJournal($0) }
        works.add(.anchor)
    }
}
